import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

/** Days a session lasts without being used. */
export const SESSION_DAYS = 7;
/** Maximum days a session lasts, so that a stolen cookie stops working too. */
const SESSION_MAX_DAYS = 30;

/**
 * Inserts a session and returns its id. Null if the account was closed or locked, or its access has changed since the
 * sign-in read it; waits for a change in progress.
 */
export async function insertSession(
  connection: Connection,
  session: { userId: string; accessVersion: number; userAgent: string; isFactorGiven: boolean },
) {
  const { userId, accessVersion, userAgent, isFactorGiven } = session;
  return await connection.maybeOneFirst(sql.typeAlias('id')`
    insert into sessions (user_id, user_agent, factor_at, expires_at)
    select id, ${userAgent.slice(0, 300)}, case when ${isFactorGiven} then now() end,
      now() + make_interval(days => ${SESSION_DAYS})
    from users where id = ${userId} and access_version = ${accessVersion} and disabled_at is null
    for share
    returning id
  `);
}

/** Returns whether the session still exists. For transactions that may have waited for the user's row. */
export async function isSessionOpen(transaction: Transaction, id: string) {
  return await transaction.exists(sql.typeAlias('id')`select id from sessions where id = ${id}`);
}

const openSession = z.object({ id: z.uuid(), userAgent: z.string(), createdAt: z.date(), lastSeenAt: z.date() });

/** Returns a user's sessions, most recently used first. */
export async function listOpenSessions(connection: Connection, userId: string) {
  return await connection.any(sql.type(openSession)`
    select id, user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt"
    from sessions where user_id = ${userId} and expires_at > now() order by last_seen_at desc, id
  `);
}

export async function isOwnSession(
  connection: Connection,
  { userId, sessionId }: { userId: string; sessionId: string },
) {
  return await connection.exists(sql.typeAlias('id')`
    select id from sessions where id = ${sessionId} and user_id = ${userId} and expires_at > now()
  `);
}

/** Extends the session, at most once every ten minutes and never past its maximum age. */
export async function extendSession(connection: Connection, id: string) {
  await connection.query(sql.typeAlias('void')`
    update sessions
    set last_seen_at = now(),
        expires_at = least(now() + make_interval(days => ${SESSION_DAYS}), created_at + make_interval(days => ${SESSION_MAX_DAYS}))
    where id = ${id} and last_seen_at < now() - interval '10 minutes'
  `);
}

/** Records that a second factor was just verified in this session. */
export async function markFactorGiven(connection: Connection, id: string) {
  await connection.query(sql.typeAlias('void')`update sessions set factor_at = now() where id = ${id}`);
}

/** Clears the record of second-factor checks in all of a user's sessions. Call when the last factor was removed. */
export async function forgetFactorGiven(transaction: Transaction, userId: string) {
  await transaction.query(sql.typeAlias('void')`update sessions set factor_at = null where user_id = ${userId}`);
}

export async function deleteSession(connection: Connection, id: string) {
  await connection.query(sql.typeAlias('void')`delete from sessions where id = ${id}`);
}
