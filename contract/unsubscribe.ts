import * as z from 'zod';
import { endpoint, linkBody, linkQuery, rawEndpoint } from './http.ts';

/** Contains the encrypted recipient. */
const token = z.string().min(1, 'Invalid unsubscribe link').max(1000);

export const getUnsubscription = endpoint('get /unsubscribe', {
  ...linkQuery(token),
  summary: 'The address a briefing’s or digest’s unsubscribe link is for',
  data: z.object({ email: z.string() }),
});

export const unsubscribe = endpoint('post /unsubscribe', {
  ...linkBody(token),
  summary: 'Turn off the account’s email notifications; safe to repeat',
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
