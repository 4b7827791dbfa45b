import { requestDeletion } from './queries/account-deletion.ts';
import { closeEmail, insertEmail, suppressQueuedEmails } from './queries/emails.ts';
import { hashAccount, insertJournalEntry } from './queries/journal-entries.ts';
import { insertOutboxMessages } from './queries/outbox.ts';
import { endWaysIn } from './queries/ways-in.ts';
import type { Transaction } from './sql.ts';

/**
 * Closes an account: no session, no mail that waits, no calendar that is followed is left of it, and the workflow that deletes the rest is asked for.
 *
 * @param notice `told`: the user was told of it before a restore undid it, and is not told again.
 * @returns false where that was done before
 */
export async function closeAccount(transaction: Transaction, userId: string, notice: 'due' | 'told'): Promise<boolean> {
  const owner = await requestDeletion(transaction, userId);
  if (!owner) return false;
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
  if (notice === 'told') await closeEmail(transaction, noticeId, 'unknown', 'restored');
  // Not a mail of its own workflow: the deletion sends it when nothing is left of the account.
  await insertOutboxMessages(transaction, [{ workflow: 'account-deletion', userId, noticeId }]);
  await insertJournalEntry(transaction, { kind: 'account-closed', account: hashAccount(userId) });
  return true;
}
