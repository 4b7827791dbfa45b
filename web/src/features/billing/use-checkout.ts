import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/api/api-error.ts';
import { subscriptionQuery } from '#web/api/current-subscription.ts';
import { plansQuery } from '#web/api/plans.ts';
import { postCheckout, trialEligibilityQuery } from '#web/api/subscriptions.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { notify } from '#web/ui/notify.ts';

type Order = {
  /** Empty for the built-in plan, which the provider does not know: the plans are asked for once more. */
  priceId: string;
  startTrial: boolean;
};

type Paths = {
  /** Where the payment provider returns to, paths of this app. */
  success: (startTrial: boolean) => string;
  cancel: (startTrial: boolean) => string;
  /** What is said when there is no checkout. */
  failure: (startTrial: boolean) => string;
};

/** Starts a checkout and leaves for it; busy from the click until the browser is there. */
export function useCheckout({ success, cancel, failure }: Paths) {
  const queryClient = useQueryClient();
  const reportFailure = useReportFailure();
  const checkout = useMutation({
    mutationFn: async ({ priceId, startTrial }: Order) => {
      const id = priceId || (await queryClient.fetchQuery({ ...plansQuery, staleTime: 0 }))[0]?.id;
      if (id === undefined) throw new Error('no plan can be ordered');
      const { origin } = window.location;
      const [successUrl, cancelUrl] = [`${origin}${success(startTrial)}`, `${origin}${cancel(startTrial)}`];
      return postCheckout({ priceId: id, startTrial, successUrl, cancelUrl });
    },
    onSuccess: ({ url }) => window.location.assign(url),
    onError: async (error, { startTrial }) => {
      const isConflict = error instanceof ApiError && error.type === 'CONFLICT';
      if (!isConflict) return reportFailure(error, failure(startTrial));
      // Something else came first, a payment in another tab for example: the server says what, and the page shows what is so now.
      notify({ tone: 'error', title: error.message, durationMs: 5000 });
      await lookAgain();
    },
  });
  async function lookAgain(): Promise<void> {
    await Promise.all(
      [subscriptionQuery, trialEligibilityQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
    );
  }
  return {
    start: checkout.mutate,
    isLeaving: checkout.isPending || checkout.isSuccess,
    hasFailed: checkout.isError,
  };
}

export type Checkout = ReturnType<typeof useCheckout>;
