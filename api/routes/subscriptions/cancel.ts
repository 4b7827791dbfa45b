import { Router } from 'express';
import { cancelSubscription } from '#api/commands/change-subscription.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { atProvider } from '#api/payment-failures.ts';
import { viewSubscription } from '#api/view-subscription.ts';
import { cancelSubscription as endpoint } from '#contract/subscriptions.ts';

export function cancelSubscriptionRoute(context: ApiContext): Router {
  return Router().post(endpoint.path, requireUser(context), async (request, response) => {
    readBody(endpoint, request);
    const { userId, whitelist } = currentUser(request);
    const changed = await atProvider('Failed to cancel subscription', () => cancelSubscription(context, userId));
    const message = changed?.cancelAtPeriodEnd
      ? 'Your subscription ends at the end of the paid period.'
      : 'Your subscription has ended.';
    const subscription = viewSubscription({ subscription: changed, whitelist }, new Date());
    answer(response, endpoint, { subscription, message });
  });
}
