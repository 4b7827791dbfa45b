import type { Encryption } from './encryption.ts';
import { hashAccount, insertJournalEntry, JOURNAL } from './queries/journal-entries.ts';
import { liftSuppression } from './queries/mail-suppressions.ts';
import { deleteUnverifiedUser, findUser, type UserRow, updateEmail } from './queries/users.ts';
import { type AccessChange, endWaysIn } from './queries/ways-in.ts';
import { reclassifyMeetings } from './reclassify-meetings.ts';
import type { Transaction } from './sql.ts';
import { wakeComingMeetings } from './wake-meetings.ts';

type Move = {
  userId: string;
  /** New address, whose mail the account's owner is known to read. */
  email: string;
  /** Reason for the move, which decides what it revokes. */
  change: Extract<AccessChange, 'address_changed' | 'change_undone' | 'address_given'>;
  /** The session to keep, if the change keeps one. */
  sessionId?: string | null;
};

/**
 * Moves an account to another address. Needs `lockPlanning`.
 *
 * @returns the account as it was before; null if another account has the address
 * @throws UniqueIntegrityConstraintViolationError if another account takes it concurrently
 */
export async function moveAccount(
  transaction: Transaction,
  { encrypt }: Pick<Encryption, 'encrypt'>,
  { userId, email, change, sessionId = null }: Move,
): Promise<UserRow | null> {
  const before = await findUser(transaction, userId);
  await deleteUnverifiedUser(transaction, { email, heirId: userId });
  const user = await updateEmail(transaction, { userId, email });
  if (!before || !user) return null;
  await endWaysIn(transaction, change, { userId, sessionId });
  if (before.email !== user.email) {
    const address = encrypt(user.email, JOURNAL);
    await insertJournalEntry(transaction, { kind: 'address-changed', account: hashAccount(userId), address });
    await liftSuppression(transaction, before.email);
    // Plans briefings that were skipped while mail to the address was stopped.
    if (before.mailStopped !== null) await wakeComingMeetings(transaction, userId);
    // The user's addresses determine who counts as a guest.
    await reclassifyMeetings(transaction, userId);
  }
  return before;
}
