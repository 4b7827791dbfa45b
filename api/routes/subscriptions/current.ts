import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { answer } from '#api/http.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { viewSubscription } from '#api/view-subscription.ts';
import { getCurrentSubscription } from '#contract/subscriptions.ts';
import { NO_PLAN } from '#domain/access.ts';

export function currentSubscriptionRoute(context: ApiContext): Router {
  return Router().get(getCurrentSubscription.path, requireUser(context), (request, response) => {
    const subscription = viewSubscription(currentUser(request), new Date());
    answer(response, getCurrentSubscription, { subscription, status: subscription?.status ?? NO_PLAN });
  });
}
