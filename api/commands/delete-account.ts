import type { ApiContext } from '#api/context.ts';
import { requestDeletion } from '#db/queries/account-deletion.ts';
import { insertEmail, suppressQueuedEmails } from '#db/queries/emails.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';
import type { Transaction } from '#db/sql.ts';

/**
 * Closes an account, in one transaction: no session, no mail that waits, no calendar that is followed is left of it, and the workflow that deletes the
 * rest is asked for. Asked for twice at once, it happens once.
 *
 * @param recordIn Writes the audit entry in the transaction.
 */
export async function deleteAccount(
  { pool }: Pick<ApiContext, 'pool'>,
  userId: string,
  recordIn: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  await pool.transaction(async (transaction) => {
    const owner = await requestDeletion(transaction, userId);
    if (!owner) return;
    await endWaysIn(transaction, 'account_closed', { userId });
    await suppressQueuedEmails(transaction, userId, 'account_closed');
    const noticeId = await insertEmail(transaction, {
      mailKey: `account-deleted:${userId}`,
      userId,
      kind: 'account-deleted',
      toAddress: owner.email,
      data: { name: owner.firstName },
    });
    if (noticeId === null) throw new Error('the notice of a deletion exists without the deletion');
    // Not a mail of its own workflow: the deletion sends it when nothing is left of the account.
    await insertOutboxMessages(transaction, [{ workflow: 'account-deletion', userId, noticeId }]);
    await recordIn(transaction);
  });
}
