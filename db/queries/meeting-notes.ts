import * as z from 'zod';
import { sql, type Transaction } from '#db/sql.ts';
import { STALE } from './stale-research.ts';

type Notes = { goal?: string | null | undefined; outcome?: string | null | undefined };

const notedMeeting = z.object({
  version: z.number(),
  /** A coming meeting was researched for another goal than it has now. */
  isWrittenForAnother: z.boolean(),
});

/**
 * Writes what the user notes of a meeting; what is not given stays as it is. Where research of a coming meeting was written for another goal it counts as
 * stale from now on, so that it is repeated before the mail leaves (domain/freshness.ts), once, however often the goal changes until then.
 *
 * @returns null where there is no such meeting of the user's
 */
export async function updateMeetingNotes(
  transaction: Transaction,
  { userId, meetingId }: { userId: string; meetingId: string },
  { goal, outcome }: Notes,
): Promise<z.infer<typeof notedMeeting> | null> {
  // By a statement of its own: research that is being stored at this moment is waited for, and then seen.
  await transaction.query(sql.typeAlias('id')`
    select id from meetings where id = ${meetingId} and user_id = ${userId} for no key update
  `);
  return await transaction.maybeOne(sql.type(notedMeeting)`
    with noted as (
      update meetings
      set goal = case when ${goal !== undefined} then nullif(${goal ?? null}, '') else goal end,
          outcome = case when ${outcome !== undefined} then nullif(${outcome ?? null}, '') else outcome end,
          outcome_asked_at = case when ${outcome !== undefined} then coalesce(outcome_asked_at, now()) else outcome_asked_at end,
          updated_at = now(),
          version = version + case
            when ${goal !== undefined} and goal is distinct from nullif(${goal ?? null}, '') and start_time > now()
              and status = 'confirmed' and briefing_state = 'scheduled' and researched_at is not null
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
