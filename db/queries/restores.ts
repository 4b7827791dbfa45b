import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

const name = z.object({ name: z.string().nullable() });

/** The name that ops/restore.sh gave the restore that this server was started from, if any. */
const RESTORED = sql.fragment`nullif(current_setting('foreword.restored', true), '')`;

/** Returns the name of the server's restore if no one has recorded yet what it lost; null otherwise. */
export async function findUnsettledRestore(connection: Connection) {
  return await connection.oneFirst(sql.type(name)`
    select case when not exists (select from restores where restores.name = ${RESTORED}) then ${RESTORED} end as name
  `);
}

/** Returns the name of the restore that this server was started from; null if it was not restored. */
export async function findRestoreName(connection: Connection) {
  return await connection.oneFirst(sql.type(name)`select ${RESTORED} as name`);
}

/** The time in which things may have happened that a restored database lacks, such as emails that were sent. */
export type Loss = { from: Date; until: Date };

/** Records what the restored database may lack; null if it lacks nothing. */
export async function insertRestore(transaction: Transaction, loss: Loss | null) {
  await transaction.query(sql.typeAlias('void')`
    insert into restores (name, lost_from, lost_until)
    values (${RESTORED}, ${loss && sql.timestamp(loss.from)}, ${loss ? sql.timestamp(loss.until) : sql.fragment`now()`})
    on conflict (name) do update
    set lost_from = least(restores.lost_from, excluded.lost_from),
      lost_until = greatest(restores.lost_until, excluded.lost_until)
  `);
}

/**
 * Returns the time of the last commit that Postgres replayed when it restored the database; null if it has been
 * restarted since, or was not restored.
 */
export async function getLastRestoredCommit(connection: Connection) {
  return await connection.oneFirst(sql.type(z.object({ at: z.date().nullable() }))`
    select pg_last_xact_replay_timestamp() as at
  `);
}

/** Returns whether what happened at this time may be missing because the database was restored. */
export async function isLostTime(connection: Connection, at: Date) {
  return await connection.exists(sql.typeAlias('void')`
    select from restores where ${sql.timestamp(at)} between lost_from and lost_until
  `);
}
