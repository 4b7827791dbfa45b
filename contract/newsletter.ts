import * as z from 'zod';
import { botTokenHeader, email, endpoint } from './http.ts';

export const subscribeToNewsletter = endpoint({
  method: 'post',
  path: '/newsletter',
  access: 'public',
  summary: 'Ask for the newsletter; needs a bot token, and answers the same whether the address is known or not',
  headers: botTokenHeader,
  example: { email: 'robin@harborline.test' },
  body: z.strictObject({ email }),
  data: z.object({ message: z.string() }),
});

const token = z.string().min(1, 'Invalid confirmation link').max(200);
/** Carries the address itself, sealed. */
const unsubscribeToken = z.string().min(1, 'Invalid unsubscribe link').max(1000);

/** Looking at a link changes nothing, because mail scanners follow links too. */
export const getNewsletterConfirmation = endpoint({
  method: 'get',
  path: '/newsletter/confirm',
  access: 'public',
  summary: 'What the link of the mail would confirm',
  errors: ['BAD_REQUEST'],
  query: z.object({ token }),
  data: z.object({ email: z.string(), isConfirmed: z.boolean() }),
});

export const confirmNewsletter = endpoint({
  method: 'post',
  path: '/newsletter/confirm',
  access: 'public',
  summary: 'Confirm the subscription with the token of the mail; repeating it is harmless',
  errors: ['BAD_REQUEST'],
  example: { token: 'token-of-the-mail' },
  body: z.strictObject({ token }),
  data: z.object({ message: z.string() }),
});

export const getNewsletterUnsubscription = endpoint({
  method: 'get',
  path: '/newsletter/unsubscribe',
  access: 'public',
  summary: 'Which address the unsubscribe link of a newsletter mail is about',
  errors: ['BAD_REQUEST'],
  query: z.object({ token: unsubscribeToken }),
  data: z.object({ email: z.string() }),
});

export const unsubscribeFromNewsletter = endpoint({
  method: 'post',
  path: '/newsletter/unsubscribe',
  access: 'public',
  summary: 'End the subscription and forget the address; repeating it is harmless',
  errors: ['BAD_REQUEST'],
  example: { token: 'token-of-the-mail' },
  body: z.strictObject({ token: unsubscribeToken }),
  data: z.object({ message: z.string() }),
});
