import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { subscriptionQuery } from '#web/api/current-subscription.ts';
import { invalidate } from '#web/api/invalidate.ts';
import { plansQuery } from '#web/api/plans.ts';
import { postCheckout, trialEligibilityQuery } from '#web/api/subscriptions.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { notify } from '#web/ui/notify.ts';

type Order = {
  /** Empty for the fallback plan, which the provider does not have: the checkout then takes the first real plan. */
  priceId: string;
  startTrial: boolean;
};

type Paths = {
  /** The paths that the payment provider returns to. */
  success: (startTrial: boolean) => string;
  cancel: (startTrial: boolean) => string;
  /** Error message when the checkout cannot start. */
  failure: (startTrial: boolean) => string;
};

/**
 * Opens a checkout. `isLeaving` is true from the click until the browser leaves or the checkout fails, `hasEnded` once
 * it has failed or the user came back from it.
 */
export function useCheckout({ success, cancel, failure }: Paths) {
  const queryClient = useQueryClient();
  const reportFailure = useReportFailure();
  const [isBack, setBack] = useState(false);
  const checkout = useMutation({
    mutationFn: async ({ priceId, startTrial }: Order) => {
      const id = priceId || (await queryClient.fetchQuery({ ...plansQuery, staleTime: 0 }))[0]?.id;
      if (id === undefined) throw new Error('No plan is available right now');
      const { origin } = window.location;
      const [successUrl, cancelUrl] = [`${origin}${success(startTrial)}`, `${origin}${cancel(startTrial)}`];
      return postCheckout({ priceId: id, startTrial, successUrl, cancelUrl });
    },
    onSuccess: ({ url }) => {
      // The Back button may restore this page from the back-forward cache, in the state in which it was left.
      window.addEventListener('pagehide', startOver, { once: true });
      window.location.assign(url);
    },
    onError: async (error, { startTrial }) => {
      const isConflict = error instanceof ApiError && error.type === 'CONFLICT';
      if (!isConflict) return reportFailure(error, failure(startTrial));
      // The subscription has changed since, for example by a payment in another tab. The server's message explains it.
      notify({ tone: 'error', title: error.message, durationMs: 5000 });
      await invalidate(queryClient, [subscriptionQuery.queryKey, trialEligibilityQuery.queryKey]);
    },
  });

  function startOver(): void {
    checkout.reset();
    setBack(true);
  }

  return {
    start: checkout.mutate,
    isLeaving: checkout.isPending || checkout.isSuccess,
    hasEnded: checkout.isError || isBack,
  };
}

export type Checkout = ReturnType<typeof useCheckout>;
