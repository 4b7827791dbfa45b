import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { requestSync } from '#db/queries/calendar-integrations.ts';
import {
  findUserCalendar,
  forgetComingMeetings,
  type UserCalendarRow,
  updateCalendarSwitch,
} from '#db/queries/calendars.ts';
import { requestSyncsOfCopies } from '#db/queries/event-copies.ts';
import { journalStop } from '#db/queries/journal-entries.ts';
import { insertMeetingMessages, insertOutboxMessages } from '#db/queries/outbox.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import { insertWebhookEvents } from '#db/queries/webhook-deliveries.ts';
import type { Transaction } from '#db/sql.ts';

/**
 * Turns one calendar on or off. Off: its upcoming meetings are unscheduled, as when disconnecting, but stay readable.
 * On: a sync brings them back in their current state. Safe to repeat.
 *
 * @throws 404 if the calendar is not in any of the user's connected accounts
 */
export async function switchCalendar(
  { pool }: ApiContext,
  { userId, calendarId, enabled }: { userId: string; calendarId: string; enabled: boolean },
): Promise<UserCalendarRow> {
  return await pool.transaction(async (transaction) => {
    await lockPlanning(transaction, userId);
    const calendar = await findUserCalendar(transaction, { userId, calendarId });
    if (!calendar) throw notFound();
    if (calendar.enabled === enabled) return calendar;
    await updateCalendarSwitch(transaction, calendarId, !enabled);
    await journalStop(transaction, { userId, of: 'calendar', calendarId, isStopped: !enabled });
    const isBroughtBySync = enabled && (await askForSync(transaction, userId, calendar));
    // If no sync will update the meetings, their workflows act on what is stored.
    if (!isBroughtBySync) await announceMeetings(transaction, userId, calendarId);
    return { ...calendar, enabled };
  });
}

/**
 * Requests a sync, since a meeting may have been cancelled while its calendar was off. Returns false if none will run.
 */
async function askForSync(
  transaction: Transaction,
  userId: string,
  { integrationId, provider }: UserCalendarRow,
): Promise<boolean> {
  if (!(await requestSync(transaction, integrationId))) return false;
  await insertOutboxMessages(transaction, [{ workflow: 'calendar-sync', userId, provider, signal: 'sync' }]);
  return true;
}

async function announceMeetings(transaction: Transaction, userId: string, calendarId: string): Promise<void> {
  const meetings = await forgetComingMeetings(transaction, calendarId);
  await insertMeetingMessages(transaction, userId, meetings);
  const occasions = meetings.map((meeting) => ({ ...meeting, change: 'updated' }));
  await insertWebhookEvents(transaction, userId, 'meeting.changed', occasions);
  const meetingIds = meetings.map(({ meetingId }) => meetingId);
  await requestSyncsOfCopies(transaction, userId, meetingIds);
}
