import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { subscriptionQuery } from '#web/api/current-subscription.ts';
import { postRefreshSubscription } from '#web/api/subscriptions.ts';
import { opensApp } from '#web/auth/subscription-gate.ts';
import { isPaidReturn, readCheckoutSearch } from '#web/features/billing/checkout-search.ts';
import { StartingTrial, Waiting } from '#web/features/billing/starting-trial.tsx';
import { useCheckout } from '#web/features/billing/use-checkout.ts';
import { useCheckoutReturn } from '#web/features/billing/use-checkout-return.ts';
import { SubscriptionRequired } from '#web/features/subscription-required/subscription-required.tsx';

export const Route = createFileRoute('/app/subscription-required')({
  validateSearch: readCheckoutSearch,
  component: Screen,
});

/** How long the screen only waits for a checkout's confirmation, and how often it polls during that time and after. */
const CONFIRMATION_MS = 45_000;
const POLL_MS = { awaited: 1500, late: 10_000 };

function Screen() {
  // Keeps the initial query. The URL is cleaned right away, so that a reload does not repeat its effects.
  const search = Route.useSearch();
  const [arrival] = useState(search);
  const isAwaited = useElapsing(isPaidReturn(arrival));
  const pollMs = isAwaited ? POLL_MS.awaited : POLL_MS.late;
  const subscription = useQuery({ ...subscriptionQuery, refetchInterval: isPaidReturn(arrival) && pollMs });
  const failure = useLastFailure(subscription.error);
  const { refresh, isRefreshing } = useRefresh();
  const navigate = useNavigate();
  const checkout = useCheckout(paths);
  useCheckoutReturn(arrival);
  const isOpen = subscription.isSuccess && opensApp(subscription.data);
  useEffect(() => {
    if (isPaidReturn(arrival)) refresh();
  }, [arrival, refresh]);
  useEffect(() => {
    // Makes the dashboard show the welcome toast.
    const welcome = isPaidReturn(arrival) ? ({ subscriptionStarted: 'true' } as const) : {};
    if (isOpen) navigate({ to: '/app', search: welcome, replace: true }).catch(reportError);
    else if (Object.keys(arrival).length > 0) {
      navigate({ to: '/app/subscription-required', search: {}, replace: true }).catch(reportError);
    }
  }, [isOpen, arrival, navigate]);

  const choice = (
    <SubscriptionRequired
      subscription={subscription.data}
      failure={subscription.data === undefined ? failure : null}
      isChecking={isRefreshing}
      isUnconfirmed={isPaidReturn(arrival)}
      checkout={checkout}
      onRetry={refresh}
    />
  );
  if (isOpen || isAwaited)
    return <Waiting title="Confirming your subscription" text="Waiting for the payment provider..." />;
  const canStart = arrival.startTrial === 'true' && subscription.isSuccess;
  return canStart ? <StartingTrial checkout={checkout} otherwise={choice} /> : choice;
}

const paths = {
  success: (startTrial: boolean) => `/app?${startTrial ? 'trialStarted' : 'subscriptionStarted'}=true`,
  cancel: (startTrial: boolean) => `/app/settings?${startTrial ? 'trialCanceled' : 'canceled'}=true`,
  failure: (startTrial: boolean) =>
    startTrial ? 'Failed to start trial. Please try again.' : 'Failed to start subscription. Please try again.',
};

/**
 * Makes the server fetch the subscription from the payment provider, whose webhook may be late or lost. Then refetches
 * it from our server, even if that failed.
 */
function useRefresh() {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: postRefreshSubscription,
    onSettled: () => queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey }),
  });
  const refresh = useCallback(() => mutate(), [mutate]);
  return { refresh, isRefreshing: isPending };
}

/** Returns whether the confirmation period is still running; always false unless `isAsked`. */
function useElapsing(isAsked: boolean): boolean {
  const [isRunning, setRunning] = useState(isAsked);
  useEffect(() => {
    const timer = setTimeout(() => setRunning(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, []);
  return isRunning;
}

/** Keeps returning the last failure while the check is repeated. */
function useLastFailure(error: Error | null): Error | null {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  return error ?? last;
}
