import { VALID_SUBSCRIPTION_STATUSES } from '#contract/limits.ts';
import type { Subscription } from '#contract/subscriptions.ts';

/** Returns whether a subscription grants access: active, trialing or past due, or whitelisted. */
export function opensApp(subscription: Subscription | null): boolean {
  if (!subscription) return false;
  return (
    subscription.plan === 'whitelisted' || VALID_SUBSCRIPTION_STATUSES.some((status) => status === subscription.status)
  );
}
