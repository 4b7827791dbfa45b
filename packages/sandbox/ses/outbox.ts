import PostalMime from 'postal-mime';
import * as z from 'zod';

/** An email accepted for delivery: the envelope and the message as sent. */
export const sentSchema = z.object({
  id: z.string(),
  at: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  raw: z.string(),
});
export type Sent = z.infer<typeof sentSchema>;

/** A sent message in `GET /_control/outbox`. `to` is the envelope; header names are lower case. */
export type OutboxMessage = Sent & {
  subject: string;
  text: string | null;
  html: string | null;
  headers: Record<string, string>;
};

/** Returns the emails, newest first; only those to `recipient` if given. */
export async function readOutbox(sent: Sent[], recipient?: string): Promise<OutboxMessage[]> {
  const wanted = recipient?.toLowerCase();
  const chosen = sent.filter(
    ({ to }) => wanted === undefined || to.some((address) => address.toLowerCase() === wanted),
  );
  return Promise.all(chosen.toReversed().map(parse));
}

async function parse(sent: Sent): Promise<OutboxMessage> {
  const { id, at, from, to, raw } = sent;
  const email = await PostalMime.parse(raw);
  return {
    id,
    at,
    from,
    to,
    subject: email.subject ?? '',
    text: withoutLastBreak(email.text),
    html: withoutLastBreak(email.html),
    headers: Object.fromEntries(email.headers.map(({ key, value }) => [key, value])),
    raw,
  };
}

/** Removes the line break that the parser appends to every part, even if none was sent. */
function withoutLastBreak(text: string | undefined): string | null {
  return text?.replace(/\n$/, '') ?? null;
}
