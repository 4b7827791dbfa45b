import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { sessionQuery } from '#web/api/session.ts';
import { useDelayed } from '#web/auth/use-delayed.ts';
import { CallbackNotice } from './callback-notice.tsx';

const SUCCESS_DELAY_MS = 1000;
const FAILURE_DELAY_MS = 3000;

/** Finishes a login: continues to `returnTo` if there is a session, else returns to the login page. */
export function FinishLogin({ returnTo }: { returnTo: string }) {
  const navigate = useNavigate();
  const session = useQuery({ ...sessionQuery, staleTime: 0 });
  const isDone = session.isFetchedAfterMount && !session.isFetching;
  const isSignedIn = isDone && Boolean(session.data);
  useDelayed(isDone ? (isSignedIn ? SUCCESS_DELAY_MS : FAILURE_DELAY_MS) : null, () => {
    navigate({ href: isSignedIn ? returnTo : '/login', replace: true }).catch(reportError);
  });
  if (!isDone) return <CallbackNotice state="processing" title="Signing you in" text="One moment..." />;
  if (isSignedIn) return <CallbackNotice state="success" title="Signed in" text="Taking you to Foreword..." />;
  return (
    <CallbackNotice
      state="error"
      title="Authentication failed"
      text="Taking you back to the login page..."
      leaveTo="/login"
    />
  );
}
