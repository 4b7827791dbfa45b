import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { integrationsQuery, postConnect } from '#web/api/calendar.ts';
import { providerName } from '#web/auth/provider-name.ts';
import { useDelayed } from '#web/auth/use-delayed.ts';
import { failureNotice } from '#web/features/errors/failure-notice.ts';
import { CallbackNotice } from './callback-notice.tsx';
import type { CallbackPlan } from './plan-callback.ts';

const SUCCESS_DELAY_MS = 1500;
const FAILURE_DELAY_MS = 3000;

/** Connects the calendar without a popup, then returns to where the user came from. */
export function ConnectHere({ provider, code, state, returnTo }: Extract<CallbackPlan, { kind: 'connect' }>) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // A query, because its key ensures that a single-use code is sent once.
  const connect = useQuery({
    queryKey: ['connect-calendar', code],
    queryFn: () => postConnect({ provider, authCode: code, state }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const delayMs = connect.isSuccess ? SUCCESS_DELAY_MS : connect.isError ? FAILURE_DELAY_MS : null;
  useDelayed(delayMs, () => {
    queryClient.removeQueries({ queryKey: integrationsQuery.queryKey });
    navigate({ href: returnTo, replace: true }).catch(reportError);
  });

  const name = providerName(provider);
  if (connect.isError) {
    const { title, detail } = failureNotice(connect.error, `Failed to connect ${name} calendar`);
    return <CallbackNotice state="error" title={title} text={detail ?? 'Taking you back...'} leaveTo={returnTo} />;
  }
  if (connect.isSuccess) {
    return <CallbackNotice state="success" title={`${name} Calendar connected`} text="Taking you back..." />;
  }
  return <CallbackNotice state="processing" title={`Connecting ${name} Calendar`} text="One moment..." />;
}
