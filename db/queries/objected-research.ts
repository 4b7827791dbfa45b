import type { FragmentSqlToken } from 'slonik';
import * as z from 'zod';
import type { ResearchReport } from '#contract/research.ts';
import { isOfMailbox } from '#db/of-mailbox.ts';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import { hostsOfMailbox, mailboxOf } from '#domain/mailbox.ts';
import { routingForms } from '#domain/tenant-domains.ts';
import { emailKind } from './emails.ts';
import type { ObjectionKind } from './objections.ts';

/** An objection's address or domain, decrypted. */
export type Objected = { kind: ObjectionKind; listed: string };

/** Condition: an objection covers an address. */
const isObjected = ({ kind, listed }: Objected, email: FragmentSqlToken) =>
  kind === 'domain'
    ? isOfCompany(listed, sql.fragment`split_part(${email}, '@', 2)`)
    : isOfMailbox(mailboxOf(listed), email);

/** Condition: a host belongs to a company, that is, `registrableDomain` maps it to the company's domain. */
function isOfCompany(domain: string, host: FragmentSqlToken) {
  const forms = routingForms(domain);
  const below = forms.map((form) => `%.${literal(form)}`);
  return sql.fragment`(${host} = any(${sql.array(forms, 'text')}) or ${host} like any(${sql.array(below, 'text')}))`;
}

/** Escapes text for use in a `like` pattern. */
function literal(text: string): string {
  return text.replaceAll(/[%_\\]/g, String.raw`\$&`);
}

/** Condition: an objection covers a company. */
const isObjectedDomain = ({ kind, listed }: Objected, domain: FragmentSqlToken) =>
  kind === 'domain' ? isOfCompany(listed, domain) : sql.fragment`false`;

/** Condition: stored JSON contains any of these strings, even within a longer one. */
function contains(json: FragmentSqlToken, texts: readonly string[]) {
  const patterns = texts.map((text) => `%${literal(text)}%`);
  return sql.fragment`${json}::text like any(${sql.array(patterns, 'text')})`;
}

/**
 * Condition: a string in stored JSON is an address that an objection covers. Addresses are compared without their tag:
 * the guest may be `ines+sales@`, while `ines@` objected. Only JSON that contains the host is searched.
 */
