import type { ApiContext } from '#api/context.ts';
import { hashAccount, insertJournalEntry } from '#db/queries/journal-entries.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import { findUser, updateProfileFields } from '#db/queries/users.ts';
import { wakeComingMeetings } from '#db/wake-meetings.ts';

/**
 * Turns off the user's email notifications, like the switch in the profile. Does nothing if they are off or the account
 * is closed or locked.
 */
export async function stopBriefings({ pool }: Pick<ApiContext, 'pool'>, userId: string): Promise<void> {
  await pool.transaction(async (transaction) => {
    if (!(await lockPlanning(transaction, userId))) return;
    const user = await findUser(transaction, userId);
    if (!user?.emailNotifications) return;
    await updateProfileFields(transaction, userId, { emailNotifications: false });
    await insertJournalEntry(transaction, { kind: 'briefings-stopped', account: hashAccount(userId) });
    await wakeComingMeetings(transaction, userId);
  });
}
