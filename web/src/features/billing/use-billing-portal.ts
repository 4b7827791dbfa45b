import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/api/api-error.ts';
import { subscriptionQuery } from '#web/api/current-subscription.ts';
import { getBillingPortalUrl } from '#web/api/subscriptions.ts';
import { notify } from '#web/ui/notify.ts';

const NOT_READY = 'Billing portal is being set up. Please try again later.';

/**
 * Opens the payment provider's portal in a new tab. The tab is opened inside the click, or the browser would take it for a popup.
 *
 * @param failure what is said when it does not open
 */
export function useBillingPortal(failure = 'Failed to open billing portal. Please try again later.') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const tab = window.open('', '_blank');
      if (tab) tab.opener = null;
      try {
        const url = await getBillingPortalUrl();
        // Without a tab of its own it is better here than nowhere.
        (tab ?? window).location.assign(url);
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
    onError: async (error) => {
      notify({ tone: 'error', title: isMissing(error) ? NOT_READY : failure, durationMs: 5000 });
      // The provider may have deleted the customer, and the server found out by this.
      await queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey });
    },
  });
}

/** Whoever has never been at the checkout, or whose provider has no portal yet, is told so; everything else is a fault. */
function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.message.includes('being set up'));
}
