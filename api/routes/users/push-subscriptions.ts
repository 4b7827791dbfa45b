import { conflict, invalid } from '#api/errors.ts';
import { route } from '#api/route.ts';
import { lockOpenSession } from '#api/sessions.ts';
import { subscribePush, unsubscribePush } from '#contract/push.ts';
import {
  countPushSubscriptions,
  deletePushSubscription,
  insertPushSubscription,
} from '#db/queries/push-subscriptions.ts';
import { isPushAddress } from '#providers/push/push-address.ts';

/** More than anyone uses. */
const MOST_BROWSERS = 20;

export const pushSubscriptionsRoutes = [
  route(subscribePush, async ({ context, caller, body: { endpoint, keys } }) => {
    if (!isPushAddress(endpoint, context.config.messagesUrl))
      throw invalid({ endpoint: 'must be the URL of a browser’s push service' });
    const { userId, sessionId } = caller;
    await context.pool.transaction(async (transaction) => {
      await lockOpenSession(transaction, caller);
      await insertPushSubscription(transaction, { userId, sessionId, endpoint, ...keys });
      if ((await countPushSubscriptions(transaction, userId)) > MOST_BROWSERS)
        throw conflict(
          `You already get notifications in ${MOST_BROWSERS} browsers. Sign out of one you no longer use.`,
        );
    });
    return {};
  }),
  route(unsubscribePush, async ({ context, caller: { userId }, body: { endpoint } }) => {
    await context.pool.transaction((transaction) => deletePushSubscription(transaction, { userId, endpoint }));
    return {};
  }),
];
