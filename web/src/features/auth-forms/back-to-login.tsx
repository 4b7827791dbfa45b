import { Link } from '@tanstack/react-router';
import { textLinkClass } from '#web/ui/text-link-class.ts';

export function BackToLogin() {
  return (
    <Link to="/login" className={textLinkClass}>
      Back to login
    </Link>
  );
}
