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

/** Whether the free trial may still be started; a failed check means that nobody knows. */
export const trialEligibilityQuery = queryOptions({
  queryKey: ['trial-eligibility'],
  queryFn: async () =>
    (await call<typeof checkTrialEligibility>({ method: 'get', path: '/subscriptions/check-trial-eligibility' }))
      .eligible,
});

/** Opens a checkout; the answer's `url` is where the browser goes next. */
export function postCheckout(body: BodyOf<typeof createSubscription>) {
  return call<typeof createSubscription>({ method: 'post', path: '/subscriptions/create', body });
}

/** A fresh address of the payment provider's portal, good for one visit. */
export async function getBillingPortalUrl(): Promise<string> {
  return (await call<typeof openBillingPortal>({ method: 'get', path: '/subscriptions/billing-portal' })).url;
}

export function postCancelSubscription() {
  return call<typeof cancelSubscription>({ method: 'post', path: '/subscriptions/cancel', body: {} });
}

export function postReactivateSubscription() {
  return call<typeof reactivateSubscription>({ method: 'post', path: '/subscriptions/reactivate', body: {} });
}

/** Has the server read the subscription at the payment provider, where its report may be late. */
export async function postRefreshSubscription() {
  const path = '/subscriptions/refresh';
  return (await call<typeof refreshSubscription>({ method: 'post', path, body: {} })).subscription;
}
