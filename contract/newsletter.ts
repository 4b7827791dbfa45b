import * as z from 'zod';
import { botTokenHeader, email, endpoint, linkBody, linkQuery } from './http.ts';

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

export const getNewsletterConfirmation = endpoint('get /newsletter/confirm', {
  ...linkQuery(token),
  summary: 'The address a newsletter’s confirmation link is for, and whether it is already confirmed',
  data: z.object({ email: z.string(), isConfirmed: z.boolean() }),
});

export const confirmNewsletter = endpoint('post /newsletter/confirm', {
  ...linkBody(token),
  summary: 'Confirm the subscription with the emailed token; safe to repeat',
});

export const getNewsletterUnsubscription = endpoint('get /newsletter/unsubscribe', {
  ...linkQuery(unsubscribeToken),
  summary: 'The address a newsletter’s unsubscribe link is for',
  data: z.object({ email: z.string() }),
});

export const unsubscribeFromNewsletter = endpoint('post /newsletter/unsubscribe', {
  ...linkBody(unsubscribeToken),
  summary: 'Unsubscribe and delete the address; safe to repeat',
});
