import { useEffect } from 'react';
import { postToOpener } from '#web/auth/oauth-message.ts';
import { useDelayed } from '#web/auth/use-delayed.ts';
import { CallbackNotice } from './callback-notice.tsx';
import type { CallbackPlan } from './plan-callback.ts';

/** In a popup: posts the result to the opener and closes. */
export function PostAndClose({ message, title, failure, closeAfterMs }: Extract<CallbackPlan, { kind: 'post' }>) {
  useEffect(() => postToOpener(message), [message]);
  useDelayed(closeAfterMs, () => window.close());
  if (failure !== null) return <CallbackNotice state="error" title={title} text={failure} />;
  return <CallbackNotice state="success" title="Done" text="This window will close automatically." />;
}
