import * as z from 'zod';
import { researchReport } from '#contract/research.ts';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import { isAnsweredSince, pagesRejectedSince } from '#domain/answered-since.ts';
import { answerColumns, type PersonAnswer, personAnswer } from './person-answers.ts';
import { hasRunsLeft } from './stale-research.ts';

export const reportOnGuests = researchReport.pick({ guests: true, sources: true });
const concernedMeeting = z.object({
  id: z.uuid(),
  isRunning: z.boolean(),
  /** From the newest run; null during the first. */
  report: reportOnGuests.nullable(),
  answers: z.array(personAnswer).nullable(),
});
/**
 * Reopens the research for upcoming meetings whose newest report is outdated by the user's new answer about a guest.
 * Pending research will read the answer anyway. Running research may have read the old one; `markResearchCompleted`
 * compares them when it finishes. Repeats are covered by the unit of quota already taken, up to a limit. Needs
 * `lockPlanning`.
 *
 * @param before The previous answer, for older reports, which do not record the answers they read; null if none.
 * @returns the meetings whose workflows must still be notified
 */
export async function reopenAnsweredResearch(
  transaction: Transaction,
  { userId, email, before }: { userId: string; email: string; before: PersonAnswer | null },
) {
  const concerned = await transaction.any(sql.type(concernedMeeting)`
    select meetings.id, research_state = 'running' as "isRunning", newest.report, newest.answers
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
      and ${hasRunsLeft}
  `);
  const answer = await transaction.any(sql.type(personAnswer)`
    select ${answerColumns} from person_answers where user_id = ${userId} and email = ${email}
  `);
  const known = before ? [before] : [];
  const answered = concerned.filter(
    ({ report, answers }) => report && isAnsweredSince({ report, answers: answers ?? known }, answer),
  );
  const told = [...answered, ...concerned.filter(({ isRunning }) => isRunning)];
  return await transaction.any(sql.typeAlias('meetingVersion')`
    update meetings
    set research_state = case when id = any(${idsOf(answered)}) then 'pending' else research_state end,
        version = version + 1, updated_at = now()
    where id = any(${idsOf(told)})
    returning id as "meetingId", version
  `);
}

const idsOf = (meetings: readonly { id: string }[]) =>
  sql.array(
    meetings.map(({ id }) => id),
    'uuid',
  );

export const answeredGuests = z.object({
  /** Null for older reports, which do not record the answers they read. */
  answers: z.array(personAnswer).nullable(),
  /** The user's current answers about the report's guests. */
  said: z.array(personAnswer.extend({ isSince: z.boolean() })),
});

/** For the row `made` of `research_results`: the answers the run read, and current ones about the report's guests. */
export const answeredOf = sql.fragment`jsonb_build_object('answers', made.answers, 'said', coalesce((
  select jsonb_agg(jsonb_build_object('email', answer.email, 'chosenUrl', answer.chosen_url,
    'rejectedUrls', answer.rejected_urls, 'isSince', answer.answered_at > made.created_at))
  from person_answers answer
  where answer.user_id = made.user_id
    and answer.email in (select guest ->> 'email' from jsonb_array_elements(made.report -> 'guests') as guest)
), '[]'))`;

const answeredReport = z.object({ id: z.uuid(), report: reportOnGuests, answered: answeredGuests });

/** Returns, by research id, the report's pages that the user has since marked as not about the guest. */
export async function listPagesRejectedSince(
  connection: Connection,
  researchIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const all = await connection.any(sql.type(answeredReport)`
    select id, jsonb_build_object('guests', report -> 'guests', 'sources', report -> 'sources') as report, ${answeredOf} as answered
    from research_results made where id = any(${idsOf(researchIds.map((id) => ({ id })))})
  `);
  return new Map(all.map(({ id, report, answered }) => [id, rejectedSince(report, answered)]));
}

/** Returns the pages of a report that the user has since marked as not about the guest, as spelled in the report. */
export function rejectedSince(
  report: z.infer<typeof reportOnGuests>,
  { answers, said }: z.infer<typeof answeredGuests>,
): readonly string[] {
  if (answers) return pagesRejectedSince({ report, answers }, said);
  return pagesRejectedSince(
    { report, answers: [] },
    said.filter(({ isSince }) => isSince),
  );
}
