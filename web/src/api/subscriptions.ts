import { queryOptions } from '@tanstack/react-query';
import type {
  cancelSubscription,
  checkTrialEligibility,
  createSubscription,
  getUsage,
  openBillingPortal,
  reactivateSubscription,
  refreshSubscription,
} from '#contract/subscriptions.ts';
import { call, caller, read } from './client.ts';

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: async () => (await read<typeof getUsage>('/subscriptions/usage')).usage,
});

/** Whether the free trial is still available; unknown if the check fails. */
export const trialEligibilityQuery = queryOptions({
  queryKey: ['trial-eligibility'],
  queryFn: async () => (await read<typeof checkTrialEligibility>('/subscriptions/check-trial-eligibility')).eligible,
});

/** Opens a checkout. The browser continues at the returned `url`. */
export const postCheckout = caller<typeof createSubscription>('post', '/subscriptions/create');

/** Creates a single-use URL of the payment provider's portal. */
export async function getBillingPortalUrl(): Promise<string> {
  return (await read<typeof openBillingPortal>('/subscriptions/billing-portal')).url;
}

export const postCancelSubscription = caller<typeof cancelSubscription>('post', '/subscriptions/cancel');
export const postReactivateSubscription = caller<typeof reactivateSubscription>('post', '/subscriptions/reactivate');

/** Makes the server fetch the subscription from the payment provider, whose webhook may be late. */
export async function postRefreshSubscription() {
  const path = '/subscriptions/refresh';
  return (await call<typeof refreshSubscription>({ method: 'post', path, body: {} })).subscription;
}
