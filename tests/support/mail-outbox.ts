import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { PATIENCE_MS } from './patience.ts';
import type { RunningProduct } from './product.ts';

const outbox = z.object({
  messages: z.array(z.object({ subject: z.string(), html: z.string(), text: z.string() })),
});
/** A product whose mail service is sandboxed. */
type Mailer = { sandbox: Pick<RunningProduct['sandbox'], 'ses'> };
export type SentMail = z.infer<typeof outbox>['messages'][number];

/** Returns the emails sent to an address, newest first. */
export async function readOutbox({ sandbox }: Mailer, to: string): Promise<SentMail[]> {
  const response = await fetch(`${sandbox.ses}/_control/outbox?to=${encodeURIComponent(to)}`);
  return outbox.parse(await response.json()).messages;
}

/** Waits for an email whose HTML and text both contain a link to `path`. Returns the link in the newest one. */
export async function untilLinkMailed(product: Mailer, to: string, path: string): Promise<string> {
  const linkIn = ({ html, text }: SentMail) =>
    [...html.matchAll(/href="([^"]+)"/g)]
      .map(([, href = '']) => href.replaceAll('&amp;', '&'))
      .find((href) => href.includes(path) && text.includes(href)) ?? '';
  return linkIn(await untilMailed(product, to, { fits: (mail) => linkIn(mail) !== '' }));
}

/** Waits for a matching email and returns the newest one. @throws if none arrives in time */
export async function untilMailed(
  product: Mailer,
  to: string,
  { fits = () => true, withinMs = PATIENCE_MS }: { fits?: (mail: SentMail) => boolean; withinMs?: number } = {},
): Promise<SentMail> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const mail = (await readOutbox(product, to)).find(fits);
    if (mail) return mail;
    if (Date.now() > deadline) throw new Error(`no such email to ${to} in ${withinMs} ms`);
    await sleep(500);
  }
}
