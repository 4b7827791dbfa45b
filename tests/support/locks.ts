import { Client } from 'pg';
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

/** Runs `work` while no one else can read or write the table. */
export async function whileLocked<T>(
  { ownerUrl }: Pick<TestDatabase, 'ownerUrl'>,
  table: string,
  work: () => Promise<T>,
): Promise<T> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(`begin; lock table ${owner.escapeIdentifier(table)}`);
    return await work();
  } finally {
    await owner.end();
  }
}
