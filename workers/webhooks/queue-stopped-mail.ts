import { insertEmail } from '#db/queries/emails.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import type { StoppedWebhook } from '#db/queries/outgoing-webhooks.ts';
import { findUser } from '#db/queries/users.ts';
import type { Transaction } from '#db/sql.ts';

/** Tells a user, once each time, that one of their webhooks was stopped. */
export async function queueWebhookStoppedMail(
  transaction: Transaction,
  { id, userId, url, stoppedAt }: StoppedWebhook,
): Promise<void> {
  const user = await findUser(transaction, userId);
  if (!user) return;
  const emailId = await insertEmail(transaction, {
    mailKey: `tool-access:${id}:${stoppedAt.toISOString()}`,
    userId,
    kind: 'tool-access',
    toAddress: user.email,
    data: { change: 'webhook-stopped', name: user.firstName, host: new URL(url).host },
  });
  if (emailId !== null) await insertOutboxMessages(transaction, [{ workflow: 'send-email', emailId }]);
}
