import * as z from 'zod';
import { endpoint, rawEndpoint } from './http.ts';

/** Carries whom it is for, sealed. */
const token = z.string().min(1, 'Invalid unsubscribe link').max(1000);

/** Looking at a link changes nothing, because mail scanners follow links too. */
export const getUnsubscription = endpoint({
  method: 'get',
  path: '/unsubscribe',
  access: 'public',
  summary: 'Which address the unsubscribe link of a briefing or digest is about',
  errors: ['BAD_REQUEST'],
  query: z.object({ token }),
  data: z.object({ email: z.string() }),
});

export const unsubscribe = endpoint({
  method: 'post',
  path: '/unsubscribe',
  access: 'public',
  summary: 'Switch the email notifications of the account off; repeating it is harmless',
  errors: ['BAD_REQUEST'],
  example: { token: 'token-of-the-mail' },
  body: z.strictObject({ token }),
  data: z.object({ message: z.string() }),
});

const oneClick = {
  method: 'post',
  base: '',
  access: 'signature',
  description:
    'RFC 8058: the address of the page in `List-Unsubscribe`, posted to with the form `List-Unsubscribe=One-Click`, urlencoded or multipart, without cookies. Every token gets the same answer.',
  query: z.object({ token }),
  answers: { 200: { description: 'Nothing more is sent to whomever the token is for, if it is for anybody.' } },
  errors: ['PAYLOAD_TOO_LARGE', 'RATE_LIMIT_EXCEEDED', 'INTERNAL', 'UNAVAILABLE'],
} as const;

export const oneClickUnsubscribe = rawEndpoint({
  ...oneClick,
  path: '/unsubscribe',
  summary: 'A mail program ends the briefings and digests of its reader',
});

export const oneClickNewsletter = rawEndpoint({
  ...oneClick,
  path: '/newsletter/unsubscribe',
  summary: 'A mail program ends the newsletter of its reader',
});
