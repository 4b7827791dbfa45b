import * as z from 'zod';
import { botTokenHeader, email, endpoint } from './http.ts';

export const subscribeToNewsletter = endpoint('post /newsletter', {
  access: 'public',
  summary: 'Subscribe to the newsletter; needs a bot token; same response whether or not the address is known',
  headers: botTokenHeader,
  example: { email: 'robin@harborline.test' },
  body: z.strictObject({ email }),
  data: z.object({ message: z.string() }),
});

const token = z.string().min(1, 'Invalid confirmation link').max(200);
/** Contains the encrypted address. */
const unsubscribeToken = z.string().min(1, 'Invalid unsubscribe link').max(1000);

/** Opening a link changes nothing, because mail scanners open links too. */
export const getNewsletterConfirmation = endpoint('get /newsletter/confirm', {
  access: 'public',
  summary: 'The address a newsletter’s confirmation link is for, and whether it is already confirmed',
  errors: ['BAD_REQUEST'],
  query: z.object({ token }),
  data: z.object({ email: z.string(), isConfirmed: z.boolean() }),
});

export const confirmNewsletter = endpoint('post /newsletter/confirm', {
  access: 'public',
  summary: 'Confirm the subscription with the mailed token; safe to repeat',
  errors: ['BAD_REQUEST'],
  example: { token: 'token-from-the-email' },
  body: z.strictObject({ token }),
  data: z.object({ message: z.string() }),
});

export const getNewsletterUnsubscription = endpoint('get /newsletter/unsubscribe', {
  access: 'public',
  summary: 'The address a newsletter’s unsubscribe link is for',
  errors: ['BAD_REQUEST'],
  query: z.object({ token: unsubscribeToken }),
  data: z.object({ email: z.string() }),
});

export const unsubscribeFromNewsletter = endpoint('post /newsletter/unsubscribe', {
  access: 'public',
  summary: 'Unsubscribe and delete the address; safe to repeat',
  errors: ['BAD_REQUEST'],
  example: { token: 'token-from-the-email' },
  body: z.strictObject({ token: unsubscribeToken }),
  data: z.object({ message: z.string() }),
});
