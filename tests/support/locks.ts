import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import type { DatabasePool } from 'slonik';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import type { TestDatabase } from './services.ts';

/** Counts the statements in this database that wait for a lock. */
export async function countWaiting(pool: DatabasePool): Promise<number> {
  return await pool.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `);
}

type Database = Pick<TestDatabase, 'ownerUrl'>;

/** Runs `work` while no one else can read or write the table. */
export async function whileLocked<T>(database: Database, table: string, work: () => Promise<T>): Promise<T> {
  return await whileHolding(database, `lock table ${escapeIdentifier(table)}`, work);
}

/** Runs `work` while no one else can change the user's row or add a way into the account. */
export async function whileUserLocked<T>(database: Database, userId: string, work: () => Promise<T>): Promise<T> {
  return await whileHolding(database, `select from users where id = ${escapeLiteral(userId)} for no key update`, work);
}

async function whileHolding<T>({ ownerUrl }: Database, lock: string, work: () => Promise<T>): Promise<T> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(`begin; ${lock}`);
    return await work();
  } finally {
    await owner.end();
  }
}
