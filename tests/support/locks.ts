import { setTimeout as sleep } from 'node:timers/promises';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import type { DatabasePool } from 'slonik';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import type { Answer } from './http-client.ts';
import type { TestDatabase } from './services.ts';

/** Counts the statements in this database that are waiting for a lock. */
export async function countWaiting(pool: DatabasePool): Promise<number> {
  return await pool.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `);
}

/**
 * Starts requests that wait for a lock, one after the other, and returns a promise of each status. A request starts
 * only when each one before it is waiting or has ended, however long that takes.
 */
export async function startWaiting(
  pool: DatabasePool,
  requests: readonly (() => Promise<Answer>)[],
): Promise<Promise<number>[]> {
  const started: Promise<number>[] = [];
  let running = 0;
  for (const request of requests) {
    running += 1;
    const answer = request().finally(() => {
      running -= 1;
    });
    started.push(answer.then(({ status }) => status));
    while ((await countWaiting(pool)) < running) await sleep(10);
  }
  return started;
}

type Database = Pick<TestDatabase, 'ownerUrl'>;

/** Runs `work` while no one else can read or write the table. */
export async function whileLocked<T>(database: Database, table: string, work: () => Promise<T>): Promise<T> {
  return await whileHolding(database, `lock table ${escapeIdentifier(table)}`, work);
}

/** Runs `work` while no one else can change a row. For a user's row, no one can add ways into the account either. */
export async function whileRowLocked<T>(
  database: Database,
  { table, id }: { table: string; id: string },
  work: () => Promise<T>,
): Promise<T> {
  const row = `${escapeIdentifier(table)} where id = ${escapeLiteral(id)}`;
  return await whileHolding(database, `select from ${row} for no key update`, work);
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
