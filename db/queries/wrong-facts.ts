import type { FragmentSqlToken } from 'slonik';
import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

export const wrongFact = z.object({ statement: z.string(), urls: z.array(z.string()) });
export type WrongFactRow = z.infer<typeof wrongFact>;

/** The newest ones; a request holds no more. */
const MAX_FACTS = 30;

/** What the user of a meeting called wrong in briefings about its guests and their companies, the newest first. */
export function wrongFactsOf(meetingId: FragmentSqlToken | string): FragmentSqlToken {
  return sql.fragment`
    select statement, urls from wrong_facts
    join meetings told on told.id = wrong_facts.meeting_id
    join meetings one_of on one_of.user_id = wrong_facts.user_id and one_of.id = ${meetingId}
    where told.external_domains && one_of.external_domains or told.id = one_of.id
      or exists (
        select from attendees one join attendees other on other.email = one.email and other.is_external
        where one.meeting_id = told.id and one.is_external and other.meeting_id = one_of.id
      )
    order by wrong_facts.created_at desc, wrong_facts.id desc limit ${MAX_FACTS}
  `;
}

export async function listWrongFacts(connection: Connection, meetingId: string): Promise<readonly WrongFactRow[]> {
  return await connection.any(sql.type(wrongFact)`${wrongFactsOf(meetingId)}`);
}

/** Said twice it is kept once. */
export async function insertWrongFact(
  transaction: Transaction,
  { userId, meetingId, statement, urls }: WrongFactRow & { userId: string; meetingId: string },
): Promise<void> {
  await transaction.query(sql.typeAlias('void')`
    insert into wrong_facts (user_id, meeting_id, statement, urls)
    values (${userId}, ${meetingId}, ${statement}, ${sql.array(urls, 'text')})
    on conflict do nothing
  `);
}
