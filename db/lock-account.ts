import { hashAccount, insertJournalEntry } from './queries/journal-entries.ts';
import { insertOutboxMessages } from './queries/outbox.ts';
import { updateLocked } from './queries/users.ts';
import { endWaysIn } from './queries/ways-in.ts';
import type { Transaction } from './sql.ts';
import { wakeComingMeetings } from './wake-meetings.ts';

/**
 * Locks an account until `unlockAccount`: ends every way into it and its briefings, and keeps its data. Needs
 * `lockPlanning`.
 *
 * @returns false if it is locked already or closed
 */
export async function lockAccount(transaction: Transaction, userId: string): Promise<boolean> {
  if (!(await updateLocked(transaction, { userId, isLocked: true }))) return false;
  await endWaysIn(transaction, 'account_locked', { userId });
  await wakeComingMeetings(transaction, userId);
  await insertJournalEntry(transaction, { kind: 'account-locked', account: hashAccount(userId) });
  return true;
}

/**
 * Unlocks an account: its briefings resume, and its owner can reset the password. Needs `lockPlanning`.
 *
 * @returns false if it isn't locked, or is closed
 */
export async function unlockAccount(transaction: Transaction, userId: string): Promise<boolean> {
  if (!(await updateLocked(transaction, { userId, isLocked: false }))) return false;
  await wakeComingMeetings(transaction, userId);
  // The payment provider's events weren't read meanwhile.
  await insertOutboxMessages(transaction, [{ workflow: 'subscription', userId }]);
  await insertJournalEntry(transaction, { kind: 'account-unlocked', account: hashAccount(userId) });
  return true;
}
