import * as z from 'zod';
import { endpoint, rawEndpoint } from './http.ts';

/**
 * Calls by external services. Each request is signed or carries a token, and gets its response once its content is
 * stored.
 */

export const receiveMailFeedback = rawEndpoint('post /webhooks/ses', {
  access: 'signature',
  summary: 'Bounces and complaints from the mail service',
  description:
    'Amazon SNS posts them as JSON in `text/plain`. 400 unless signed with a certificate from our topic’s region. A permanent bounce or a complaint stops all mail to the address; a redelivery does nothing.',
  answers: { 200: { description: 'Recorded, or nothing to record.' } },
});

export const receiveGoogleNotice = rawEndpoint('post /webhooks/google', {
  access: 'signature',
  summary: 'Change notifications from Google Calendar',
  description:
    'Notifications have no body. One that reports a change starts a sync. 404 unless channel id, token and resource match one of our channels.',
  headers: z.object({
    'X-Goog-Channel-ID': z.string(),
    'X-Goog-Channel-Token': z.string(),
    'X-Goog-Resource-ID': z.string(),
    'X-Goog-Resource-State': z
      .string()
      .describe('`sync`: the channel is open. `exists`, `not_exists`: something changed'),
  }),
  answers: { 204: { description: 'Accepted.' } },
  errors: ['NOT_FOUND'],
});

export const receiveMicrosoftNotice = rawEndpoint('post /webhooks/microsoft', {
  access: 'signature',
  summary: 'Change notifications from Microsoft Graph',
  description:
    'Change and lifecycle notifications, in batches. 400 for the whole batch unless each has its subscription’s `clientState`; those for former subscriptions are ignored.',
  errors: ['NOT_FOUND'],
  query: z.object({ validationToken: z.string().max(2048).optional() }),
  answers: {
    200: {
      description: 'The `validationToken`, when a subscription is created.',
      contentType: 'text/plain',
      schema: z.string(),
    },
    202: { description: 'Accepted.' },
  },
});

export const receiveStripeEvent = endpoint('post /webhooks/stripe', {
  access: 'signature',
  summary: 'Webhooks from the payment provider',
  description:
    'The raw body must be signed (`Stripe-Signature`), at most 300 seconds ago. The event is stored and the workflow notified before the response; a redelivery does nothing. Only the customer is taken from the event: its effect is read from the provider.',
  headers: z.object({ 'Stripe-Signature': z.string().describe('https://docs.stripe.com/webhooks#verify-manually') }),
  data: z.object({ received: z.literal(true) }),
});