function hasAddressIn(objected: Objected, json: FragmentSqlToken) {
  const { kind, listed } = objected;
  const hosts = kind === 'domain' ? routingForms(listed) : hostsOfMailbox(mailboxOf(listed));
  return sql.fragment`(
    ${contains(json, hosts)} and exists (
      select from jsonb_path_query(${json}, 'strict $.** ? (@.type() == "string")') as part (value)
      where ${isObjected(objected, sql.fragment`(part.value #>> '{}')`)}
    )
  )`;
}

/** Condition: stored JSON mentions an objection's address or domain anywhere. */
const isMentionedIn = (objected: Objected, json: FragmentSqlToken) =>
  sql.fragment`(${contains(json, [objected.listed])} or ${hasAddressIn(objected, json)})`;

/** Condition on `research_results`: the report lists its guests and companies in a form that every build can read. */
const hasSections = sql.fragment`(
  research_results.report @@ 'lax $.guests.type() == "array" && $.companies.type() == "array"
    && !exists($.guests[*] ? (!(@.email.type() == "string")))
    && !exists($.companies[*] ? (!(@.domain.type() == "string")))'
)`;

/**
 * Condition on `research_results`: the report has a section on someone who objected, whoever is invited today, or has
 * no readable sections and mentions them anywhere. Never fails, whatever the row contains.
 */
const isReportAbout = (objected: Objected) => sql.fragment`(
  exists (
    select from jsonb_path_query(research_results.report, '$.guests[*].email') as guest (email)
    where ${isObjected(objected, sql.fragment`(guest.email #>> '{}')`)}
  )
  or exists (
    select from jsonb_path_query(research_results.report, '$.companies[*].domain') as company (domain)
    where ${isObjectedDomain(objected, sql.fragment`(company.domain #>> '{}')`)}
  )
  or (${hasSections} is not true and ${isMentionedIn(objected, sql.fragment`research_results.report`)})
)`;

/** Condition on `research_results`: the run read an answer about someone who objected, even if not in its report. */
const hasAnswerAbout = (objected: Objected) => sql.fragment`exists (
  select from jsonb_path_query(research_results.answers, '$[*].email') as answer (email)
  where ${isObjected(objected, sql.fragment`(answer.email #>> '{}')`)}
)`;

/**
 * Condition on `meetings`: someone who objected is invited, or was: the calendar deletes guests removed from the
 * invitation, but what was researched and emailed about them is kept.
 */
const isMeetingWith = (objected: Objected) => sql.fragment`(
  exists (
    select from attendees
    where attendees.meeting_id = meetings.id and is_external and ${isObjected(objected, sql.fragment`attendees.email`)}
  )
  or exists (
    select from research_results
    where research_results.meeting_id = meetings.id and (${isReportAbout(objected)} or ${hasAnswerAbout(objected)})
  )
)`;

/** Condition on `emails`: of a kind that mentions guests. */
const isAboutGuests = sql.fragment`emails.kind in ('briefing', 'briefing-update', 'digest', 'test-briefing')`;

/** Returns a page of the ids of all users. */
export async function listUserIds(connection: Connection, { after, limit }: { after: string | null; limit: number }) {
  return await connection.anyFirst(sql.typeAlias('id')`
    select id from users where ${after}::uuid is null or id > ${after}::uuid order by id limit ${limit}
  `);
}

/**
 * Returns whether anything about someone who objected may be stored for a user. Checks one user at a time, because it
 * reads all their reports and emails, which for all users together would hit the statement timeout. An email counts
 * only if it lists such a guest: many link to a company's site, perhaps to its pages about others.
 */
export async function isKnownTo(connection: Connection, userId: string, objected: Objected) {
  return await connection.exists(sql.typeAlias('id')`
    select id from users where id = ${userId} and (
      exists (select from meetings where meetings.user_id = users.id and ${isMeetingWith(objected)})
      or exists (
        select from person_answers
        where person_answers.user_id = users.id and ${isObjected(objected, sql.fragment`person_answers.email`)}
      )
      or exists (
        select from emails
        where emails.user_id = users.id and ${isAboutGuests} and ${hasAddressIn(objected, sql.fragment`emails.data`)}
      )
    )
  `);
}

const objectedReport = z.object({
  id: z.uuid(),
  meetingId: z.uuid(),
  /** Unchecked: a report that this build cannot read must not keep the objection from being applied to others. */
  report: z.unknown(),
  /** The meeting has no newer report. */
  isNewest: z.boolean(),
});

/** Returns all of a user's reports with a section on someone who objected. */
export async function listReportsAbout(transaction: Transaction, userId: string, objected: Objected) {
  return await transaction.any(sql.type(objectedReport)`
    select id, meeting_id as "meetingId", report, not exists (
      select from research_results newer
      where newer.meeting_id = research_results.meeting_id
        and (newer.created_at, newer.id) > (research_results.created_at, research_results.id)
    ) as "isNewest"
    from research_results where user_id = ${userId} and ${isReportAbout(objected)} order by id
  `);
}

/** Replaces a report and the model's raw output. */
export async function replaceReport(transaction: Transaction, { id, report }: { id: string; report: ResearchReport }) {
  await transaction.query(sql.typeAlias('void')`
    update research_results set report = ${sql.jsonb(report)}, raw_response = ${JSON.stringify(report)} where id = ${id}
  `);
}

/**
 * Deletes the user's answers about guests who objected, which link to pages about them, and the copies that research
 * runs recorded.
 */
export async function deleteAnswersAbout(transaction: Transaction, userId: string, objected: Objected) {
  await transaction.query(sql.typeAlias('void')`
    with forgotten as (
      delete from person_answers where user_id = ${userId} and ${isObjected(objected, sql.fragment`email`)}
    )
    update research_results set answers = (
      select coalesce(jsonb_agg(answer), '[]') from jsonb_path_query(answers, '$[*]') as answer
      where not ${isObjected(objected, sql.fragment`(answer ->> 'email')`)}
    )
    where user_id = ${userId} and ${hasAnswerAbout(objected)}
  `);
}

/** Deletes errors the user reported in briefings for meetings with someone who objected. */
export async function deleteWrongFactsAbout(transaction: Transaction, userId: string, objected: Objected) {
  await transaction.query(sql.typeAlias('void')`
    delete from wrong_facts using meetings
    where wrong_facts.user_id = ${userId} and meetings.id = wrong_facts.meeting_id and ${isMeetingWith(objected)}
  `);
}

/** Deletes offerings suggested from the website of a company that objected. */
export async function deleteSuggestionsAbout(connection: Connection, objected: Objected) {
  await connection.query(sql.typeAlias('void')`
    delete from offering_suggestions where ${isObjectedDomain(objected, sql.fragment`domain`)}
  `);
}

/** Condition on `emails`: the data mentions the address or domain. */
const isMailAbout = (objected: Objected) => isMentionedIn(objected, sql.fragment`data`);

/** Condition on `emails`: the data will still be read, to send the email or to post it to a channel. */
const isWaiting = sql.fragment`(
  state in ('queued', 'sending')
  or exists (
    select from channel_messages posted where posted.email_id = emails.id and posted.state in ('queued', 'sending')
  )
)`;

const waitingMail = z.object({ id: z.uuid(), kind: emailKind, data: z.unknown() });

/** Returns the user's unfinished emails that mention the address or domain, and locks them. */
export async function lockWaitingMailsAbout(transaction: Transaction, userId: string, objected: Objected) {
  return await transaction.any(sql.type(waitingMail)`
    select id, kind, data from emails
    where user_id = ${userId} and kind in ('briefing', 'briefing-update', 'digest') and ${isWaiting}
      and ${isMailAbout(objected)}
    order by id for update
  `);
}

/** Replaces an email's data, and clears the facts recorded when an earlier attempt rendered it. */
export async function replaceMailData(
  transaction: Transaction,
  { id, data }: { id: string; data: z.core.util.JSONType },
) {
  await transaction.query(sql.typeAlias('void')`
    with replaced as (
      update emails set data = ${sql.jsonb(data)} where id = ${id} returning id
    )
    update briefings set told = null where email_id in (select id from replaced)
  `);
}

/** Empties finished emails that mention the address or domain; the record that they were sent is kept. */
export async function eraseMailsAbout(connection: Connection, userId: string, objected: Objected) {
  await connection.query(sql.typeAlias('void')`
    with erased as (
      update emails set data = '{}'
      where user_id = ${userId} and ${isAboutGuests}
        and not ${isWaiting} and ${isMailAbout(objected)}
      returning id
    )
    update briefings set told = null where email_id in (select id from erased)
  `);
}

/** Reopens finished research for the upcoming meetings among these, and returns them. Needs `lockPlanning`. */
export async function reopenObjectedResearch(transaction: Transaction, meetingIds: readonly string[]) {
  return await transaction.any(sql.typeAlias('meetingVersion')`
    update meetings set research_state = 'pending', version = version + 1, updated_at = now()
    where id = any(${sql.array([...meetingIds], 'uuid')}) and start_time > now() and status = 'confirmed'
      and user_response <> 'declined' and research_state = 'completed'
    returning id as "meetingId", version
  `);
}
