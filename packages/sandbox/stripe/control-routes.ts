import type { Router } from 'express';
import * as z from 'zod';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import { find } from '#sandbox/stripe/store.ts';
import type { Deliveries } from '#sandbox/stripe/webhooks/deliveries.ts';

const redeliverBody = z.strictObject({ eventId: z.string() });
const resumeBody = z.strictObject({ order: z.enum(['created', 'reversed', 'shuffled']).optional() });
const dunningBody = z.strictObject({ finally: z.enum(['cancel', 'unpaid', 'past_due']) });

/**
 * Adds Stripe's own controls, beyond those in docs/running.md: `webhooks/resume` takes
 * `{"order":"created"|"reversed"|"shuffled"}` to send held deliveries one after the other, `GET webhooks` lists
 * outstanding ones as `pending`, and `POST dunning {"finally":"cancel"|"unpaid"|"past_due"}` sets what happens to a
 * subscription whose last retry fails.
 */
export function addControls(own: Router, context: StripeContext, deliveries: Deliveries): void {
  own.get('/webhooks', (_req, res) => {
    const { paused, pending, deliveries: made } = context.state.webhooks;
    const waiting = pending.map(({ eventId, endpointId, attempt, dueAtMs }) => ({
      eventId,
      type: find(context, 'event', eventId)?.type,
      url: find(context, 'webhook_endpoint', endpointId)?.url,
      attempt,
      at: new Date(dueAtMs).toISOString(),
    }));
    res.json({ deliveries: made, paused, pending: waiting });
  });

  own.post('/webhooks/redeliver', (req, res) => {
    const { eventId } = redeliverBody.parse(req.body);
    const event = find(context, 'event', eventId);
    if (!event) throw Object.assign(new Error(`no event ${eventId}`), { status: 404 });
    const endpoints = deliveries.redeliver(event);
    context.save();
    res.json({ eventId, endpoints });
  });

  own.post('/webhooks/pause', (_req, res) => {
    deliveries.pause();
    context.save();
    res.json({ paused: true });
  });

  own.post('/webhooks/resume', async (req, res) => {
    const { order } = resumeBody.parse(req.body ?? {});
    await deliveries.resume(order);
    context.save();
    res.json({ paused: false });
  });

  own.post('/dunning', (req, res) => {
    context.state.dunning = dunningBody.parse(req.body).finally;
    context.save();
    res.json({ finally: context.state.dunning });
  });
}
