import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { openPool } from '#db/pool.ts';
import { sql } from '#db/sql.ts';
import { CommandError, runCommand } from '#scripts/processes/run-command.ts';
import { seedMeeting, seedUser } from '#tests/support/builders.ts';
import { createDatabase } from '#tests/support/services.ts';

const database = await createDatabase();
const pool = await openPool(database.databaseUrl);
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();

async function markUnknown(...options: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: database.databaseUrl };
  const script = new URL(import.meta.resolve('#ops/commands/mark-unknown.ts')).pathname;
  return await runCommand(process.execPath, [script, ...options], { env }).catch((error: unknown) => {
    if (error instanceof CommandError) return error.output;
    throw error;
  });
}

/** Seeds meetings whose briefings were due that many minutes ago, and returns the states of these briefings. */
async function seedBriefings(minutes: readonly number[]) {
  const { id: userId } = await seedUser(pool);
  for (const due of minutes) {
    const id = await seedMeeting(pool, { userId, startsInMinutes: 120 - due, researchState: 'completed' });
    await pool.query(sql.typeAlias('void')`
      update meetings set briefing_state = 'scheduled', briefing_due_at = ${ago(due)} where id = ${id}
    `);
  }
  const state = sql.type(z.object({ state: z.string() }))`
    select briefing_state as state from meetings where user_id = ${userId} order by briefing_due_at
  `;
  return async () => await pool.anyFirst(state);
}

test('scheduled briefings due between --since and --until, by default now, become unknown', async () => {
  const states = await seedBriefings([50, 30, 21, 10, -1]);
  expect(await markUnknown('--since', ago(40), '--until', ago(20))).toMatch(/2 more briefings/);
  expect(await states()).toEqual(['scheduled', 'unknown', 'unknown', 'scheduled', 'scheduled']);
  expect(await markUnknown('--since', ago(40))).toMatch(/2 more briefings/);
  expect(await states()).toEqual(['scheduled', 'unknown', 'unknown', 'unknown', 'unknown']);
});

test('an impossible --until is rejected and marks nothing', async () => {
  const states = await seedBriefings([10]);
  expect(await markUnknown('--since', ago(40), '--until', ago(50))).toContain('--until must be between');
  expect(await markUnknown('--since', ago(40), '--until', ago(-5))).toContain('--until must be between');
  expect(await markUnknown('--since', ago(40), '--until', 'noon')).toContain('Usage: mark-unknown');
  expect(await states()).toEqual(['scheduled']);
});
