import { VALID_SUBSCRIPTION_STATUSES } from '#contract/limits.ts';
import type { Subscription } from '#contract/subscriptions.ts';

/** Whether a subscription opens the app: active, trialing or past due, or the beta access of the whitelist. */
export function opensApp(subscription: Subscription | null): boolean {
  if (!subscription) return false;
  return (
    subscription.plan === 'whitelisted' || VALID_SUBSCRIPTION_STATUSES.some((status) => status === subscription.status)
  );
}
