import * as z from 'zod';
import { type ResearchReport, researchReport } from '#contract/research.ts';
import { type Connection, type MeetingKey, sql, type Transaction } from '#db/sql.ts';
import { isAnsweredSince } from '#domain/answered-since.ts';
import { CUT_OFF_MS } from '#domain/briefing-schedule.ts';
import { answeredGuests, answeredOf } from './answered-research.ts';
import { listPersonAnswers, type PersonAnswer, personAnswer } from './person-answers.ts';
import { isReopened, STALE } from './stale-research.ts';
import { wrongFact, wrongFactsOf } from './wrong-facts.ts';

/** Allowed clock skew between engine and database. */
const CLOCK_TOLERANCE_MS = 5_000;

/** Identifies a run by its request and the version of the meeting it read. */
export type ResearchRun = { meetingId: string; version: number; request: number };

const storedResearch = z.object({
  id: z.uuid(),
  meetingId: z.uuid(),
  report: researchReport,
  confidence: z.number(),
  createdAt: z.date(),
  /** When the report's oldest source was looked up. */
  researchedAt: z.date(),
});
// `least` ignores null, which here means that no dossier predates the run.
const researchedAt = sql.fragment`least(created_at, oldest_dossier_at)`;
const storedColumns = sql.fragment`
  id, meeting_id as "meetingId", report, confidence, created_at as "createdAt", ${researchedAt} as "researchedAt"
`;
export type StoredResearch = z.infer<typeof storedResearch>;

export async function findLatestResearch(connection: Connection, meetingId: string) {
  return await connection.maybeOne(sql.type(storedResearch)`
    select ${storedColumns} from research_results
    where meeting_id = ${meetingId} order by created_at desc, id desc limit 1
  `);
}

/** Returns the research a briefing was based on; null if none. */
export async function findBriefedResearch(connection: Connection, briefingId: string) {
  return await connection.maybeOne(sql.type(storedResearch)`
    select ${storedColumns} from research_results
    where id = (select research_id from briefings where id = ${briefingId})
  `);
}

/** Returns the meeting's research before this one; null if none. */
export async function findEarlierResearch(
  connection: Connection,
  meetingId: string,
  { id, createdAt }: StoredResearch,
) {
  return await connection.maybeOne(sql.type(storedResearch)`
    select ${storedColumns} from research_results
    where meeting_id = ${meetingId} and id <> ${id} and created_at <= ${sql.timestamp(createdAt)}
    order by created_at desc, id desc limit 1
  `);
}

export async function hasResearchResult(connection: Connection, run: ResearchRun) {
  return await connection.exists(sql.typeAlias('id')`
    select id from research_results
    where meeting_id = ${run.meetingId} and meeting_version = ${run.version} and request = ${run.request}
  `);
}

/**
 * Stores a finished run, unless it is already stored.
 *
 * @param result.oldestAt When the oldest reused dossier was researched; null if none was reused.
 * @param result.freshUntil When the first reused dossier with findings goes stale; null or missing if there is none.
 */
export async function insertResearchResult(
  transaction: Transaction,
  run: ResearchRun & { userId: string },
  result: {
    report: ResearchReport;
    qualityScore: number;
    confidence: number;
    rawResponse: string;
    oldestAt: Date | null;
    freshUntil?: Date | null;
    /** The user's answers about guests, as the run read them. */
    answers?: readonly PersonAnswer[];
    usage: { inputTokens: number; outputTokens: number; searches: number; usd: number };
  },
) {
  const { usage } = result;
  const oldestAt = result.oldestAt ? sql.timestamp(result.oldestAt) : null;
  const freshUntil = result.freshUntil ? sql.timestamp(result.freshUntil) : null;
  const answers = result.answers ? sql.jsonb(result.answers) : null;
  await transaction.query(sql.typeAlias('void')`
    insert into research_results (meeting_id, user_id, meeting_version, request, quality_score, confidence, report,
      raw_response, oldest_dossier_at, fresh_until, answers, input_tokens, output_tokens, searches, cost_usd)
    values (${run.meetingId}, ${run.userId}, ${run.version}, ${run.request}, ${result.qualityScore},
      ${result.confidence}, ${sql.jsonb(result.report)}, ${result.rawResponse}, ${oldestAt}, ${freshUntil}, ${answers},
      ${usage.inputTokens}, ${usage.outputTokens}, ${usage.searches}, ${usage.usd})
    on conflict (meeting_id, meeting_version, request) do nothing
  `);
}

export async function markResearchRunning(connection: Connection, run: ResearchRun) {
  await connection.query(sql.typeAlias('void')`
    update meetings set research_state = 'running', research_error = null, updated_at = now()
    where id = ${run.meetingId} and research_requests = ${run.request} and research_state in ('pending', 'failed')
  `);
}

const finishedRun = z.object({
  userId: z.uuid(),
  /** The meeting has a newer version than the run read, for example after the user answered who a guest is. */
  isOverdue: z.boolean(),
});
const finishedReport = z.object({ report: researchReport, answers: z.array(personAnswer) });

/**
 * Marks a stored run as completed. If the state is `pending` again, a newer change needs another run, so that state is
 * kept. Reopens research if the report depends on answers the user has since changed, but only if the meeting has a
 * newer version: a run is stored once per version, so repeating it for the same one would loop. An answer increments
 * the version as long as repeats are left.
 */
