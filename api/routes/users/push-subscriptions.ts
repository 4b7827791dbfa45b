import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { conflict, invalid, unauthorized } from '#api/errors.ts';
import { answer, readBody } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentSession, requireUser } from '#api/middleware/require-user.ts';
import { subscribePush, unsubscribePush } from '#contract/push.ts';
import {
  countPushSubscriptions,
  deletePushSubscription,
  insertPushSubscription,
} from '#db/queries/push-subscriptions.ts';
import { isSessionOpen } from '#db/queries/sessions.ts';
import { lockUser } from '#db/queries/users.ts';
import { isPushAddress } from '#providers/push/push-address.ts';

/** More than anyone uses. */
const MOST_BROWSERS = 20;

export function pushSubscriptionsRoute(context: ApiContext): Router {
  return Router()
    .post(subscribePush.path, requireUser(context), requireSubscription(context), async (request, response) => {
      const { endpoint, keys } = readBody(subscribePush, request);
      if (!isPushAddress(endpoint, context.config.messagesUrl))
        throw invalid({ endpoint: 'must be an address of a browser’s push service' });
      const { userId, sessionId } = currentSession(request);
      await context.pool.transaction(async (transaction) => {
        // A reset or a sign-out everywhere may have overtaken this request.
        await lockUser(transaction, userId);
        if (!(await isSessionOpen(transaction, sessionId))) throw unauthorized();
        await insertPushSubscription(transaction, { userId, sessionId, endpoint, ...keys });
        if ((await countPushSubscriptions(transaction, userId)) > MOST_BROWSERS)
          throw conflict(
            `You already get notifications in ${MOST_BROWSERS} browsers. Sign out of one you no longer use.`,
          );
      });
      answer(response, subscribePush, {});
    })
    .delete(unsubscribePush.path, requireUser(context), async (request, response) => {
      const { endpoint } = readBody(unsubscribePush, request);
      await deletePushSubscription(context.pool, { userId: currentSession(request).userId, endpoint });
      answer(response, unsubscribePush, {});
    });
}
