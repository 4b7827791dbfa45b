import * as z from 'zod';
import { briefingItem } from '#contract/briefings.ts';
import { briefingState } from '#contract/meetings.ts';
import { type Connection, sql } from '#db/sql.ts';
import { deliveryOfBriefing } from './meeting-briefings.ts';

const historyRow = z.object({
  meetingId: z.uuid(),
  title: z.string(),
  startTime: z.date(),
  isAllDay: z.boolean(),
  state: briefingState,
  reason: z.string().nullable(),
  dueAt: z.date().nullable(),
  sentAt: z.date().nullable(),
  shortfall: briefingItem.shape.shortfall,
  delivery: briefingItem.shape.delivery,
  updateSentAt: z.date().nullable(),
  isUseful: z.boolean().nullable(),
  wrongPersons: z.array(z.string()),
});
export type BriefingHistoryRow = z.infer<typeof historyRow>;

const listedBriefing = z
  .looseObject({ meetingId: z.uuid(), startTime: z.date() })
  .transform((row) => ({ id: row.meetingId, startTime: row.startTime, item: historyRow.safeParse(row).data ?? null }));

/**
 * Returns the user's briefings and their outcome, latest meeting first, including meetings that started without one,
 * and unreadable ones. Leaves out meetings that could not have been briefed: internal ones, and those found only after
 * they had started.
 *
 * @param page.after The last item of the previous page.
 */
export async function listBriefingHistory(
  connection: Connection,
  page: { userId: string; limit: number; after?: { startTime: Date; id: string } | undefined },
) {
  const { after } = page;
  return await connection.any(sql.type(listedBriefing)`
    select
      m.id as "meetingId", m.title, m.start_time as "startTime", m.is_all_day as "isAllDay",
      m.briefing_state as state, m.briefing_reason as reason, m.briefing_due_at as "dueAt", m.briefing_sent_at as "sentAt",
      (select data ->> 'shortfall' from emails where id = briefing.email_id) as shortfall,
      ${deliveryOfBriefing} as delivery,
      (
        select emails.sent_at from briefings join emails on emails.id = briefings.email_id
        where briefings.meeting_id = m.id and briefings.kind = 'update'
      ) as "updateSentAt",
      (
        select action = 'useful' from briefing_feedback
        where briefing_id = briefing.id and action in ('useful', 'not_useful') order by id desc limit 1
      ) as "isUseful",
      array(
        select distinct target from briefing_feedback
        where briefing_id = briefing.id and action = 'wrong_person' and target is not null order by target
      ) as "wrongPersons"
    from meetings m
    left join briefings briefing on briefing.meeting_id = m.id and briefing.kind = 'briefing'
    where m.user_id = ${page.userId} and m.briefing_state <> 'none'
      and (briefing.id is not null or (m.start_time <= now() and m.created_at < m.start_time))
      ${after ? sql.fragment`and (m.start_time, m.id) < (${sql.timestamp(after.startTime)}, ${after.id}::uuid)` : sql.fragment``}
    order by m.start_time desc, m.id desc
    limit ${page.limit}
  `);
}
