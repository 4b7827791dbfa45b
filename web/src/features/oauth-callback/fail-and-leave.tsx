import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { clearPendingSync } from '#web/auth/pending-sync.ts';
import { useDelayed } from '#web/auth/use-delayed.ts';
import { CallbackNotice } from './callback-notice.tsx';
import type { CallbackPlan } from './plan-callback.ts';

export function FailAndLeave({ title, failure, goTo, afterMs }: Extract<CallbackPlan, { kind: 'fail' }>) {
  const navigate = useNavigate();
  // Left over from the failed sign-in.
  useEffect(clearPendingSync, []);
  useDelayed(afterMs, () => {
    if (goTo === null) window.close();
    else navigate({ href: goTo, replace: true }).catch(reportError);
  });
  return <CallbackNotice state="error" title={title} text={failure} leaveTo={goTo} />;
}
