import type { FragmentSqlToken } from 'slonik';
import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import type { PersonAnswer } from './person-answers.ts';

/** How often one unit of quota is researched at most before answers no longer have it repeated; a request by hand takes another one. */
const MAX_RUNS = 12;

/**
 * Within a statement on `meetings`: the user's answers are others than those that a report was made from, and it rests on that. It asks who a guest is
 * who has been chosen by now, it may speak of the one who was chosen then, or it cites a page that has been rejected since.
 *
 * @param made.report The stored report.
 * @param made.answers What was read for it, as `listPersonAnswers` returns it.
 * @param about Narrows `answer`, a row of `person_answers`.
 */
export function isAnsweredSince(
  made: { report: FragmentSqlToken; answers: FragmentSqlToken },
  about: FragmentSqlToken = sql.fragment`true`,
): FragmentSqlToken {
  return sql.fragment`exists (
    select from person_answers answer
    join jsonb_array_elements(${made.report} -> 'guests') as guest on guest ->> 'email' = answer.email
    left join jsonb_array_elements(${made.answers}) as known on known ->> 'email' = answer.email
    where answer.user_id = meetings.user_id and ${about} and (
      (
        answer.chosen_url is distinct from known ->> 'chosenUrl'
        and (known ->> 'chosenUrl' is not null or guest -> 'candidates' <> '[]')
      )
      or exists (
        select from jsonb_array_elements(${made.report} -> 'sources') as source
        where source ->> 'url' = any(answer.rejected_urls)
          and (known -> 'rejectedUrls' @> to_jsonb(source ->> 'url')) is not true
      )
    )
  )`;
}

const tellableMeeting = z.object({ meetingId: z.uuid(), version: z.number() });

/**
 * After a change of what the user says about a guest: wants the research of those coming meetings again whose newest report rests on what was said
 * before. What waits for its research reads the answer by itself. What is running has read the one before: its workflow is to look again once it is done,
 * when `markResearchCompleted` compares the two. The unit of quota that the research has taken covers it, a dozen times. Needs `lockPlanning`.
 *
 * @param before What was said before, for reports that do not tell; null: nothing.
 * @returns the meetings, of which their workflows are still to be told
 */
export async function reopenAnsweredResearch(
  transaction: Transaction,
  { userId, email, before }: { userId: string; email: string; before: PersonAnswer | null },
): Promise<readonly z.infer<typeof tellableMeeting>[]> {
  const made = {
    report: sql.fragment`newest.report`,
    answers: sql.fragment`coalesce(newest.answers, ${sql.jsonb(before ? [before] : [])})`,
  };
  return await transaction.any(sql.type(tellableMeeting)`
    with concerned as (
      select meetings.id, ${isAnsweredSince(made, sql.fragment`answer.email = ${email}`)} as "isAnswered"
      from meetings
      left join lateral (
        select report, answers from research_results where meeting_id = meetings.id order by created_at desc, id desc limit 1
      ) as newest on true
      where user_id = ${userId} and start_time > now() and status = 'confirmed' and user_response <> 'declined'
        and research_state in ('completed', 'running')
        and exists (select from attendees where meeting_id = meetings.id and email = ${email})
        and not exists (
          select from muted_meetings muted
          where muted.user_id = meetings.user_id and meetings.research_requests = 0
            and (muted.meeting_id = meetings.id
              or (muted.calendar_id = meetings.calendar_id and muted.series_id = meetings.series_id))
        )
        and ${MAX_RUNS} > (
          select count(*) from research_results made where made.meeting_id = meetings.id and made.request = meetings.research_requests
        )
    )
    update meetings
    set research_state = case when "isAnswered" then 'pending' else research_state end, version = version + 1, updated_at = now()
    from concerned
    where meetings.id = concerned.id and ("isAnswered" or research_state = 'running')
    returning meetings.id as "meetingId", version
  `);
}

/** Pages of which the user has said since a report was made that they are not about the guest. */
export async function listPagesRejectedSince(connection: Connection, researchId: string): Promise<readonly string[]> {
  return await connection.anyFirst(sql.type(z.object({ url: z.string() }))`
    select distinct url
    from research_results made
    cross join jsonb_array_elements(made.report -> 'guests') as guest
    join person_answers answer on answer.user_id = made.user_id and answer.email = guest ->> 'email'
    cross join unnest(answer.rejected_urls) as url
    left join jsonb_array_elements(made.answers) as known on known ->> 'email' = answer.email
    where made.id = ${researchId} and (known -> 'rejectedUrls' @> to_jsonb(url)) is not true
      -- Reports of before do not say what was read for them.
      and (made.answers is not null or answer.answered_at > made.created_at)
  `);
}
