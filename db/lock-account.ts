import { addressee } from '#domain/user-name.ts';
import { insertEmail } from './queries/emails.ts';
import { hashAccount, insertJournalEntry } from './queries/journal-entries.ts';
import { insertOutboxMessages } from './queries/outbox.ts';
import { findUser, updateLocked } from './queries/users.ts';
import { endWaysIn } from './queries/ways-in.ts';
import type { Transaction } from './sql.ts';
import { wakeComingMeetings } from './wake-meetings.ts';

/**
 * Locks an account until `unlockAccount`: revokes every way into it and stops its briefings, but keeps its data. Needs
 * `lockPlanning`.
 *
 * @param notice `sent` if a restore undid the lock after its owner was emailed, so that they are not emailed twice.
 * @returns false if it is locked already or closed
 */
export async function lockAccount(transaction: Transaction, userId: string, notice: 'due' | 'sent'): Promise<boolean> {
  if (!(await updateLocked(transaction, { userId, isLocked: true }))) return false;
  const accessVersion = await endWaysIn(transaction, 'account_locked', { userId });
  await wakeComingMeetings(transaction, userId);
  if (notice === 'due') await queueLockedMail(transaction, userId, accessVersion);
  await insertJournalEntry(transaction, { kind: 'account-locked', account: hashAccount(userId) });
  return true;
}

/** Informs whoever has the account now: they may be its owner, and sign-in doesn't reveal that it is locked. */
async function queueLockedMail(transaction: Transaction, userId: string, accessVersion: number): Promise<void> {
  const user = await findUser(transaction, userId);
  if (!user) return;
  const emailId = await insertEmail(transaction, {
    mailKey: `account-locked:${userId}:${accessVersion}`,
    userId,
    kind: 'account-locked',
    toAddress: user.email,
    data: addressee(user),
  });
  if (emailId !== null) await insertOutboxMessages(transaction, [{ workflow: 'send-email', emailId }]);
}

/**
 * Unlocks an account: its briefings resume, and its owner can reset the password. Needs `lockPlanning`.
 *
 * @returns false if it isn't locked, or is closed
 */
export async function unlockAccount(transaction: Transaction, userId: string): Promise<boolean> {
  if (!(await updateLocked(transaction, { userId, isLocked: false }))) return false;
  await wakeComingMeetings(transaction, userId);
  // The payment provider's events weren't read while the account was locked.
  await insertOutboxMessages(transaction, [{ workflow: 'subscription', userId }]);
  await insertJournalEntry(transaction, { kind: 'account-unlocked', account: hashAccount(userId) });
  return true;
}
