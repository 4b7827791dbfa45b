import * as z from 'zod';
import { endpoint } from './http.ts';
import { line } from './text.ts';

export const getPushKey = endpoint('get /push/key', {
  access: 'session',
  summary: 'The public key (VAPID) for browser subscriptions',
  data: z.object({
    /** Null if push is disabled in this installation. */
    key: z.string().nullable(),
  }),
});

const base64url = (bytes: number) =>
  z
    .string()
    .regex(/^[\w-]+={0,2}$/, 'must be base64url')
    .refine((text) => Buffer.from(text, 'base64url').length === bytes, `must have ${bytes} bytes`);

const address = line(2000).min(1);

export const subscribePush = endpoint('post /users/push-subscriptions', {
  access: 'subscriber',
  summary: 'Notify this browser when a briefing is ready',
  description:
    'Takes the endpoint and keys from `PushSubscription.toJSON()`. Sends one message per meeting, for as long as the session lasts. The endpoint must be a browser vendor’s. Safe to repeat.',
  errors: ['CONFLICT'],
  example: {
    endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk',
    keys: {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  },
  body: z.strictObject({
    endpoint: address,
    keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
  }),
  data: z.object({}),
});

export const unsubscribePush = endpoint('delete /users/push-subscriptions', {
  access: 'session',
  summary: 'Stop notifying this browser; safe to repeat',
  example: { endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk' },
  body: z.strictObject({ endpoint: address }),
  data: z.object({}),
});
