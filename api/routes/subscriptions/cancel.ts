import { cancelSubscription } from '#api/commands/change-subscription.ts';
import { atProvider } from '#api/payment-failures.ts';
import { route } from '#api/route.ts';
import { viewSubscription } from '#api/view-subscription.ts';
import { cancelSubscription as endpoint } from '#contract/subscriptions.ts';

export const cancelSubscriptionRoute = route(endpoint, async ({ context, caller: { userId, whitelist } }) => {
  const changed = await atProvider('Failed to cancel subscription', () => cancelSubscription(context, userId));
  const message = changed?.cancelAtPeriodEnd
    ? 'Your subscription will end at the end of the paid period.'
    : 'Your subscription has ended.';
  return { subscription: viewSubscription({ subscription: changed, whitelist }, new Date()), message };
});
