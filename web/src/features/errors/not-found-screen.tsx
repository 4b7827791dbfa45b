import { Link } from '@tanstack/react-router';
import { AuthLayout } from '#web/features/auth-forms/auth-layout.tsx';
import { buttonClass } from '#web/ui/button-class.ts';

export function NotFoundScreen() {
  return (
    <AuthLayout
      title="Page not found"
      lead="There is nothing at this address (404). It may have been moved, or mistyped."
    >
      <Link to="/" className={buttonClass('primary', 'large', 'w-full')}>
        Back to home
      </Link>
    </AuthLayout>
  );
}
