import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Subscription } from '#contract/subscriptions.ts';
import { subscriptionQuery } from '#web/api/current-subscription.ts';
import { trialEligibilityQuery, usageQuery } from '#web/api/subscriptions.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { notify } from '#web/ui/notify.ts';

const ASK_EVERY_MS = 1000;
const MAX_ASKS = 10;

type Change = {
  send: () => Promise<unknown>;
  /** Whether the subscription shows the change: the payment provider's word may reach the server after its answer. */
  isDone: (subscription: Subscription | null) => boolean;
  success: string;
  failure: string;
  onDone?: () => void;
};

/**
 * Changes the subscription and waits until it shows; nothing is shown before it is so. The guards look again afterwards, also after a failure: what was
 * asked for may have come about, or have been done in another tab.
 */
export function useSubscriptionChange({ send, isDone, success, failure, onDone }: Change) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: async () => {
      await send();
      await waitUntil(queryClient, isDone);
    },
    onSuccess: async () => {
      onDone?.();
      notify({ tone: 'success', title: success, durationMs: 5000 });
      await lookAgain([usageQuery, trialEligibilityQuery]);
    },
    onError: async (error) => {
      reportFailure(error, failure);
      await lookAgain([subscriptionQuery, usageQuery, trialEligibilityQuery]);
    },
  });

  async function lookAgain(queries: { queryKey: readonly unknown[] }[]): Promise<void> {
    await Promise.all(queries.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
    await router.invalidate();
  }
}

async function waitUntil(queryClient: QueryClient, isDone: Change['isDone']): Promise<void> {
  for (let asked = 0; asked < MAX_ASKS; asked++) {
    if (isDone(await queryClient.fetchQuery({ ...subscriptionQuery, staleTime: 0 }))) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}
