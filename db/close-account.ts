import { addressee } from '#domain/user-name.ts';
import { LoggableError } from '#telemetry/loggable-error.ts';
import { requestDeletion } from './queries/account-deletion.ts';
import { closeEmail, insertEmail, suppressQueuedEmails } from './queries/emails.ts';
import { hashAccount, insertJournalEntry } from './queries/journal-entries.ts';
import { insertOutboxMessages } from './queries/outbox.ts';
import { endWaysIn } from './queries/ways-in.ts';
import type { Transaction } from './sql.ts';

/**
 * Closes an account: ends its sessions, queued emails and calendar syncs, and requests the workflow that deletes the
 * rest. Needs `lockPlanning`.
 *
 * @param notice `sent` if a restore undid the deletion after the user was emailed, so that they are not emailed twice.
 * @returns false if the account was already closed
 */
export async function closeAccount(transaction: Transaction, userId: string, notice: 'due' | 'sent'): Promise<boolean> {
  const owner = await requestDeletion(transaction, userId);
  if (!owner) return false;
  await endWaysIn(transaction, 'account_closed', { userId });
  await suppressQueuedEmails(transaction, userId, 'account_closed');
  const noticeId = await insertEmail(transaction, {
    mailKey: `account-deleted:${userId}`,
    userId,
    kind: 'account-deleted',
    toAddress: owner.email,
    data: addressee(owner),
  });
  if (noticeId === null) throw new LoggableError('the deletion email already exists, but the account was not closed');
  if (notice === 'sent') await closeEmail(transaction, noticeId, 'unknown', 'restored');
  // The deletion workflow sends this email once everything is deleted.
  await insertOutboxMessages(transaction, [{ workflow: 'account-deletion', userId, noticeId }]);
  await insertJournalEntry(transaction, { kind: 'account-closed', account: hashAccount(userId) });
  return true;
}
