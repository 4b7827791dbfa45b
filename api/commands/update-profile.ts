import type { ApiContext } from '#api/context.ts';
import { unauthorized } from '#api/errors.ts';
import type { ProfileChanges } from '#contract/users.ts';
import { hashAccount, insertJournalEntry } from '#db/queries/journal-entries.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import { staleComingResearch } from '#db/queries/research-results.ts';
import { isSessionOpen } from '#db/queries/sessions.ts';
import { findUser, findUserByEmail, lockUser, type UserRow, updateProfileFields } from '#db/queries/users.ts';
import { reclassifyMeetings, rereadCalendars } from '#db/reclassify-meetings.ts';
import type { Transaction } from '#db/sql.ts';
import { wakeComingMeetings } from '#db/wake-meetings.ts';
import { queueExistingAccountMail, queueLinkMail } from './queue-account-mail.ts';

/**
 * Updates the profile and everything that depends on it in one transaction. A new address takes effect once its emailed
 * link is followed. The old one is immediately sent a link to stop the change.
 *
 * @param mayMail False if the new address or the caller has reached a mail limit: the address change is then dropped.
 * @returns the updated profile, and whether to report an address change as pending, which reveals nothing about the new
 *   address: also true if the change was dropped or the address has an account
 */
export async function updateProfile(
  { pool, encryption }: ApiContext,
  { userId, sessionId, mayMail }: { userId: string; sessionId: string; mayMail: boolean },
  { email, ...fields }: ProfileChanges,
): Promise<{ user: UserRow; isAddressPending: boolean }> {
  return await pool.transaction(async (transaction) => {
    await (isPlannedBy(fields) ? lockPlanning : lockUser)(transaction, userId);
    const before = await findUser(transaction, userId);
    if (!before) throw unauthorized();
    const user = await updateProfileFields(transaction, userId, fields);
    await applyToMeetings(transaction, before, user);
    if (before.emailNotifications !== user.emailNotifications) {
      const kind = user.emailNotifications ? 'briefings-resumed' : 'briefings-stopped';
      await insertJournalEntry(transaction, { kind, account: hashAccount(userId) });
    }
    if (email === undefined || email === before.email) return { user, isAddressPending: false };
    if (!mayMail) return { user, isAddressPending: true };

    // A reset or a sign-out everywhere may have overtaken this request; it must not leave a change pending.
    if (!(await isSessionOpen(transaction, sessionId))) throw unauthorized();
    // Only the owner learns that an address has an account. An unverified account has no proven owner.
    const owner = await findUserByEmail(transaction, email);
    if (!owner?.emailVerifiedAt)
      await queueLinkMail(transaction, encryption, 'change-email', { ...user, email }, { sessionId });
    else if (!owner.disabledAt) await queueExistingAccountMail(transaction, owner);
    await queueLinkMail(transaction, encryption, 'change-requested', before);
    return { user, isAddressPending: true };
  });
}

/** The fields that a briefing's text depends on. */
const WRITTEN_BY = ['briefingLanguage', 'companyDomain', 'jobTitle', 'offering', 'meetingGoal'] as const;
/** The fields that classifying meetings or planning briefings depends on. */
const PLANNED_BY = [...WRITTEN_BY, 'timezone', 'emailNotifications'] as const;

function isPlannedBy(fields: Omit<ProfileChanges, 'email'>): boolean {
  return PLANNED_BY.some((field) => fields[field] !== undefined);
}

async function applyToMeetings(transaction: Transaction, before: UserRow, after: UserRow): Promise<void> {
  const isDomainChanged = before.companyDomain !== after.companyDomain;
  if (isDomainChanged) await reclassifyMeetings(transaction, after.id);
  // All-day events start at midnight in the user's zone, so they move with it.
  else if (before.timezone !== after.timezone) await rereadCalendars(transaction, after.id);
  if (PLANNED_BY.every((field) => before[field] === after[field])) return;
  // Also locks the meetings, so that research being stored right now is seen below.
  await wakeComingMeetings(transaction, after.id);
  // Research written for the previous profile is repeated before its email is sent.
  if (WRITTEN_BY.some((field) => before[field] !== after[field])) await staleComingResearch(transaction, after.id);
}
