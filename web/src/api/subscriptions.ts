import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '#contract/http.ts';
import type {
  cancelSubscription,
  checkTrialEligibility,
  createSubscription,
  getUsage,
  openBillingPortal,
  reactivateSubscription,
  refreshSubscription,
} from '#contract/subscriptions.ts';
import { call } from './client.ts';

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: async () => (await call<typeof getUsage>({ method: 'get', path: '/subscriptions/usage' })).usage,
});

/** Whether the free trial is still available; unknown if the check fails. */
export const trialEligibilityQuery = queryOptions({
  queryKey: ['trial-eligibility'],
  queryFn: async () =>
    (await call<typeof checkTrialEligibility>({ method: 'get', path: '/subscriptions/check-trial-eligibility' }))
      .eligible,
});

/** Opens a checkout. The browser continues at the returned `url`. */
export function postCheckout(body: BodyOf<typeof createSubscription>) {
  return call<typeof createSubscription>({ method: 'post', path: '/subscriptions/create', body });
}

/** Creates a single-use URL of the payment provider's portal. */
export async function getBillingPortalUrl(): Promise<string> {
  return (await call<typeof openBillingPortal>({ method: 'get', path: '/subscriptions/billing-portal' })).url;
}

export function postCancelSubscription() {
  return call<typeof cancelSubscription>({ method: 'post', path: '/subscriptions/cancel', body: {} });
}

export function postReactivateSubscription() {
  return call<typeof reactivateSubscription>({ method: 'post', path: '/subscriptions/reactivate', body: {} });
}

/** Makes the server fetch the subscription from the payment provider, whose webhook may be late. */
export async function postRefreshSubscription() {
  const path = '/subscriptions/refresh';
  return (await call<typeof refreshSubscription>({ method: 'post', path, body: {} })).subscription;
}