export async function markResearchCompleted(transaction: Transaction, run: ResearchRun) {
  // Locked before reading the answers: waits for an answer being written, and a later answer finds this run completed.
  const meeting = await transaction.maybeOne(sql.type(finishedRun)`
    select user_id as "userId", version > ${run.version} as "isOverdue" from meetings
    where id = ${run.meetingId} and research_requests = ${run.request} for no key update
  `);
  if (!meeting) return;
  const isWanted = meeting.isOverdue && (await isRunAnswered(transaction, { ...run, userId: meeting.userId }));
  await transaction.query(sql.typeAlias('void')`
    update meetings
    set research_state = case when research_state = 'pending' or ${isWanted} then 'pending' else 'completed' end,
        research_error = null, researched_at = now(), updated_at = now()
    where id = ${run.meetingId}
  `);
}

async function isRunAnswered(transaction: Transaction, run: ResearchRun & { userId: string }): Promise<boolean> {
  const made = await transaction.maybeOne(sql.type(finishedReport)`
    select report, answers from research_results
    where meeting_id = ${run.meetingId} and meeting_version = ${run.version} and request = ${run.request} and answers is not null
  `);
  return made !== null && isAnsweredSince(made, await listPersonAnswers(transaction, run));
}

/**
 * Parks research with a stable error code. Research that has since been requested again is not parked, unless there is
 * no time left: then the briefing is sent, noting what is missing.
 */
export async function markResearchFailed(connection: Connection, run: ResearchRun, code: string) {
  const isTooLate = sql.fragment`start_time < now() + make_interval(secs => ${(CUT_OFF_MS + CLOCK_TOLERANCE_MS) / 1000})`;
  await connection.query(sql.typeAlias('void')`
    update meetings set research_state = 'failed', research_error = ${code}, updated_at = now()
    where id = ${run.meetingId} and research_requests = ${run.request}
      and (research_state = 'running' or (research_state = 'pending' and (version = ${run.version} or ${isTooLate})))
  `);
}

const listedResearch = z.object({
  ...storedResearch.shape,
  qualityScore: z.number(),
  rawResponse: z.string(),
});
export type ListedResearch = z.infer<typeof listedResearch>;

const meetingResearch = z.object({
  results: z.array(
    listedResearch.extend({ createdAt: z.coerce.date(), researchedAt: z.coerce.date(), answered: answeredGuests }),
  ),
  answers: z.array(z.object({ email: z.string(), url: z.string().nullable() })),
  wrongFacts: z.array(wrongFact),
});

/**
 * Returns a meeting's finished runs, newest first, with the user's answers and reported errors, in one query. Null if
 * the user has no such meeting.
 */
export async function findMeetingResearch(connection: Connection, { userId, meetingId }: MeetingKey) {
  return await connection.maybeOne(sql.type(meetingResearch)`
    select
      coalesce((
        select json_agg(
          json_build_object(
            'id', id, 'meetingId', meeting_id, 'report', report, 'qualityScore', quality_score, 'confidence', confidence,
            'rawResponse', raw_response, 'createdAt', created_at, 'researchedAt', ${researchedAt}, 'answered', ${answeredOf}
          ) order by created_at desc, id desc
        )
        from research_results made where meeting_id = meetings.id
      ), '[]') as results,
      coalesce((
        select json_agg(json_build_object('email', person_answers.email, 'url', chosen_url) order by person_answers.email)
        from person_answers join attendees on attendees.email = person_answers.email
        where person_answers.user_id = meetings.user_id and attendees.meeting_id = meetings.id
      ), '[]') as answers,
      coalesce((select json_agg(called) from (${wrongFactsOf(sql.fragment`meetings.id`)}) as called), '[]') as "wrongFacts"
    from meetings where id = ${meetingId} and user_id = ${userId}
  `);
}

/** Resets research that was cancelled while running, so that it can run again. */
export async function markResearchPending(connection: Connection, run: ResearchRun) {
  await connection.query(sql.typeAlias('void')`
    update meetings set research_state = 'pending', updated_at = now()
    where id = ${run.meetingId} and research_requests = ${run.request} and research_state = 'running'
  `);
}

/**
 * Makes a meeting's research repeat: before its email is sent or, if it was sent or is not wanted, right away.
 *
 * @returns the meeting's new version, which the caller must announce to its workflow
 */
export async function staleResearch(transaction: Transaction, meetingId: string) {
  await transaction.query(sql.typeAlias('void')`
    update research_results set fresh_until = ${STALE} where meeting_id = ${meetingId}
  `);
  return await transaction.oneFirst(sql.type(z.object({ version: z.number() }))`
    update meetings
    set version = version + 1, updated_at = now(),
        research_state = case when ${isReopened} then 'pending' else research_state end
    where id = ${meetingId} returning version
  `);
}

/** Makes the research for a user's upcoming meetings repeat before their email is sent (domain/freshness.ts). */
export async function staleComingResearch(transaction: Transaction, userId: string) {
  await transaction.query(sql.typeAlias('void')`
    update research_results set fresh_until = ${STALE}
    where meeting_id in (
      select id from meetings
      where user_id = ${userId} and start_time > now() and status = 'confirmed' and briefing_state = 'scheduled'
        and researched_at is not null
    )
  `);
}
