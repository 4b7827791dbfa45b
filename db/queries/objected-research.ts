import type { FragmentSqlToken } from 'slonik';
import * as z from 'zod';
import { researchReport } from '#contract/research.ts';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import type { ObjectionKind } from './objections.ts';

/** An objection's address or domain, decrypted. */
export type Objected = { kind: ObjectionKind; listed: string };

/** Whether an objection covers an address. All tags of a mailbox belong to one person (domain/without-tag.ts). */
const isObjected = ({ kind, listed }: Objected, email: FragmentSqlToken) =>
  kind === 'domain'
    ? sql.fragment`(${email} like ${`%@${listed}`} or ${email} like ${`%.${listed}`})`
    : sql.fragment`regexp_replace(${email}, '^([^+@]+)\\+[^@]*@', '\\1@') = ${listed}`;

const isMeetingWith = (objected: Objected) => sql.fragment`
  exists (
    select from attendees where attendees.meeting_id = meetings.id and is_external and ${isObjected(objected, sql.fragment`attendees.email`)}
  )
`;

/** Returns a page of the users who have a meeting with someone who objected, by id. */
export async function listUsersMeeting(
  connection: Connection,
  objected: Objected,
  { after, limit }: { after: string | null; limit: number },
): Promise<readonly string[]> {
  return await connection.anyFirst(sql.type(z.object({ userId: z.uuid() }))`
    select distinct meetings.user_id as "userId" from meetings
    where ${isMeetingWith(objected)} and (${after}::uuid is null or meetings.user_id > ${after}::uuid)
    order by meetings.user_id limit ${limit}
  `);
}

const toldReport = z.object({ id: z.uuid(), meetingId: z.uuid(), report: researchReport });

/** Returns all reports on a user's meetings with someone who objected, including past ones. */
export async function listReportsAbout(
  transaction: Transaction,
  userId: string,
  objected: Objected,
): Promise<readonly z.infer<typeof toldReport>[]> {
  return await transaction.any(sql.type(toldReport)`
    select research_results.id, meeting_id as "meetingId", report
    from research_results join meetings on meetings.id = research_results.meeting_id
    where meetings.user_id = ${userId} and ${isMeetingWith(objected)} order by research_results.id
  `);
}

/** Replaces a report and the model's raw output. Also drops the recorded answers about those who objected. */
export async function replaceReport(
  transaction: Transaction,
  { id, report }: Pick<z.infer<typeof toldReport>, 'id' | 'report'>,
  objected: Objected,
): Promise<void> {
  await transaction.query(sql.typeAlias('void')`
    update research_results
    set report = ${sql.jsonb(report)}, raw_response = ${JSON.stringify(report)},
        answers = case when answers is not null then (
          select coalesce(jsonb_agg(answer), '[]') from jsonb_array_elements(answers) as answer
          where not ${isObjected(objected, sql.fragment`(answer ->> 'email')`)}
        ) end
    where id = ${id}
  `);
}

/** Deletes the user's answers about who these guests are, which link to pages about them. */
export async function deleteAnswersAbout(transaction: Transaction, userId: string, objected: Objected): Promise<void> {
  await transaction.query(sql.typeAlias('void')`
    delete from person_answers where user_id = ${userId} and ${isObjected(objected, sql.fragment`email`)}
  `);
}

/** Deletes errors the user reported in briefings for meetings with someone who objected. */
export async function deleteWrongFactsAbout(
  transaction: Transaction,
  userId: string,
  objected: Objected,
): Promise<void> {
  await transaction.query(sql.typeAlias('void')`
    delete from wrong_facts using meetings
    where wrong_facts.user_id = ${userId} and meetings.id = wrong_facts.meeting_id and ${isMeetingWith(objected)}
  `);
}

/** Deletes offerings suggested from the website of a company that objected. */
export async function deleteSuggestionsAbout(connection: Connection, { kind, listed }: Objected): Promise<void> {
  if (kind !== 'domain') return;
  await connection.query(sql.typeAlias('void')`
    delete from offering_suggestions where domain = ${listed} or domain like ${`%.${listed}`}
  `);
}

/** Empties finished mails that mention the address or domain; the record that they were sent stays. */
export async function eraseMailsAbout(transaction: Transaction, userId: string, { listed }: Objected): Promise<void> {
  await transaction.query(sql.typeAlias('void')`
    with erased as (
      update emails set data = '{}'
      where user_id = ${userId} and kind in ('briefing', 'briefing-update', 'digest', 'test-briefing')
        and state not in ('queued', 'sending') and position(${listed} in data::text) > 0
      returning id
    )
    update briefings set told = null where email_id in (select id from erased)
  `);
}

const told = z.object({ meetingId: z.uuid(), version: z.number() });

/** Reopens finished research of the upcoming meetings among these, and returns them. Needs `lockPlanning`. */
export async function reopenObjectedResearch(
  transaction: Transaction,
  meetingIds: readonly string[],
): Promise<readonly z.infer<typeof told>[]> {
  return await transaction.any(sql.type(told)`
    update meetings set research_state = 'pending', version = version + 1, updated_at = now()
    where id = any(${sql.array([...meetingIds], 'uuid')}) and start_time > now() and status = 'confirmed'
      and user_response <> 'declined' and research_state = 'completed'
    returning id as "meetingId", version
  `);
}
