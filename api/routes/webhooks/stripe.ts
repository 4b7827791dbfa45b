import { promisify } from 'node:util';
import express, { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { unsigned } from '#api/errors.ts';
import { answer } from '#api/http.ts';
import { createWebhookLine } from '#api/webhook-line.ts';
import { receiveStripeEvent } from '#contract/webhooks.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { findUserOfCustomer } from '#db/queries/payment-customers.ts';
import { insertPaymentEvent } from '#db/queries/payment-events.ts';

/** An event contains one object; Stripe's largest are far smaller. */
const MOST_BYTES = 2 ** 20;

/**
 * Receives payment events. Runs before the JSON parser and the session, as the signature covers the raw bytes and a
 * Redis outage must not lose events. The response follows the commit, so acknowledged events are never lost. Anyone can
 * post here, and no rate limit applies: events join a short line before they are received and are checked in turn
 * afterwards (createWebhookLine). Stripe resends refused ones.
 */
export function stripeWebhookRoute({ pool, paymentEvents }: ApiContext): Router {
  const readBytes = promisify(express.raw({ type: () => true, limit: MOST_BYTES }));
  const enter = createWebhookLine(MOST_BYTES);
  return Router().post(receiveStripeEvent.path, async (request, response) => {
    const signature = request.get('stripe-signature');
    if (!signature) throw unsigned();
    const call = enter(request, response);
    await readBytes(request, response);
    const body: unknown = request.body;
    const event = await call.prove(async () => (Buffer.isBuffer(body) ? paymentEvents.read(body, signature) : null));
    if (!event) throw unsigned();
    await pool.transaction(async (transaction) => {
      const isNew = await insertPaymentEvent(transaction, event);
      const userId = isNew && event.customerId ? await findUserOfCustomer(transaction, event.customerId) : null;
      if (userId) await insertOutboxMessages(transaction, [{ workflow: 'subscription', userId }]);
    });
    answer(response, receiveStripeEvent, { received: true });
  });
}
