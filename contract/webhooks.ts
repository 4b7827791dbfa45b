import * as z from 'zod';
import { rawEndpoint } from './http.ts';

/** Calls of machines that no client of the product makes: each proves itself in the request, and is answered when what it said is written down. */

export const receiveMailFeedback = rawEndpoint({
  method: 'post',
  path: '/webhooks/ses',
  access: 'signature',
  summary: 'Bounces and complaints of the mail service',
  description:
    'Amazon SNS posts them as JSON in `text/plain`. Signed by the certificate of the region of our own topic, else 400. A permanent bounce or a complaint ends all mail to the address; a second delivery does nothing.',
  answers: { 200: { description: 'Written down, or nothing to write down.' } },
});

export const receiveGoogleNotice = rawEndpoint({
  method: 'post',
  path: '/webhooks/google',
  access: 'signature',
  summary: 'Google tells that a calendar changed',
  description:
    'A push channel’s notice has no body. Channel, token and resource have to be those of a calendar that is followed, else 404; it is then read.',
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
    'Change and lifecycle notifications of Graph subscriptions, in batches. Every one has to bring the `clientState` of its subscription, else 400 for all; those of subscriptions that are no more are ignored.',
  errors: ['NOT_FOUND'],
  query: z.object({ validationToken: z.string().max(2048).optional() }),
  answers: {
    200: {
      description: 'The `validationToken`, when a subscription is made.',
      contentType: 'text/plain',
      schema: z.string(),
    },
    202: { description: 'The syncs are on their way.' },
  },
});
