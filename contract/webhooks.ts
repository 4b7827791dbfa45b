import * as z from 'zod';
import { rawEndpoint } from './http.ts';

/**
 * Calls by machines rather than product clients: each proves itself in the request and is answered once its content
 * is stored.
 */

export const receiveMailFeedback = rawEndpoint({
  method: 'post',
  path: '/webhooks/ses',
  access: 'signature',
  summary: 'Bounces and complaints from the mail service',
  description:
    'Amazon SNS posts them as JSON in `text/plain`. Must be signed by the certificate of our topic’s region, otherwise 400. A permanent bounce or a complaint stops all mail to the address; a redelivery does nothing.',
  answers: { 200: { description: 'Recorded, or nothing to record.' } },
});

export const receiveGoogleNotice = rawEndpoint({
  method: 'post',
  path: '/webhooks/google',
  access: 'signature',
  summary: 'Google tells that a calendar changed',
  description:
    'Push messages have no body. Channel, token and resource must be those of a synced calendar, otherwise 404; the calendar is then read.',
  headers: z.object({
    'X-Goog-Channel-ID': z.string(),
    'X-Goog-Channel-Token': z.string(),
    'X-Goog-Resource-ID': z.string(),
    'X-Goog-Resource-State': z
      .string()
      .describe('`sync`: the channel is open. `exists`, `not_exists`: something changed'),
  }),
  answers: { 204: { description: 'The sync is on its way.' } },
  errors: ['NOT_FOUND'],
});

export const receiveMicrosoftNotice = rawEndpoint({
  method: 'post',
  path: '/webhooks/microsoft',
  access: 'signature',
  summary: 'Microsoft tells that a calendar changed',
  description:
    'Change and lifecycle notifications of Graph subscriptions, in batches. Each must have its subscription’s `clientState`, otherwise 400 for all; those of former subscriptions are ignored.',
  errors: ['NOT_FOUND'],
  query: z.object({ validationToken: z.string().max(2048).optional() }),
  answers: {
    200: {
      description: 'The `validationToken`, when a subscription is created.',
      contentType: 'text/plain',
      schema: z.string(),
    },
    202: { description: 'The syncs are on their way.' },
  },
});
