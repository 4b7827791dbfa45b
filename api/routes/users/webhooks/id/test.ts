import { notFound } from '#api/errors.ts';
import { limitMailsByUser } from '#api/middleware/rate-limit.ts';
import { route } from '#api/route.ts';
import { testWebhook } from '#contract/outgoing-webhooks.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { insertTestDelivery } from '#db/queries/webhook-deliveries.ts';

export const webhookTestRoute = route(
  testWebhook,
  async ({ context, caller: { userId }, params: { id } }) => {
    const deliveryId = await context.pool.transaction(async (transaction) => {
      const inserted = await insertTestDelivery(transaction, { userId, id });
      if (inserted === null) throw notFound();
      await insertOutboxMessages(transaction, [{ workflow: 'deliver-webhook', deliveryId: inserted, userId }]);
      return inserted;
    });
    return { deliveryId };
  },
  // Each test calls a third party's server.
  (context) => [limitMailsByUser(context, 'webhook-test')],
);
