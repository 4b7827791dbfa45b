import { Link } from '@tanstack/react-router';
import { AuthLayout } from '#web/features/auth-forms/auth-layout.tsx';
import { buttonClass } from '#web/ui/button-class.ts';

export function NotFoundScreen() {
  return (
    <AuthLayout
      title="Page not found"
      lead="There’s nothing at this address (404). The page may have moved, or the link may be mistyped."
    >
      <Link to="/" className={buttonClass('primary', 'large', 'w-full')}>
        Back to home
      </Link>
    </AuthLayout>
  );
}
