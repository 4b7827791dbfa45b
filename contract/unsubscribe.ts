import * as z from 'zod';
import { endpoint, rawEndpoint } from './http.ts';

/** Contains the encrypted recipient. */
const token = z.string().min(1, 'Invalid unsubscribe link').max(1000);

/** Opening a link changes nothing, because mail scanners open links too. */
export const getUnsubscription = endpoint('get /unsubscribe', {
  access: 'public',
  summary: 'The address a briefing’s or digest’s unsubscribe link is for',
  errors: ['BAD_REQUEST'],
  query: z.object({ token }),
  data: z.object({ email: z.string() }),
});

export const unsubscribe = endpoint('post /unsubscribe', {
  access: 'public',
  summary: 'Turn off the account’s email notifications; safe to repeat',
  errors: ['BAD_REQUEST'],
  example: { token: 'token-from-the-email' },
  body: z.strictObject({ token }),
  data: z.object({ message: z.string() }),
});

const oneClick = {
  base: '',
  access: 'signature',
  description:
    'RFC 8058: a POST of `List-Unsubscribe=One-Click`, urlencoded or multipart, to the URL in `List-Unsubscribe`, without cookies. Every token gets the same response.',
  query: z.object({ token }),
  answers: { 200: { description: 'Unsubscribed, if the token is valid.' } },
  errors: ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'RATE_LIMIT_EXCEEDED', 'INTERNAL', 'UNAVAILABLE'],
} as const;

export const oneClickUnsubscribe = rawEndpoint('post /unsubscribe', {
  ...oneClick,
  summary: 'One-click unsubscribe from briefings and digests',
});

export const oneClickNewsletter = rawEndpoint('post /newsletter/unsubscribe', {
  ...oneClick,
  summary: 'One-click unsubscribe from the newsletter',
});
