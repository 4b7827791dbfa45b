import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import type { MailedContent } from '#domain/report-statements.ts';

export type BriefingKind = 'briefing' | 'update';

const mailedContent = z.object({
  guests: z.array(z.string()),
  facts: z.array(z.object({ text: z.string(), about: z.string().nullable(), urls: z.array(z.string()) })),
});

const claimedBriefing = z.object({
  emailId: z.uuid(),
  meetingId: z.uuid(),
  kind: z.enum(['briefing', 'update']),
  meetingStart: z.date(),
});
export type ClaimedBriefing = z.infer<typeof claimedBriefing>;

const claimedBriefingColumns = sql.fragment`
  email_id as "emailId", meeting_id as "meetingId", kind, meeting_start as "meetingStart"
`;

export async function findBriefing(connection: Connection, meetingId: string, kind: BriefingKind) {
  return await connection.maybeOne(sql.type(claimedBriefing)`
    select ${claimedBriefingColumns} from briefings where meeting_id = ${meetingId} and kind = ${kind}
  `);
}

/**
 * Returns the briefings an email contains: none for an account email, one for a briefing or update, any number for a
 * digest.
 */
export async function listBriefingsOfEmail(connection: Connection, emailId: string) {
  return await connection.any(sql.type(claimedBriefing)`
    select ${claimedBriefingColumns} from briefings where email_id = ${emailId} order by meeting_id
  `);
}

/**
 * Claims a briefing, which has only one row per meeting and kind. Returns the row's id; fails if already claimed.
 */
export async function insertBriefing(
  transaction: Transaction,
  briefing: ClaimedBriefing & {
    userId: string;
    researchId: string | null;
    /** Addresses of the external guests the email covers. */
    externalGuests: readonly string[];
  },
) {
  return await transaction.oneFirst(sql.typeAlias('id')`
    insert into briefings (meeting_id, user_id, kind, email_id, research_id, meeting_start, external_guests)
    values (${briefing.meetingId}, ${briefing.userId}, ${briefing.kind}, ${briefing.emailId}, ${briefing.researchId},
      ${sql.timestamp(briefing.meetingStart)}, ${sql.array([...briefing.externalGuests], 'text')})
    returning id
  `);
}

/**
 * Records the guests and facts an email shows for each meeting. Called for each rendering; the last one is sent.
 */
export async function updateMailedContent(
  transaction: Transaction,
  emailId: string,
  told: Record<string, MailedContent>,
) {
  for (const [meetingId, one] of Object.entries(told)) {
    await transaction.query(sql.typeAlias('void')`
      update briefings set told = ${sql.jsonb(one)} where email_id = ${emailId} and meeting_id = ${meetingId}
    `);
  }
}

/** Returns the guests and facts a briefing's email showed; null if not recorded. */
export async function findMailedContent(connection: Connection, briefingId: string) {
  return await connection.oneFirst(sql.type(z.object({ told: mailedContent.nullable() }))`
    select told from briefings where id = ${briefingId}
  `);
}

/** Releases the claim of an unsent email. */
export async function deleteBriefing(transaction: Transaction, { meetingId, kind }: ClaimedBriefing) {
  await transaction.query(sql.typeAlias('void')`
    delete from briefings where meeting_id = ${meetingId} and kind = ${kind}
  `);
}

const lateness = z.object({ seconds: z.number() });

/**
 * Returns how many seconds ago this email's briefing was due, 0 if early; null for other emails, including digests,
 * which are always early.
 */
export async function findBriefingLateness(connection: Connection, emailId: string) {
  return await connection.maybeOneFirst(sql.type(lateness)`
    select greatest(0, extract(epoch from now() - m.briefing_due_at))::float8 as seconds
    from briefings b join emails e on e.id = b.email_id join meetings m on m.id = b.meeting_id
    where b.email_id = ${emailId} and b.kind = 'briefing' and e.kind = 'briefing' and m.briefing_due_at is not null
  `);
}

const overdueBriefings = z.object({ count: z.number(), oldestAgeS: z.number() });

/**
 * Counts unsent briefings past their due time, for meetings that have not started. Briefings that are not to be sent,
 * such as for muted meetings, are `skipped` and do not count. The age is the longest time without progress, in seconds;
 * 0 if none.
 *
 * @param options.digestGraceS Seconds from its due time until a briefing counts as overdue, for users with a digest.
 */
export async function getOverdueBriefings(connection: Connection, { digestGraceS }: { digestGraceS: number }) {
  return await connection.one(sql.type(overdueBriefings)`
    with unsent as (
      select user_id, start_time, status, updated_at, briefing_due_at from meetings
      where briefing_state = 'scheduled' and briefing_due_at < now()
      union all
      select user_id, start_time, status, updated_at, briefing_due_at from meetings
      where briefing_state = 'sending' and briefing_due_at < now()
    ), overdue as (
      select greatest(m.updated_at, m.briefing_due_at + u.briefing_digest::int * ${digestGraceS} * interval '1 second') as since
      from unsent m join users u on u.id = m.user_id
      where m.start_time > now() and m.status = 'confirmed' and u.disabled_at is null
    )
    select count(*) as count, coalesce(extract(epoch from now() - min(since)), 0)::float8 as "oldestAgeS"
    from overdue where since <= now()
  `);
}
