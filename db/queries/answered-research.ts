import * as z from 'zod';
import { sql, type Transaction } from '#db/sql.ts';

const reopenedMeeting = z.object({ meetingId: z.uuid(), version: z.number() });

/**
 * Wants the research of the user's coming meetings again whose newest report asks who that guest is or, where the answer was another one before, may
 * rest on that. Once for each meeting and page. What waits for its research reads the answer by itself; what is running has read the one before. The
 * unit of quota that the research has taken covers it. Needs `lockPlanning`.
 *
 * @param answer.wasAnother Another page was chosen before.
 * @returns the meetings, of which their workflows are still to be told
 */
export async function reopenAnsweredResearch(
  transaction: Transaction,
  {
    userId,
    email,
    chosenUrl,
    wasAnother,
  }: { userId: string; email: string; chosenUrl: string | null; wasAnother: boolean },
): Promise<readonly z.infer<typeof reopenedMeeting>[]> {
  return await transaction.any(sql.type(reopenedMeeting)`
    with answered as (
      insert into answered_research (meeting_id, email, chosen_url)
      select meetings.id, ${email}, ${chosenUrl}::text
      from meetings
      cross join lateral (
        select report from research_results where meeting_id = meetings.id order by created_at desc, id desc limit 1
      ) as newest
      where user_id = ${userId} and start_time > now() and status = 'confirmed' and user_response <> 'declined'
        and research_state in ('completed', 'running')
        and exists (
          select from jsonb_array_elements(newest.report -> 'guests') as guest
          where guest ->> 'email' = ${email} and (${wasAnother}::boolean or guest -> 'candidates' <> '[]')
        )
        and not exists (
          select from muted_meetings muted
          where muted.user_id = meetings.user_id and meetings.research_requests = 0
            and (muted.meeting_id = meetings.id
              or (muted.calendar_id = meetings.calendar_id and muted.series_id = meetings.series_id))
        )
      on conflict do nothing
      returning meeting_id
    )
    update meetings set research_state = 'pending', version = version + 1, updated_at = now()
    where id in (select meeting_id from answered)
    returning id as "meetingId", version
  `);
}
