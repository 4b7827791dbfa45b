import { Link } from '@tanstack/react-router';
import { buttonClass } from '#web/ui/button-class.ts';

/** A link to /register with the trial intent. */
export function TrialLink({ className }: { className?: string }) {
  return (
    <Link to="/register" search={{ intent: 'trial' }} className={buttonClass('primary', 'large', className)}>
      Start Free Trial
    </Link>
  );
}
