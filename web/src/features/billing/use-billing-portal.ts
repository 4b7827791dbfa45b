import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/api/api-error.ts';
import { subscriptionQuery } from '#web/api/current-subscription.ts';
import { getBillingPortalUrl } from '#web/api/subscriptions.ts';
import { notify } from '#web/ui/notify.ts';

const NOT_READY = 'Billing portal is being set up. Please try again later.';

/**
 * Opens the payment provider's portal in a new tab. The tab opens during the click, so that popup blockers allow it.
 * @param failure error message
 */
export function useBillingPortal(failure = 'Failed to open billing portal. Please try again later.') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const tab = window.open('', '_blank');
      if (tab) tab.opener = null;
      try {
        const url = await getBillingPortalUrl();
        // If the tab was blocked, open the portal here.
        (tab ?? window).location.assign(url);
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
    onError: async (error) => {
      notify({ tone: 'error', title: isMissing(error) ? NOT_READY : failure, durationMs: 5000 });
      // The provider may have deleted the customer, which the server has just noticed.
      await queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey });
    },
  });
}

/** Returns whether there is no portal yet: the user never checked out, or it is not configured. */
function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.message.includes('being set up'));
}
