import * as z from 'zod';
import { type FeedbackAction, type FeedbackReason, feedbackAction, feedbackReason } from '#contract/feedback.ts';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

/** Users act on emails soon or never. */
const LINK_DAYS = 30;

export type NewFeedbackLink = {
  action: FeedbackAction;
  target: string | null;
  /** SHA-256 of the token, which only the email contains. */
  tokenHash: Buffer;
};

/** Inserts the links of one briefing. */
export async function insertFeedbackLinks(
  transaction: Transaction,
  briefingId: string,
  links: readonly NewFeedbackLink[],
) {
  const rows = links.map(({ tokenHash, ...link }) => ({ ...link, tokenHash: tokenHash.toString('hex') }));
  await transaction.query(sql.typeAlias('void')`
    insert into feedback_links (briefing_id, action, target, token_hash, expires_at)
    select ${briefingId}::uuid, action, target, decode("tokenHash", 'hex'), now() + make_interval(days => ${LINK_DAYS})
    from jsonb_to_recordset(${sql.jsonb(rows)}) as link (action text, target text, "tokenHash" text)
  `);
}

const feedbackLinkRow = z.object({
  id: z.uuid(),
  briefingId: z.uuid(),
  userId: z.uuid(),
  meetingId: z.uuid(),
  calendarId: z.uuid().nullable(),
  seriesId: z.string().nullable(),
  action: feedbackAction,
  target: z.string().nullable(),
  meetingTitle: z.string(),
  meetingStart: z.date(),
  usedAt: z.date().nullable(),
});
export type FeedbackLinkRow = z.infer<typeof feedbackLinkRow>;

/** Finds a link, used or not. Null if the token is unknown or expired, or its account is closed or locked. */
export async function findFeedbackLink(connection: Connection, tokenHash: Buffer) {
  return await connection.maybeOne(sql.type(feedbackLinkRow)`
    select link.id, link.briefing_id as "briefingId", link.action, link.target, meetings.user_id as "userId",
      meetings.id as "meetingId", meetings.calendar_id as "calendarId", meetings.series_id as "seriesId",
      meetings.title as "meetingTitle", briefings.meeting_start as "meetingStart", link.used_at as "usedAt"
    from feedback_links link
    join briefings on briefings.id = link.briefing_id
    join meetings on meetings.id = briefings.meeting_id
    join users on users.id = meetings.user_id
    where link.token_hash = ${sql.binary(tokenHash)} and link.expires_at > now()
      and users.disabled_at is null
  `);
}

/** Uses up a link. Returns false if it was used or has expired; of two concurrent uses, one succeeds. */
export async function useFeedbackLink(transaction: Transaction, id: string) {
  const { rowCount } = await transaction.query(sql.typeAlias('void')`
    update feedback_links set used_at = now() where id = ${id} and used_at is null and expires_at > now()
  `);
  return rowCount === 1;
}

export async function insertBriefingFeedback(
  transaction: Transaction,
  { briefingId, action, target }: Pick<FeedbackLinkRow, 'briefingId' | 'action' | 'target'>,
) {
  await transaction.query(sql.typeAlias('void')`
    insert into briefing_feedback (briefing_id, action, target) values (${briefingId}, ${action}, ${target})
  `);
}

/** Returns the reason given with the latest "No"; null if none. */
export async function findFeedbackReason(connection: Connection, briefingId: string) {
  return await connection.maybeOneFirst(sql.type(z.object({ reason: feedbackReason.nullable() }))`
    select reason from briefing_feedback where briefing_id = ${briefingId} and action = 'not_useful' order by id desc limit 1
  `);
}

export async function updateFeedbackReason(
  transaction: Transaction,
  { briefingId, reason }: { briefingId: string; reason: FeedbackReason },
) {
  await transaction.query(sql.typeAlias('void')`
    update briefing_feedback set reason = ${reason}
    where id = (
      select id from briefing_feedback where briefing_id = ${briefingId} and action = 'not_useful' order by id desc limit 1
    )
  `);
}

/** Returns whether the reader has already reported the wrong person for this guest. */
export async function isWrongPersonSaid(
  transaction: Transaction,
  { briefingId, target }: { briefingId: string; target: string },
) {
  return await transaction.exists(sql.typeAlias('id')`
    select id from briefing_feedback where briefing_id = ${briefingId} and action = 'wrong_person' and target = ${target}
  `);
}
