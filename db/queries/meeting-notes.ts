import * as z from 'zod';
import { type MeetingKey, sql, type Transaction } from '#db/sql.ts';
import { isReopened, STALE } from './stale-research.ts';

type Notes = { goal?: string | null | undefined; outcome?: string | null | undefined };

const notedMeeting = z.object({
  version: z.number(),
  /** The research must be repeated, since it was written for another goal. */
  isWrittenForAnother: z.boolean(),
});

/**
 * Writes the user's notes on a meeting; omitted fields are kept. Research written for another goal becomes stale, so
 * that it is repeated before the email is sent (domain/freshness.ts), once, however often the goal changes. If no mail
 * will follow, it is repeated right away, for the app.
 *
 * @returns null if the user has no such meeting
 */
export async function updateMeetingNotes(
  transaction: Transaction,
  { userId, meetingId }: MeetingKey,
  { goal, outcome }: Notes,
) {
  // Locked first, so that the next statement sees research that is being stored right now.
  await transaction.query(sql.typeAlias('id')`
    select id from meetings where id = ${meetingId} and user_id = ${userId} for no key update
  `);
  const isOtherGoal = sql.fragment`(${goal !== undefined} and goal is distinct from nullif(${goal ?? null}, ''))`;
  return await transaction.maybeOne(sql.type(notedMeeting)`
    with noted as (
      update meetings
      set goal = case when ${goal !== undefined} then nullif(${goal ?? null}, '') else goal end,
          outcome = case when ${outcome !== undefined} then nullif(${outcome ?? null}, '') else outcome end,
          outcome_asked_at = case when ${outcome !== undefined} then coalesce(outcome_asked_at, now()) else outcome_asked_at end,
          updated_at = now(),
          research_state = case when ${isOtherGoal} and ${isReopened} then 'pending' else research_state end,
          version = version + case
            when ${isOtherGoal} and (${isReopened} or start_time > now()
              and status = 'confirmed' and briefing_state = 'scheduled' and researched_at is not null)
            then 1 else 0 end
      where id = ${meetingId} and user_id = ${userId}
      returning id, new.version, new.version <> old.version as "isWrittenForAnother"
    ), staled as (
      update research_results set fresh_until = ${STALE}
      where meeting_id in (select id from noted where "isWrittenForAnother")
    )
    select version, "isWrittenForAnother" from noted
  `);
}
