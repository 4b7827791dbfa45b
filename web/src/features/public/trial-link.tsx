import { Link } from '@tanstack/react-router';
import { buttonClass } from '#web/ui/button-class.ts';

/** The way into the trial: the wish for it goes along to the registration. */
export function TrialLink({ className }: { className?: string }) {
  return (
    <Link to="/register" search={{ intent: 'trial' }} className={buttonClass('primary', 'large', className)}>
      Start Free Trial
    </Link>
  );
}
