import { catchUpSubscription } from '#api/commands/change-subscription.ts';
import { atProvider } from '#api/payment-failures.ts';
import { route } from '#api/route.ts';
import { viewSubscription } from '#api/view-subscription.ts';
import { refreshSubscription } from '#contract/subscriptions.ts';
import { NO_PLAN } from '#domain/access.ts';

export const refreshSubscriptionRoute = route(refreshSubscription, async ({ context, caller }) => {
  const { userId, whitelist, subscription: before } = caller;
  const read = await atProvider('Failed to load subscription information', () =>
    catchUpSubscription(context, userId, before?.status ?? null),
  );
  const subscription = viewSubscription({ subscription: read, whitelist }, new Date());
  return { subscription, status: subscription?.status ?? NO_PLAN };
});
