import type { Encryption } from '#db/encryption.ts';
import { getBriefingPreferences, updateBriefingPreferences } from '#db/queries/briefing-preferences.ts';
import { lockIntegration, requestSync, updateSyncEnabled } from '#db/queries/calendar-integrations.ts';
import { findUserCalendar, forgetComingMeetings, updateCalendarSwitch } from '#db/queries/calendars.ts';
import { deleteExcludedDomain, insertExcludedDomain } from '#db/queries/domain-exclusions.ts';
import { JOURNAL, type Stop } from '#db/queries/journal-entries.ts';
import {
  deleteMute,
  hasMuteSubject,
  insertMutedMeeting,
  type MuteScope,
  touchMutedMeetings,
} from '#db/queries/muted-meetings.ts';
import { insertMeetingMessages, insertOutboxMessages } from '#db/queries/outbox.ts';
import { reclassifyMeetings } from '#db/reclassify-meetings.ts';
import type { Transaction } from '#db/sql.ts';
import { wakeComingMeetings } from '#db/wake-meetings.ts';
import type { Provider } from '#domain/enumerations.ts';

/**
 * Repeats what a user stopped or resumed. Needs `lockPlanning`.
 *
 * @returns false if the database lacks its calendar or meeting
 */
export async function replayStop(
  transaction: Transaction,
  { userId, isStopped, ...stop }: Stop & { userId: string; isStopped: boolean },
  { decrypt }: Encryption,
): Promise<boolean> {
  switch (stop.of) {
    case 'briefings': {
      const preferences = await getBriefingPreferences(transaction, userId);
      await updateBriefingPreferences(transaction, userId, { ...preferences, paused: isStopped });
      await wakeComingMeetings(transaction, userId);
      return true;
    }
    case 'sync': {
      const integration = await lockIntegration(transaction, { userId, provider: stop.provider });
      if (!integration) return false;
      await updateSyncEnabled(transaction, integration.id, !isStopped);
      await signalSync(transaction, userId, stop.provider, isStopped ? 'pause' : 'resume');
      return true;
    }
    case 'calendar':
      return await switchCalendar(transaction, { userId, isStopped, calendarId: stop.calendarId });
    case 'domain': {
      const exclusion = { userId, domain: decrypt(stop.domain, JOURNAL) };
      await (isStopped ? insertExcludedDomain : deleteExcludedDomain)(transaction, exclusion);
      await reclassifyMeetings(transaction, userId);
      return true;
    }
    default:
      return await mute(transaction, { ...stop, userId }, isStopped);
  }
}

async function switchCalendar(
  transaction: Transaction,
  { userId, calendarId, isStopped }: { userId: string; calendarId: string; isStopped: boolean },
): Promise<boolean> {
  const calendar = await findUserCalendar(transaction, { userId, calendarId });
  if (!calendar) return false;
  await updateCalendarSwitch(transaction, calendarId, isStopped);
  await insertMeetingMessages(transaction, userId, await forgetComingMeetings(transaction, calendarId));
  if (!isStopped && (await requestSync(transaction, calendar.integrationId)))
    await signalSync(transaction, userId, calendar.provider, 'sync');
  return true;
}

async function mute(transaction: Transaction, scope: MuteScope, isStopped: boolean): Promise<boolean> {
  if (!(await hasMuteSubject(transaction, scope))) return false;
  await (isStopped ? insertMutedMeeting : deleteMute)(transaction, scope);
  await insertMeetingMessages(transaction, scope.userId, await touchMutedMeetings(transaction, scope));
  return true;
}

async function signalSync(
  transaction: Transaction,
  userId: string,
  provider: Provider,
  signal: 'sync' | 'pause' | 'resume',
): Promise<void> {
  await insertOutboxMessages(transaction, [{ workflow: 'calendar-sync', userId, provider, signal }]);
}
