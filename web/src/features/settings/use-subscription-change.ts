import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Subscription } from '#contract/subscriptions.ts';
import { subscriptionQuery } from '#web/api/current-subscription.ts';
import { invalidate } from '#web/api/invalidate.ts';
import { trialEligibilityQuery, usageQuery } from '#web/api/subscriptions.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { notify } from '#web/ui/notify.ts';

const ASK_EVERY_MS = 1000;
const MAX_ASKS = 10;

type Change = {
  send: () => Promise<unknown>;
  /** Whether the subscription reflects the change. The provider's webhook may arrive after its response. */
  isDone: (subscription: Subscription | null) => boolean;
  success: string;
  failure: string;
  onDone?: () => void;
};

/**
 * Changes the subscription and waits until the server shows the change, for 10 s at most. The route guards run again
 * afterwards, even after a failure: the change may have gone through, or been made in another tab.
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
      await refresh([usageQuery.queryKey, trialEligibilityQuery.queryKey]);
    },
    onError: async (error) => {
      reportFailure(error, failure);
      await refresh([subscriptionQuery.queryKey, usageQuery.queryKey, trialEligibilityQuery.queryKey]);
    },
  });

  async function refresh(keys: readonly QueryKey[]): Promise<void> {
    await invalidate(queryClient, keys);
    await router.invalidate();
  }
}

async function waitUntil(queryClient: QueryClient, isDone: Change['isDone']): Promise<void> {
  for (let asked = 0; asked < MAX_ASKS; asked++) {
    if (isDone(await queryClient.fetchQuery({ ...subscriptionQuery, staleTime: 0 }))) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}
