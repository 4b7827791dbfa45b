import * as z from 'zod';
import { meetingBriefing } from '#contract/briefings.ts';
import { type Connection, type MeetingKey, sql, type Transaction } from '#db/sql.ts';

const meetingBriefingRow = z.object({
  calendarId: z.uuid().nullable(),
  seriesId: z.string().nullable(),
  isMuted: z.boolean(),
  isSeriesMuted: z.boolean(),
  /** Null if no briefing was claimed. */
  briefingId: z.uuid().nullable(),
  isUseful: z.boolean().nullable(),
  delivery: meetingBriefing.shape.delivery,
  leadMinutes: z.number().nullable(),
});
export type MeetingBriefingRow = z.infer<typeof meetingBriefingRow>;

/** For the row `briefing`: how it was delivered, by email, by messages, or both. */
export const deliveryOfBriefing = sql.fragment`(
  select jsonb_build_object('isMessageAlone', by_message, 'messages', coalesce((
    select jsonb_agg(jsonb_build_object('kind', kind, 'state', state) order by kind) from channel_messages
    where email_id = emails.id and state in ('delivered', 'unknown', 'failed')
  ), '[]'))
  from emails where id = briefing.email_id
)`;

/**
 * Returns the user's mail settings and feedback for a meeting. Null if the user has no such meeting.
 */
export async function findMeetingBriefing(connection: Connection, { userId, meetingId }: MeetingKey) {
  return await connection.maybeOne(sql.type(meetingBriefingRow)`
    select meetings.calendar_id as "calendarId", meetings.series_id as "seriesId", briefing.id as "briefingId",
      meetings.lead_minutes as "leadMinutes",
      exists (select from muted_meetings muted where muted.user_id = meetings.user_id and muted.meeting_id = meetings.id) as "isMuted",
      exists (
        select from muted_meetings muted
        where muted.user_id = meetings.user_id and muted.calendar_id = meetings.calendar_id and muted.series_id = meetings.series_id
      ) as "isSeriesMuted",
      (
        select action = 'useful' from briefing_feedback
        where briefing_id = briefing.id and action in ('useful', 'not_useful') order by id desc limit 1
      ) as "isUseful",
      ${deliveryOfBriefing} as delivery
    from meetings
    left join briefings briefing on briefing.meeting_id = meetings.id and briefing.kind = 'briefing'
    where meetings.id = ${meetingId} and meetings.user_id = ${userId}
  `);
}

/**
 * Sets a meeting's own lead time; null resets it.
 *
 * @returns the meeting's new version; null if nothing changed
 */
export async function updateMeetingLead(
  transaction: Transaction,
  { userId, meetingId, leadMinutes }: { userId: string; meetingId: string; leadMinutes: number | null },
) {
  return await transaction.maybeOneFirst(sql.type(z.object({ version: z.number() }))`
    update meetings set lead_minutes = ${leadMinutes}, version = version + 1, updated_at = now()
    where id = ${meetingId} and user_id = ${userId} and lead_minutes is distinct from ${leadMinutes}::integer
    returning version
  `);
}
