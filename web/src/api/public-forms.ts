import type { sendContact } from '#contract/contact.ts';
import type { BodyOf } from '#contract/http.ts';
import type { subscribeToNewsletter } from '#contract/newsletter.ts';
import type { requestObjection } from '#contract/objections.ts';
import { tell } from './client.ts';

/** Writes to sales or support. @param botToken good for this one call */
export function postContact(body: BodyOf<typeof sendContact>, botToken: string) {
  const headers = { 'X-Turnstile-Token': botToken };
  return tell<typeof sendContact>({ method: 'post', path: '/contact', headers, body });
}

/** Asks for the newsletter; the message it resolves to says what to do next. @param botToken good for this one call */
export function postNewsletter(email: string, botToken: string) {
  const headers = { 'X-Turnstile-Token': botToken };
  return tell<typeof subscribeToNewsletter>({ method: 'post', path: '/newsletter', headers, body: { email } });
}

/** Asks not to be researched; the message it resolves to says what to do next. @param botToken good for this one call */
export function postObjection(email: string, botToken: string) {
  const headers = { 'X-Turnstile-Token': botToken };
  return tell<typeof requestObjection>({ method: 'post', path: '/privacy/objection', headers, body: { email } });
}
