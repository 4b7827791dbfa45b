import type { DatabasePool } from 'slonik';
import { insertEmail } from '#db/queries/emails.ts';
import { insertOutboxMessages, type OutboxMessage } from '#db/queries/outbox.ts';
import { isLostTime } from '#db/queries/restores.ts';
import { findUser } from '#db/queries/users.ts';
import type { BillingNotice } from '#domain/billing-notices.ts';
import { addressee } from '#domain/user-name.ts';

/**
 * Queues the emails that were not queued before. Skips closed accounts. Emails from a period lost in a restore are
 * stored as unknown, since they may have been sent.
 */
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
    for (const { kind, key, at, ...facts } of notices) {
      const texts = Object.entries(facts).map(([name, value]) => [
        name,
        value instanceof Date ? value.toISOString() : value,
      ]);
      const data = { ...addressee(user), timeZone: user.timezone, ...Object.fromEntries(texts) };
      const isUnknown = at !== null && (await isLostTime(transaction, at));
      const emailId = await insertEmail(transaction, {
        mailKey: key,
        userId,
        kind,
        toAddress: user.email,
        data,
        isUnknown,
      });
      if (emailId !== null && !isUnknown) messages.push({ workflow: 'send-email', emailId });
    }
    await insertOutboxMessages(transaction, messages);
  });
}
