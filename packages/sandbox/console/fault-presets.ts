import type { Fault } from '#sandbox/control/faults.ts';
import type { VendorName } from '#sandbox/vendor.ts';

/** A ready-made fault for demos, with no form to fill in. */
export type Preset = { name: string; text: string; vendor: VendorName; fault: Fault };

const events = { method: 'GET', path: '/calendar/v3/calendars' } as const;
const messages = { method: 'POST', path: '/v1/messages' } as const;

export const presets: Preset[] = [
  {
    name: 'Google expires the sync token',
    text: 'The next sync gets 410 fullSyncRequired and reads everything again.',
    vendor: 'google',
    fault: { ...events, status: 410, times: 1 },
  },
  {
    name: "Google's quota is used up",
    text: 'Three calendar requests get 403 rateLimitExceeded.',
    vendor: 'google',
    fault: { path: '/calendar/v3', status: 403, times: 3 },
  },
  {
    name: 'Google revokes the grant',
    text: 'The next refresh gets invalid_grant: the calendar must be reconnected.',
    vendor: 'google',
    fault: { method: 'POST', path: '/token', status: 400, times: 1 },
  },
  {
    name: 'Outlook throttles',
    text: 'Three Graph requests get 429.',
    vendor: 'microsoft',
    fault: { path: '/v1.0', status: 429, times: 3 },
  },
  {
    name: 'Payments are down',
    text: 'Three Stripe requests get 500.',
    vendor: 'stripe',
    fault: { path: '/v1', status: 500, times: 3 },
  },
  {
    name: 'The model is overloaded',
    text: 'Two requests get 529.',
    vendor: 'anthropic',
    fault: { ...messages, status: 529, times: 2 },
  },
  {
    name: 'The model is rate limited',
    text: 'One request gets 429 with retry-after.',
    vendor: 'anthropic',
    fault: { ...messages, status: 429, times: 1 },
  },
  {
    name: 'The model never responds',
    text: 'One request hangs.',
    vendor: 'anthropic',
    fault: { ...messages, hang: true, times: 1 },
  },
  {
    name: 'Email is throttled',
    text: 'Three emails get Throttling and are not accepted.',
    vendor: 'ses',
    fault: { path: '/', status: 429, times: 3 },
  },
  {
    name: 'An email is accepted, but the response is lost',
    text: "It is in the outbox, but Foreword can't know.",
    vendor: 'ses',
    fault: { method: 'POST', path: '/', dropAfterHandling: true, times: 1 },
  },
  {
    name: 'A Slack channel is archived',
    text: 'One message gets 410: the channel is switched off, and its owner is notified by email.',
    vendor: 'messages',
    fault: { method: 'POST', path: '/slack', status: 410, times: 1 },
  },
  {
    name: 'A browser has unsubscribed',
    text: 'One push message gets 410: the subscription is deleted.',
    vendor: 'messages',
    fault: { method: 'POST', path: '/push', status: 410, times: 1 },
  },
  {
    name: 'A message is accepted, but the response is lost',
    text: "It has arrived, but Foreword can't know.",
    vendor: 'messages',
    fault: { method: 'POST', path: '/', dropAfterHandling: true, times: 1 },
  },
  {
    name: 'The bot check is down',
    text: 'One sign-in cannot be verified.',
    vendor: 'turnstile',
    fault: { path: '/turnstile/v0/siteverify', status: 503, times: 1 },
  },
];
