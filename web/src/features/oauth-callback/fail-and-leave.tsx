import { useNavigate } from '@tanstack/react-router';
import { useDelayed } from '#web/auth/use-delayed.ts';
import { CallbackNotice } from './callback-notice.tsx';
import type { CallbackPlan } from './plan-callback.ts';

export function FailAndLeave({ title, failure, goTo, afterMs }: Extract<CallbackPlan, { kind: 'fail' }>) {
  const navigate = useNavigate();
  useDelayed(afterMs, () => {
    navigate({ href: goTo, replace: true }).catch(reportError);
  });
  return <CallbackNotice state="error" title={title} text={failure} />;
}
