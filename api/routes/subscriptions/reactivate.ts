import { reactivateSubscription } from '#api/commands/change-subscription.ts';
import { atProvider } from '#api/payment-failures.ts';
import { route } from '#api/route.ts';
import { viewSubscription } from '#api/view-subscription.ts';
import { reactivateSubscription as endpoint } from '#contract/subscriptions.ts';

export const reactivateSubscriptionRoute = route(endpoint, async ({ context, caller: { userId, whitelist } }) => {
  const changed = await atProvider('Failed to reactivate subscription', () => reactivateSubscription(context, userId));
  const subscription = viewSubscription({ subscription: changed, whitelist }, new Date());
  return { subscription, message: 'Your subscription continues.' };
});
