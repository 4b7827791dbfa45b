import express, { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { badRequest } from '#api/errors.ts';
import { answer } from '#api/http.ts';
import { receiveStripeEvent } from '#contract/subscriptions.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { findUserOfCustomer } from '#db/queries/payment-customers.ts';
import { insertPaymentEvent } from '#db/queries/payment-events.ts';

/** An event contains one object; Stripe's largest are far smaller. */
const BODY_LIMIT = '1mb';

/**
 * Receives payment events. Runs before the JSON parser and the session, as the signature covers the raw bytes and a
 * Redis outage must not lose events. The response follows the commit, so acknowledged events are never lost.
 */
export function stripeWebhookRoute({ pool, paymentEvents }: ApiContext): Router {
  const readBytes = express.raw({ type: () => true, limit: BODY_LIMIT });
  return Router().post(receiveStripeEvent.path, readBytes, async (request, response) => {
    const signature = request.get('stripe-signature');
    const body: unknown = request.body;
    const event = signature && Buffer.isBuffer(body) ? paymentEvents.read(body, signature) : null;
    if (!event) throw badRequest('The signature is not valid.');
    await pool.transaction(async (transaction) => {
      const isNew = await insertPaymentEvent(transaction, event);
      const userId = isNew && event.customerId ? await findUserOfCustomer(transaction, event.customerId) : null;
      if (userId) await insertOutboxMessages(transaction, [{ workflow: 'subscription', userId }]);
    });
    answer(response, receiveStripeEvent, { received: true });
  });
}
