import { type Connection, sql, type Transaction } from '#db/sql.ts';

/** Sliding: every visit puts the end off again. */
export const SESSION_DAYS = 7;

/** Returns the id that the session store's entry carries. */
export async function insertSession(
  connection: Connection,
  { userId, userAgent }: { userId: string; userAgent: string },
): Promise<string> {
  const row = await connection.one(sql.typeAlias('id')`
    insert into sessions (user_id, user_agent, expires_at)
    values (${userId}, ${userAgent.slice(0, 300)}, now() + make_interval(days => ${SESSION_DAYS}))
    returning id
  `);
  return row.id;
}

/** Puts the end off, at most once in ten minutes. */
export async function extendSession(connection: Connection, id: string): Promise<void> {
  await connection.query(sql.typeAlias('void')`
    update sessions set last_seen_at = now(), expires_at = now() + make_interval(days => ${SESSION_DAYS})
    where id = ${id} and last_seen_at < now() - interval '10 minutes'
  `);
}

export async function deleteSession(connection: Connection, id: string): Promise<void> {
  await connection.query(sql.typeAlias('void')`delete from sessions where id = ${id}`);
}

/** Signs the user out everywhere. */
export async function deleteSessionsOfUser(transaction: Transaction, userId: string): Promise<void> {
  await transaction.query(sql.typeAlias('void')`delete from sessions where user_id = ${userId}`);
}

/** Signs the user out everywhere but here. */
export async function deleteOtherSessions(
  connection: Connection,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await connection.query(sql.typeAlias('void')`delete from sessions where user_id = ${userId} and id <> ${sessionId}`);
}
