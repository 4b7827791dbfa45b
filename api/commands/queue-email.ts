import { insertEmail } from '#db/queries/emails.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import type { Transaction } from '#db/sql.ts';

export type NewEmail = Parameters<typeof insertEmail>[1];

/** Queues an email, unless one with its key exists. */
export async function queueEmail(transaction: Transaction, email: NewEmail): Promise<void> {
  const emailId = await insertEmail(transaction, email);
  if (emailId) await insertOutboxMessages(transaction, [{ workflow: 'send-email', emailId }]);
}
