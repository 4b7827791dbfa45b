import type { FragmentSqlToken } from 'slonik';
import * as z from 'zod';
import { type Connection, type MeetingKey, sql, type Transaction } from '#db/sql.ts';
import { STALE } from './stale-research.ts';

export const wrongFact = z.object({ statement: z.string(), urls: z.array(z.string()) });
export type WrongFactRow = z.infer<typeof wrongFact>;

/** Only the newest are used, to limit the size of model requests. */
const MAX_FACTS = 30;

/** Condition: the meetings `told` and `one_of` share external companies or guests, or are the same. */
const isAboutTheSame = sql.fragment`
  (told.external_domains && one_of.external_domains or told.id = one_of.id
    or exists (
      select from attendees one join attendees other on other.email = one.email and other.is_external
      where one.meeting_id = told.id and one.is_external and other.meeting_id = one_of.id
    ))
`;

/** Selects the errors a meeting's user reported about its guests and companies in any briefing, newest first. */
export function wrongFactsOf(meetingId: FragmentSqlToken | string): FragmentSqlToken {
  return sql.fragment`
    select statement, urls from wrong_facts
    join meetings told on told.id = wrong_facts.meeting_id
    join meetings one_of on one_of.user_id = wrong_facts.user_id and one_of.id = ${meetingId}
    where ${isAboutTheSame} order by wrong_facts.created_at desc, wrong_facts.id desc limit ${MAX_FACTS}
  `;
}

const calledOfMeeting = z.object({ meetingId: z.uuid(), called: z.array(wrongFact) });

/** Returns the reported errors that apply to each meeting, by meeting id. */
export async function listWrongFacts(
  connection: Connection,
  meetingIds: readonly string[],
): Promise<ReadonlyMap<string, readonly WrongFactRow[]>> {
  const rows = await connection.any(sql.type(calledOfMeeting)`
    select meetings.id as "meetingId", (
      select coalesce(json_agg(called), '[]') from (${wrongFactsOf(sql.fragment`meetings.id`)}) as called
    ) as called
    from meetings where id = any(${sql.array([...meetingIds], 'uuid')})
  `);
  return new Map(rows.map(({ meetingId, called }) => [meetingId, called]));
}

/**
 * Makes research repeat for upcoming meetings affected by an error reported for a meeting. Needs `lockPlanning`.
 *
 * @returns the meetings whose workflows must still be notified
 */
export async function staleConcernedResearch(transaction: Transaction, { userId, meetingId }: MeetingKey) {
  const concerned = await transaction.any(sql.typeAlias('meetingVersion')`
    with concerned as (
      select one_of.id from meetings one_of join meetings told on told.user_id = one_of.user_id and told.id = ${meetingId}
      where one_of.user_id = ${userId} and one_of.start_time > now() and one_of.status = 'confirmed'
        and one_of.briefing_state = 'scheduled' and one_of.researched_at is not null and ${isAboutTheSame}
      order by one_of.id
      for no key update of one_of
    )
    update meetings set version = version + 1, updated_at = now()
    where id in (select id from concerned)
    returning id as "meetingId", version
  `);
  const ids = concerned.map((one) => one.meetingId);
  await transaction.query(sql.typeAlias('void')`
    update research_results set fresh_until = ${STALE} where meeting_id = any(${sql.array(ids, 'uuid')})
  `);
  return concerned;
}

/** Stores a reported error. Returns false if it was already reported. */
export async function insertWrongFact(
  transaction: Transaction,
  { userId, meetingId, statement, urls }: WrongFactRow & MeetingKey,
) {
  const { rowCount } = await transaction.query(sql.typeAlias('void')`
    insert into wrong_facts (user_id, meeting_id, statement, urls)
    values (${userId}, ${meetingId}, ${statement}, ${sql.array(urls, 'text')})
    on conflict do nothing
  `);
  return rowCount === 1;
}
