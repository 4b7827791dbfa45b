import { Router } from 'express';
import { catchUpSubscription } from '#api/commands/change-subscription.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { atProvider } from '#api/payment-failures.ts';
import { viewSubscription } from '#api/view-subscription.ts';
import { refreshSubscription } from '#contract/subscriptions.ts';
import { NO_PLAN } from '#domain/access.ts';

export function refreshSubscriptionRoute(context: ApiContext): Router {
  return Router().post(refreshSubscription.path, requireUser(context), async (request, response) => {
    readBody(refreshSubscription, request);
    const { userId, whitelist, subscription: before } = currentUser(request);
    const read = await atProvider('Failed to load subscription information', () =>
      catchUpSubscription(context, userId, before?.status ?? null),
    );
    const subscription = viewSubscription({ subscription: read, whitelist }, new Date());
    answer(response, refreshSubscription, { subscription, status: subscription?.status ?? NO_PLAN });
  });
}
