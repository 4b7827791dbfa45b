import type { ApiContext } from '#api/context.ts';
import { unauthorized } from '#api/errors.ts';
import type { ProfileChanges } from '#contract/users.ts';
import { hashAccount, insertJournalEntry } from '#db/queries/journal-entries.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import { staleComingResearch } from '#db/queries/research-results.ts';
import { isSessionOpen } from '#db/queries/sessions.ts';
import { findUser, findUserByEmail, lockUser, type UserRow, updateProfileFields } from '#db/queries/users.ts';
import type { Transaction } from '#db/sql.ts';
import { wakeComingMeetings } from '#db/wake-meetings.ts';
import { queueExistingAccountMail, queueLinkMail } from './queue-account-mail.ts';
import { reclassifyMeetings, rereadCalendars } from './reclassify-meetings.ts';

/**
 * Changes the profile and, in the same transaction, whatever follows from it. A new address is only written to: it takes effect when its link is
 * followed. The old one is told at once, with a link that stops the change.
 *
 * @param mayMail False: the new address has had its mails for now, so nothing of the change is written.
 * @returns The profile as it is now, and whether a link is on its way to a new address.
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

    // A reset or a sign-out from everywhere may have overtaken this request: then nothing of it may be left pending.
    if (!(await isSessionOpen(transaction, sessionId))) throw unauthorized();
    // Whether the address has an account is told to its owner alone. Whoever never verified it is no owner.
    const owner = await findUserByEmail(transaction, email);
    if (!owner?.emailVerifiedAt)
      await queueLinkMail(transaction, encryption, 'change-email', { ...user, email }, { sessionId });
    else if (!owner.disabledAt) await queueExistingAccountMail(transaction, owner);
    await queueLinkMail(transaction, encryption, 'change-requested', before);
    return { user, isAddressPending: true };
  });
}

/** What briefings are written by, besides the meeting and its guests. */
const WRITTEN_BY = ['briefingLanguage', 'companyDomain', 'jobTitle', 'offering', 'meetingGoal'] as const;
/** What meetings are classified or briefed by. */
const PLANNED_BY = [...WRITTEN_BY, 'timezone', 'emailNotifications'] as const;

function isPlannedBy(fields: Omit<ProfileChanges, 'email'>): boolean {
  return PLANNED_BY.some((field) => fields[field] !== undefined);
}

async function applyToMeetings(transaction: Transaction, before: UserRow, after: UserRow): Promise<void> {
  const isDomainChanged = before.companyDomain !== after.companyDomain;
  if (isDomainChanged) await reclassifyMeetings(transaction, after.id);
  // All-day events are dates: they begin when the day does in the user's new zone.
  else if (before.timezone !== after.timezone) await rereadCalendars(transaction, after.id);
  if (PLANNED_BY.every((field) => before[field] === after[field])) return;
  // Locks the meetings: research that is being stored at this moment is seen below.
  await wakeComingMeetings(transaction, after.id);
  // What was written for another reader is written again before the mail leaves.
  if (WRITTEN_BY.some((field) => before[field] !== after[field])) await staleComingResearch(transaction, after.id);
}
