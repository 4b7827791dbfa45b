import { type Connection, sql, type Transaction } from '#db/sql.ts';

/** Sliding: every visit puts the end off again. */
export const SESSION_DAYS = 7;

/**
 * Returns the id that the session store's entry carries. Null when the account's access has changed since the sign-in read it: a reset that is under
 * way is waited for.
 */
export async function insertSession(
  connection: Connection,
  { userId, accessVersion, userAgent }: { userId: string; accessVersion: number; userAgent: string },
): Promise<string | null> {
  const row = await connection.maybeOne(sql.typeAlias('id')`
    insert into sessions (user_id, user_agent, expires_at)
    select id, ${userAgent.slice(0, 300)}, now() + make_interval(days => ${SESSION_DAYS})
    from users where id = ${userId} and access_version = ${accessVersion} and disabled_at is null
    for share
    returning id
  `);
  return row?.id ?? null;
}

/** Whether the session is still there, for a change that waited for the user's row. */
export async function isSessionOpen(transaction: Transaction, id: string): Promise<boolean> {
  return await transaction.exists(sql.typeAlias('id')`select id from sessions where id = ${id}`);
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
