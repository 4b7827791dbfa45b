import * as z from 'zod';
import { email, endpoint } from './http.ts';

export const subscribeToNewsletter = endpoint({
  method: 'post',
  path: '/newsletter',
  access: 'public',
  summary: 'Ask for the newsletter; needs a bot token, and answers the same whether the address is known or not',
  body: z.strictObject({ email }),
  data: z.object({ message: z.string() }),
});

const token = z.string().min(1, 'Invalid confirmation link').max(200);

/** Looking at a link changes nothing, because mail scanners follow links too. */
export const getNewsletterConfirmation = endpoint({
  method: 'get',
  path: '/newsletter/confirm',
  access: 'public',
  summary: 'What the link of the mail would confirm',
  query: z.object({ token }),
  data: z.object({ email: z.string(), isConfirmed: z.boolean() }),
});

export const confirmNewsletter = endpoint({
  method: 'post',
  path: '/newsletter/confirm',
  access: 'public',
  summary: 'Confirm the subscription with the token of the mail; repeating it is harmless',
  body: z.strictObject({ token }),
  data: z.object({ message: z.string() }),
});
