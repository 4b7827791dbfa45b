import type { DatabasePool } from 'slonik';
import { insertEmail } from '#db/queries/emails.ts';
import { insertOutboxMessages, type OutboxMessage } from '#db/queries/outbox.ts';
import { findUser } from '#db/queries/users.ts';
import type { BillingNotice } from '#domain/billing-notices.ts';

/** Queues the emails that were not queued before. A closed account gets none. */
export async function queueNotices(
  pool: DatabasePool,
  userId: string,
  notices: readonly BillingNotice[],
): Promise<void> {
  if (notices.length === 0) return;
  await pool.transaction(async (transaction) => {
    const user = await findUser(transaction, userId);
    if (!user || user.disabledAt) return;
    const messages: OutboxMessage[] = [];
    for (const { kind, key, ...facts } of notices) {
      const texts = Object.entries(facts).map(([name, value]) => [
        name,
        value instanceof Date ? value.toISOString() : value,
      ]);
      const data = { name: user.firstName, timeZone: user.timezone, ...Object.fromEntries(texts) };
      const emailId = await insertEmail(transaction, { mailKey: key, userId, kind, toAddress: user.email, data });
      if (emailId !== null) messages.push({ workflow: 'send-email', emailId });
    }
    await insertOutboxMessages(transaction, messages);
  });
}
