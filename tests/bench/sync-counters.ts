import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePool } from 'slonik';
import * as z from 'zod';
import { type AccountKey, sql } from '#db/sql.ts';
import type { CalendarProvider } from '#providers/calendar/provider.ts';
import { syncAccount } from '#workers/calendar/sync-account.ts';
import type { WorkerContext } from '#workers/context.ts';

/** Syncs an account once without the engine. */
export async function syncOnce(context: WorkerContext, key: AccountKey): Promise<void> {
  const run = { signal: new AbortController().signal, onProgress: () => {}, deadlineMs: Infinity };
  await syncAccount(context, key, run);
}

/**
 * Counts vendor calls from now on and returns a function that reads the count. The sandbox remembers only the last few
 * thousand requests, so adapter calls are counted instead.
 */
export function countCalls(context: WorkerContext, real: CalendarProvider): () => number {
  let calls = 0;
  const count = <T>(answer: T): T => {
    calls += 1;
    return answer;
  };
  context.calendars.google = {
    ...real,
    refresh: (...values) => count(real.refresh(...values)),
    listCalendars: (...values) => count(real.listCalendars(...values)),
    listEvents: (...values) => count(real.listEvents(...values)),
  };
  return () => calls;
}

const tableWrites = z.object({ name: z.string(), writes: z.number() });

/**
 * Counts the rows inserted, updated and deleted so far, by table. Waits first, because a backend reports its last
 * writes only after ten idle seconds.
 */
export async function countWrites(pool: DatabasePool): Promise<ReadonlyMap<string, number>> {
  await sleep(11_000);
  return await readWrites(pool);
}

/** Like `countWrites`, without the wait: busy backends report every second. */
export async function readWrites(pool: DatabasePool): Promise<ReadonlyMap<string, number>> {
  const rows = await pool.any(sql.type(tableWrites)`
    select relname as name, (n_tup_ins + n_tup_upd + n_tup_del)::int as writes from pg_stat_user_tables
  `);
  return new Map(rows.map(({ name, writes }) => [name, writes]));
}
