import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import type { setMeetingBriefing as endpoint } from '#contract/briefings.ts';
import type { BodyOf } from '#contract/http.ts';
import { insertBriefingFeedback } from '#db/queries/briefing-feedback.ts';
import { findMeetingBriefing, type MeetingBriefingRow, updateMeetingLead } from '#db/queries/meeting-briefings.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import type { Transaction } from '#db/sql.ts';
import { muteMeetings, unmuteMeeting } from './mute-meetings.ts';

type Meeting = { userId: string; meetingId: string };
type Wish = BodyOf<typeof endpoint>;

/**
 * Mutes or unmutes a meeting, sets its lead time, and stores feedback on its briefing, in one transaction.
 *
 * @returns the new settings
 * @throws 404 for a meeting that is not the user's, or for feedback if it has no briefing
 */
export async function setMeetingBriefing(
  { pool }: ApiContext,
  meeting: Meeting,
  { muted, leadMinutes, isUseful }: Wish,
): Promise<MeetingBriefingRow> {
  return await pool.transaction(async (transaction) => {
    if (muted !== undefined || leadMinutes !== undefined) await lockPlanning(transaction, meeting.userId);
    const before = await readBriefing(transaction, meeting);
    if (muted !== undefined) await setMute(transaction, { ...meeting, ...before }, muted);
    if (leadMinutes !== undefined) await setLead(transaction, { ...meeting, leadMinutes });
    if (isUseful !== undefined) {
      if (before.briefingId === null) throw notFound();
      const action = isUseful ? 'useful' : 'not_useful';
      await insertBriefingFeedback(transaction, { briefingId: before.briefingId, action, target: null });
    }
    return await readBriefing(transaction, meeting);
  });
}

async function setLead(transaction: Transaction, wish: Meeting & { leadMinutes: number | null }): Promise<void> {
  const version = await updateMeetingLead(transaction, wish);
  if (version === null) return;
  const { userId, meetingId } = wish;
  await insertOutboxMessages(transaction, [{ workflow: 'meeting', userId, meetingId, version }]);
}

async function setMute(
  transaction: Transaction,
  { userId, meetingId, calendarId, seriesId }: Meeting & MeetingBriefingRow,
  muted: 'meeting' | 'series' | null,
): Promise<void> {
  await unmuteMeeting(transaction, { userId, meetingId });
  if (muted === null) return;
  const isSeries = muted === 'series' && calendarId !== null && seriesId !== null;
  await muteMeetings(transaction, isSeries ? { userId, calendarId, seriesId } : { userId, meetingId });
}

async function readBriefing(transaction: Transaction, meeting: Meeting): Promise<MeetingBriefingRow> {
  const row = await findMeetingBriefing(transaction, meeting);
  if (!row) throw notFound();
  return row;
}
