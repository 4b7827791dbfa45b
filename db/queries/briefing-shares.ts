import * as z from 'zod';
import { SHARE_DAYS } from '#contract/limits.ts';
import { type Connection, type MeetingKey, sql, type Transaction } from '#db/sql.ts';
import { journalRevocation } from './journal-entries.ts';

const briefingShare = z.object({
  createdAt: z.date(),
  expiresAt: z.date(),
  opens: z.number(),
  lastOpenedAt: z.date().nullable(),
});

/** Returns a briefing's active share; null if it is not shared, or the link has expired. */
export async function findBriefingShare(connection: Connection, { userId, meetingId }: MeetingKey) {
  return await connection.maybeOne(sql.type(briefingShare)`
    select created_at as "createdAt", expires_at as "expiresAt", opens, last_opened_at as "lastOpenedAt"
    from briefing_shares where meeting_id = ${meetingId} and user_id = ${userId} and expires_at > now()
  `);
}

/**
 * Stores a share, which replaces the previous one, and returns its expiry. `tokenHash`: SHA-256 of the link's token.
 */
export async function insertBriefingShare(
  transaction: Transaction,
  { userId, meetingId, sessionId, tokenHash }: MeetingKey & { sessionId: string; tokenHash: Buffer },
) {
  await deleteBriefingShare(transaction, { userId, meetingId });
  return await transaction.one(sql.type(briefingShare.pick({ expiresAt: true }))`
    insert into briefing_shares (meeting_id, user_id, session_id, token_hash, expires_at)
    values (${meetingId}, ${userId}, ${sessionId}, ${sql.binary(tokenHash)}, now() + make_interval(days => ${SHARE_DAYS}))
    returning expires_at as "expiresAt"
  `);
}

/** Deletes a share. Returns false if there was none. */
export async function deleteBriefingShare(transaction: Transaction, { userId, meetingId }: MeetingKey) {
  const { rowCount } = await transaction.query(sql.typeAlias('void')`
    delete from briefing_shares where meeting_id = ${meetingId} and user_id = ${userId}
  `);
  if (rowCount === 1) await journalRevocation(transaction, userId);
  return rowCount === 1;
}

const sharedMeeting = z.object({
  meetingId: z.uuid(),
  userId: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  title: z.string(),
  startTime: z.date(),
  endTime: z.date(),
  isAllDay: z.boolean(),
  expiresAt: z.date(),
});

/**
 * Returns the meeting behind a shared link; null if the link is unknown, expired or revoked, the meeting was cancelled,
 * or the account is closed or locked.
 */
export async function findSharedMeeting(connection: Connection, tokenHash: Buffer) {
  return await connection.maybeOne(sql.type(sharedMeeting)`
    select m.id as "meetingId", u.id as "userId", u.first_name as "firstName", u.last_name as "lastName", m.title,
      m.start_time as "startTime", m.end_time as "endTime", m.is_all_day as "isAllDay", s.expires_at as "expiresAt"
    from briefing_shares s join meetings m on m.id = s.meeting_id join users u on u.id = s.user_id
    where s.token_hash = ${sql.binary(tokenHash)} and s.expires_at > now() and u.disabled_at is null
      and m.status = 'confirmed'
  `);
}

export async function countShareOpened(connection: Connection, meetingId: string) {
  await connection.query(sql.typeAlias('void')`
    update briefing_shares set opens = opens + 1, last_opened_at = now() where meeting_id = ${meetingId}
  `);
}
