import { randomUUID } from 'node:crypto';
import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { RETENTION_MONTHS } from '#contract/limits.ts';
import { openPool } from '#db/pool.ts';
import { getOldestDeletionAgeS } from '#db/queries/account-deletion.ts';
import { getBackupAges } from '#db/queries/base-backups.ts';
import { getOverdueBriefings } from '#db/queries/briefings.ts';
import { getDeliveryFigures } from '#db/queries/delivery-figures.ts';
import { getOldestUnsentAgeS } from '#db/queries/emails.ts';
import { getFeedbackFigures, listWorstBriefings } from '#db/queries/feedback-figures.ts';
import { getOldestEntryAgeS } from '#db/queries/journal-entries.ts';
import { deleteOldRecords } from '#db/queries/old-records.ts';
import { getOutboxBacklog } from '#db/queries/outbox.ts';
import { getTotalDailyCost, getUserDailyCost } from '#db/queries/unfinished-research.ts';
import { deleteExpiredRows } from '#db/queries/upkeep.ts';
import { sql } from '#db/sql.ts';
import { openExplainingPool } from '#tests/bench/explain-queries.ts';
import { createDatabase, type TestDatabase } from '#tests/support/services.ts';
import { seedYearOfRows } from '#tests/support/year-of-rows.ts';

/** Enough that Postgres reads these tables by index where it can. */
const ROWS = 5_000;
/** Tables that gain rows with every meeting. */
const GROWING = ['meetings', 'attendees', 'research_results', 'emails', 'briefings', 'feedback_links'];

let database: TestDatabase;
let explaining: Awaited<ReturnType<typeof openExplainingPool>>;
beforeAll(async () => {
  database = await createDatabase();
  const owner = await openPool(database.ownerUrl, { maxConnections: 1 });
  await seedYearOfRows(owner, ROWS);
  await owner.end();
  explaining = await openExplainingPool(database.databaseUrl);
}, 120_000);
afterAll(async () => {
  await explaining?.pool.end();
  await database?.drop();
});

/** Returns which growing tables a query reads from beginning to end. */
async function scansOf(read: (pool: DatabasePool) => Promise<unknown>): Promise<string[]> {
  await read(explaining.pool);
  const scans = explaining.plans().filter((node) => node['Node Type'] === 'Seq Scan');
  return scans.map((node) => node['Relation Name'] ?? '').filter((table) => GROWING.includes(table));
}

test.each<[string, (pool: DatabasePool) => Promise<unknown>]>([
  ['the outbox', getOutboxBacklog],
  ['overdue briefings', (pool) => getOverdueBriefings(pool, { digestGraceS: 600 })],
  ['feedback', getFeedbackFigures],
  ['unsent emails', getOldestUnsentAgeS],
  ['unfinished deletions', getOldestDeletionAgeS],
  ['deliveries', getDeliveryFigures],
  ['the journal', getOldestEntryAgeS],
  ['backups', getBackupAges],
])('the metrics of %s never scan a table that grows with meetings', async (_, read) => {
  expect(await scansOf(read)).toEqual([]);
});

test('the list of the worst briefings never scans a table that grows with meetings', async () => {
  expect(await scansOf(listWorstBriefings)).toEqual([]);
});

test('the daily cost of research is added up without a scan', async () => {
  expect(await scansOf((pool) => getUserDailyCost(pool, randomUUID()))).toEqual([]);
  expect(await scansOf((pool) => getTotalDailyCost(pool))).toEqual([]);
});

test.each<[string, (pool: DatabasePool) => Promise<unknown>]>([
  ['old rows', (pool) => deleteOldRecords(pool, RETENTION_MONTHS)],
  ['expired rows', deleteExpiredRows],
])('retention finds %s without a scan, whether or not there are any', async (_, remove) => {
  expect(await scansOf(remove)).toEqual([]);
  expect(await scansOf(remove)).toEqual([]);
});

test('every foreign key to users has an index, so that deleting an account avoids scans', async () => {
  const pool = await openPool(database.databaseUrl, { maxConnections: 1 });
  const reference = sql.type(z.object({ column: z.string() }));
  const unindexed = await pool.anyFirst(reference`
    select conrelid::regclass || '.' || attname as column
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'users'::regclass
      and not exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])
  `);
  await pool.end();
  expect(unindexed).toEqual([]);
});
