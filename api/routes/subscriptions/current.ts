import { route } from '#api/route.ts';
import { viewSubscription } from '#api/view-subscription.ts';
import { getCurrentSubscription } from '#contract/subscriptions.ts';
import { NO_PLAN } from '#domain/access.ts';

export const currentSubscriptionRoute = route(getCurrentSubscription, ({ caller }) => {
  const subscription = viewSubscription(caller, new Date());
  return { subscription, status: subscription?.status ?? NO_PLAN };
});
