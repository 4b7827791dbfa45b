import * as z from 'zod';
import { type Site, vendorUrl } from './newcomer.ts';

const outbox = z.object({
  messages: z.array(z.object({ at: z.coerce.date(), headers: z.record(z.string(), z.string()) })),
});

/** The id of the email's row, and when the mail service accepted it, by the service's own clock. */
export type SentMail = { emailId: string; at: Date };

/** Returns all emails that the mail service accepted. */
export async function listSentMails(instance: Site): Promise<SentMail[]> {
  const response = await fetch(`${vendorUrl(instance, 'ses')}/_control/outbox`);
  const { messages } = outbox.parse(await response.json());
  return messages.map(({ at, headers }) => ({ emailId: headers['x-entity-ref-id'] ?? 'an email without its id', at }));
}
