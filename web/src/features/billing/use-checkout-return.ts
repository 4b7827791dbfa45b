import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscriptionQuery } from '#web/api/current-subscription.ts';
import { invalidate } from '#web/api/invalidate.ts';
import { trialEligibilityQuery, usageQuery } from '#web/api/subscriptions.ts';
import { opensApp } from '#web/auth/subscription-gate.ts';
import { notify } from '#web/ui/notify.ts';
import { type CheckoutSearch, isPaidReturn } from './checkout-search.ts';

/** Reports how a checkout ended. The caller cleans up the URL. */
export function useCheckoutReturn(search: CheckoutSearch): void {
  const queryClient = useQueryClient();
  const isPaid = isPaidReturn(search);
  const { trialCanceled, canceled } = search;
  useEffect(() => {
    if (trialCanceled) notify({ tone: 'blank', title: 'Trial setup was canceled. You can try again anytime.' });
    else if (canceled) notify({ tone: 'blank', title: 'Checkout was cancelled. Nothing was charged.' });
    else if (isPaid) welcome(queryClient).catch(reportError);
  }, [trialCanceled, canceled, isPaid, queryClient]);
}

/** Shows a welcome toast if there is a subscription. Asks the server, since the URL can be forged. */
async function welcome(queryClient: QueryClient): Promise<void> {
  const subscription = await queryClient.fetchQuery({ ...subscriptionQuery, staleTime: 0 });
  await invalidate(queryClient, [usageQuery.queryKey, trialEligibilityQuery.queryKey]);
  if (!opensApp(subscription)) return;
  const title = subscription?.isTrialing ? 'Your free trial has started' : 'Your subscription is active';
  notify({ tone: 'success', title, durationMs: 5000 });
}
