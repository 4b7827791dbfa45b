import { insertEmail } from '#db/queries/emails.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { findUser } from '#db/queries/users.ts';
import type { Transaction } from '#db/sql.ts';
import { addressee } from '#domain/user-name.ts';

/** A webhook or a channel. */
type Stopped = { id: string; userId: string; stoppedAt: Date };

/** Queues the email that informs a user of a stopped webhook or channel, once per stop. */
export async function queueStoppedMail(
  transaction: Transaction,
  { id, userId, stoppedAt }: Stopped,
  what: { change: 'webhook-stopped'; host: string } | { change: 'channel-stopped'; channel: string },
): Promise<void> {
  const user = await findUser(transaction, userId);
  if (!user) return;
  const emailId = await insertEmail(transaction, {
    mailKey: `tool-access:${id}:${stoppedAt.toISOString()}`,
    userId,
    kind: 'tool-access',
    toAddress: user.email,
    data: { ...what, ...addressee(user) },
  });
  if (emailId !== null) await insertOutboxMessages(transaction, [{ workflow: 'send-email', emailId }]);
}
