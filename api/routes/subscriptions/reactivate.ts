import { Router } from 'express';
import { reactivateSubscription } from '#api/commands/change-subscription.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { atProvider } from '#api/payment-failures.ts';
import { viewSubscription } from '#api/view-subscription.ts';
import { reactivateSubscription as endpoint } from '#contract/subscriptions.ts';

export function reactivateSubscriptionRoute(context: ApiContext): Router {
  return Router().post(endpoint.path, requireUser(context), async (request, response) => {
    readBody(endpoint, request);
    const { userId, whitelist } = currentUser(request);
    const changed = await atProvider('Failed to reactivate subscription', () =>
      reactivateSubscription(context, userId),
    );
    const subscription = viewSubscription({ subscription: changed, whitelist }, new Date());
    answer(response, endpoint, { subscription, message: 'Your subscription continues.' });
  });
}
