import type { sendContact } from '#contract/contact.ts';
import type { BodyOf } from '#contract/http.ts';
import type { subscribeToNewsletter } from '#contract/newsletter.ts';
import type { requestObjection } from '#contract/objections.ts';
import { callForMessage } from './client.ts';

/** Sends a message to sales or support. @param botToken single-use */
export function postContact(body: BodyOf<typeof sendContact>, botToken: string) {
  const headers = { 'X-Turnstile-Token': botToken };
  return callForMessage<typeof sendContact>({ method: 'post', path: '/contact', headers, body });
}

/** Requests the newsletter; returns a message with the next step. @param botToken single-use */
export function postNewsletter(email: string, botToken: string) {
  const headers = { 'X-Turnstile-Token': botToken };
  return callForMessage<typeof subscribeToNewsletter>({
    method: 'post',
    path: '/newsletter',
    headers,
    body: { email },
  });
}

/** Requests not to be researched; returns a message with the next step. @param botToken single-use */
export function postObjection(email: string, botToken: string) {
  const headers = { 'X-Turnstile-Token': botToken };
  return callForMessage<typeof requestObjection>({
    method: 'post',
    path: '/privacy/objection',
    headers,
    body: { email },
  });
}
