import * as z from 'zod';
import { WEBHOOK_EVENTS } from '#domain/enumerations.ts';
import { currentPassword } from './auth.ts';
import { byId, emptyBody, endpoint, instant, uuid } from './http.ts';
import { line } from './text.ts';

export const webhookEvent = z.enum(WEBHOOK_EVENTS);
export type WebhookEvent = z.infer<typeof webhookEvent>;

const outgoingWebhook = z.object({
  id: uuid,
  url: z.string(),
  events: z.array(webhookEvent),
  createdAt: instant,
  /** When the last delivery arrived. */
  lastDeliveredAt: instant.nullable(),
  /**
   * Set after three days without a successful delivery, a 410, too large a backlog, or a restore: nothing more is sent
   * until a test succeeds.
   */
  stoppedAt: instant.nullable(),
});
export type OutgoingWebhook = z.infer<typeof outgoingWebhook>;

const ABOUT =
  '`briefing.ready`: a meeting’s research is finished. `briefing.sent`: its briefing, update or digest was sent. `meeting.changed`: a meeting was created, updated or cancelled. Each delivery is a JSON POST: `{"type", "timestamp", "data"}` with ids and times in `data`, signed as in Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`). A 2xx response within 20 seconds acknowledges it. Anything else, including no response, is retried for three days with increasing delays, or after a longer `Retry-After` of up to a day. A retry has the same `webhook-id`, so use it to recognize repeats. A 410 stops the webhook immediately, as does a backlog of a thousand deliveries with none acknowledged. Redirects are not followed. After a restore of our database, deliveries that may have arrived are not retried, and are listed as `unknown`.';

export const listWebhooks = endpoint('get /users/webhooks', {
  access: 'session',
  summary: 'The webhooks of the signed-in user',
  data: z.object({ webhooks: z.array(outgoingWebhook) }),
});

export const exportedWebhook = outgoingWebhook.omit({ id: true, lastDeliveredAt: true });

export const createWebhook = endpoint('post /users/webhooks', {
  access: 'subscriber',
  summary: 'Send events about briefings and meetings to another tool',
  description: `${ABOUT} The secret is returned only here; the owner is emailed. Requires the same proof as creating an access token. The URL must be https and publicly reachable.`,
  errors: ['PASSWORD_REQUIRED', 'FACTOR_REQUIRED', 'CONFLICT'],
  example: { url: 'https://hooks.harborline.test/foreword', events: ['briefing.ready', 'meeting.changed'] },
  body: z.strictObject({
    url: line(2000).min(1, 'Please enter a URL'),
    events: z
      .array(webhookEvent)
      .min(1, 'Please choose at least one event')
      .max(WEBHOOK_EVENTS.length)
      .refine((events) => new Set(events).size === events.length, { message: 'must not repeat an event' }),
    currentPassword: currentPassword.optional(),
  }),
  data: z.object({ id: uuid, secret: z.string() }),
});

export const deleteWebhook = endpoint('delete /users/webhooks/:id', {
  access: 'session',
  summary: 'Delete a webhook; nothing more will be sent to it',
  ...byId,
  data: z.object({}),
});

export const testWebhook = endpoint('post /users/webhooks/:id/test', {
  access: 'subscriber',
  status: 202,
  summary: 'Send a test event, once; success resumes a stopped webhook',
  ...byId,
  ...emptyBody,
  data: z.object({ deliveryId: uuid }),
});

const webhookDelivery = z.object({
  id: uuid,
  event: z.string(),
  state: z.enum(['queued', 'sending', 'delivered', 'unknown', 'failed']),
  attempts: z.number().int(),
  /** HTTP status of the last response; null without one. */
  status: z.number().int().nullable(),
  /** Why the last attempt failed, shown to the user. */
  reason: z.string().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const listDeliveries = endpoint('get /users/webhooks/:id/deliveries', {
  access: 'session',
  summary: 'A webhook’s last 50 deliveries from the last 30 days',
  ...byId,
  data: z.object({ deliveries: z.array(webhookDelivery) }),
});
