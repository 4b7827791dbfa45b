import * as z from 'zod';
import { meetingBriefing } from '#contract/briefings.ts';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

const meetingBriefingRow = z.object({
  calendarId: z.uuid().nullable(),
  seriesId: z.string().nullable(),
  isMuted: z.boolean(),
  isSeriesMuted: z.boolean(),
  /** Of the mail that was sent; null where there is none. */
  briefingId: z.uuid().nullable(),
  isUseful: z.boolean().nullable(),
  delivery: meetingBriefing.shape.delivery,
  leadMinutes: z.number().nullable(),
});
export type MeetingBriefingRow = z.infer<typeof meetingBriefingRow>;

/** Of the row `briefing`: how its mail left, or the messages beside it and in its place. */
export const deliveryOfBriefing = sql.fragment`(
  select jsonb_build_object('isMessageAlone', by_message, 'messages', coalesce((
    select jsonb_agg(jsonb_build_object('kind', kind, 'state', state) order by kind) from channel_messages
    where email_id = emails.id and state in ('delivered', 'unknown', 'failed')
  ), '[]'))
  from emails where id = briefing.email_id
)`;

/** What the user wants of a meeting's mails and thought of its briefing. Null when there is no such meeting, or it is somebody else's. */
export async function findMeetingBriefing(
  connection: Connection,
  { userId, meetingId }: { userId: string; meetingId: string },
): Promise<MeetingBriefingRow | null> {
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
 * The user's wish for one meeting; null takes it back.
 *
 * @returns the version the meeting has then; null where nothing changed
 */
export async function updateMeetingLead(
  transaction: Transaction,
  { userId, meetingId, leadMinutes }: { userId: string; meetingId: string; leadMinutes: number | null },
): Promise<number | null> {
  const row = await transaction.maybeOne(sql.type(z.object({ version: z.number() }))`
    update meetings set lead_minutes = ${leadMinutes}, version = version + 1, updated_at = now()
    where id = ${meetingId} and user_id = ${userId} and lead_minutes is distinct from ${leadMinutes}::integer
    returning version
  `);
  return row?.version ?? null;
}
