import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { journalStop } from '#db/queries/journal-entries.ts';
import {
  deleteMutedMeeting,
  deleteMutesOfMeeting,
  insertMutedMeeting,
  type MuteScope,
  touchMutedMeetings,
} from '#db/queries/muted-meetings.ts';
import { insertMeetingMessages } from '#db/queries/outbox.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import type { Transaction } from '#db/sql.ts';

/** Stops mail about the meeting or series and unschedules its upcoming meetings. Needs `lockPlanning`. */
export async function muteMeetings(transaction: Transaction, scope: MuteScope): Promise<void> {
  await insertMutedMeeting(transaction, scope);
  await journalMute(transaction, scope, true);
  await announceMeetings(transaction, scope);
}

/**
 * Removes a mute and resumes the upcoming meetings it covered.
 *
 * @throws 404 if the user has no such mute
 */
export async function unmuteMeetings({ pool }: ApiContext, mute: { userId: string; id: string }): Promise<void> {
  await pool.transaction(async (transaction) => {
    await lockPlanning(transaction, mute.userId);
    const scope = await deleteMutedMeeting(transaction, mute);
    if (!scope) throw notFound();
    await resumeMeetings(transaction, scope);
  });
}

/** Removes every mute covering the meeting, its own and its series'. Needs `lockPlanning`. */
export async function unmuteMeeting(
  transaction: Transaction,
  meeting: { userId: string; meetingId: string },
): Promise<void> {
  for (const scope of await deleteMutesOfMeeting(transaction, meeting)) await resumeMeetings(transaction, scope);
}

async function resumeMeetings(transaction: Transaction, scope: MuteScope): Promise<void> {
  await journalMute(transaction, scope, false);
  await announceMeetings(transaction, scope);
}

async function journalMute(transaction: Transaction, scope: MuteScope, isStopped: boolean): Promise<void> {
  const of = 'seriesId' in scope ? ({ of: 'series', ...scope } as const) : ({ of: 'meeting', ...scope } as const);
  await journalStop(transaction, { ...of, isStopped });
}

async function announceMeetings(transaction: Transaction, scope: MuteScope): Promise<void> {
  const meetings = await touchMutedMeetings(transaction, scope);
  await insertMeetingMessages(transaction, scope.userId, meetings);
}
