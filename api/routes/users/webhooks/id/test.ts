import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { answer, readBody, readParams } from '#api/http.ts';
import { createRateLimit } from '#api/middleware/rate-limit.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { testWebhook } from '#contract/outgoing-webhooks.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { insertTestDelivery } from '#db/queries/webhook-deliveries.ts';

export function webhookTestRoute(context: ApiContext): Router {
  // Each test calls a third party's server.
  const limited = createRateLimit(context.redis, {
    name: 'webhook-test',
    limit: context.config.limits.mail,
    by: 'user',
  });
  const guards = [requireUser(context), requireSubscription(context), limited];
  return Router().post(testWebhook.path, ...guards, async (request, response) => {
    const { id } = readParams(testWebhook, request);
    readBody(testWebhook, request);
    const { userId } = currentUser(request);
    const deliveryId = await context.pool.transaction(async (transaction) => {
      const inserted = await insertTestDelivery(transaction, { userId, id });
      if (inserted === null) throw notFound();
      await insertOutboxMessages(transaction, [{ workflow: 'deliver-webhook', deliveryId: inserted, userId }]);
      return inserted;
    });
    answer(response, testWebhook, { deliveryId });
  });
}
