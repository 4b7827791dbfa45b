import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import type { checkTrialEligibility, getCurrentSubscription, getUsage } from '#api/contract/subscriptions.ts';
import { call } from './client.ts';

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: async () =>
    (await call<typeof getCurrentSubscription>({ method: 'get', path: '/subscriptions/current' })).subscription,
});

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

// The calls of the payment side in the shapes of specification section 7; to be told by `typeof` once the contract names them.
type Described = { access: 'session'; summary: string };
export type CheckoutOrder = { priceId: string; startTrial: boolean; successUrl: string; cancelUrl: string };
type CreateCheckout = Described & {
  method: 'post';
  path: '/subscriptions/create';
  body: z.ZodType<CheckoutOrder, CheckoutOrder>;
  data: z.ZodType<{ url: string }>;
};
type OpenBillingPortal = Described & {
  method: 'get';
  path: '/subscriptions/billing-portal';
  data: z.ZodType<{ url: string }>;
};
type ChangeSubscription<Path extends string> = Described & { method: 'post'; path: Path; data: z.ZodType };

/** Opens a checkout; the answer's `url` is where the browser goes next. */
export function postCheckout(body: CheckoutOrder) {
  return call<CreateCheckout>({ method: 'post', path: '/subscriptions/create', body });
}

/** A fresh address of the payment provider's portal, good for one visit. */
export async function getBillingPortalUrl(): Promise<string> {
  return (await call<OpenBillingPortal>({ method: 'get', path: '/subscriptions/billing-portal' })).url;
}

export function postCancelSubscription() {
  return call<ChangeSubscription<'/subscriptions/cancel'>>({ method: 'post', path: '/subscriptions/cancel' });
}

export function postReactivateSubscription() {
  return call<ChangeSubscription<'/subscriptions/reactivate'>>({ method: 'post', path: '/subscriptions/reactivate' });
}
