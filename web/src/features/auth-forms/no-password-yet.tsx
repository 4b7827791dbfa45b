import { Link } from '@tanstack/react-router';
import { textLinkClass } from '#web/ui/text-link-class.ts';

/** For an address confirmed after sign-ups in several browsers: none of their passwords is valid. */
export function NoPasswordYet() {
  return (
    <p className="mb-5 text-md text-ink2">
      Someone else may have signed up with your address too, so your account has no password yet.{' '}
      <Link to="/forgot-password" className={textLinkClass}>
        Set a password
      </Link>
    </p>
  );
}
