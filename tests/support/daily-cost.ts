import type { DatabasePool } from 'slonik';
import { getTotalDailyCost, getUserDailyCost } from '#db/queries/unfinished-research.ts';
import { sql } from '#db/sql.ts';

/** Backdates the stored total of the last 24 hours, so that the next research recalculates it. */
export async function ageDailyTotal(pool: DatabasePool): Promise<void> {
  await pool.query(sql.typeAlias('void')`update research_total set counted_at = counted_at - interval '1 minute'`);
}

/** Returns the cost of research in the last 24 hours as of now. */
export async function readDailyCost(pool: DatabasePool, userId: string) {
  await ageDailyTotal(pool);
  return { userUsd: await getUserDailyCost(pool, userId), totalUsd: await getTotalDailyCost(pool) };
}
