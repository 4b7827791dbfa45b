import { beforeEach, expect, test } from 'vitest';
import { observeDatabase } from '#api/metrics.ts';
import { sql } from '#db/sql.ts';
import { createLogger } from '#telemetry/logger.ts';
import { createMetrics } from '#telemetry/metrics.ts';
import { seedMeeting, seedUser } from '#tests/support/builders.ts';
import { openTestPool } from '#tests/support/test-pool.ts';

const pool = await openTestPool();
beforeEach(() => pool.query(sql.typeAlias('void')`delete from users`));

type Planned = { state: string; dueMinutesAgo: number; startsInMinutes?: number; isDigest?: boolean };

async function seed({ state, dueMinutesAgo, startsInMinutes = 90, isDigest = false }: Planned): Promise<void> {
  const { id: userId } = await seedUser(pool);
  await pool.query(sql.typeAlias('void')`update users set briefing_digest = ${isDigest} where id = ${userId}`);
  const id = await seedMeeting(pool, { userId, startsInMinutes });
  await pool.query(sql.typeAlias('void')`
    update meetings
    set briefing_state = ${state}, briefing_due_at = now() - ${dueMinutesAgo} * interval '1 minute', updated_at = now() - interval '1 day'
    where id = ${id}
  `);
}

/** Reads the number of overdue briefings and the oldest one's age in seconds from the metrics, as Prometheus does. */
async function readFigures(): Promise<{ count: number; ageS: number }> {
  const metrics = createMetrics({ service: 'test', logger: createLogger({ service: 'test', level: 'silent' }) });
  observeDatabase(metrics.meter, pool);
  const text = await metrics.read();
  await metrics.close();
  const figure = (name: string) => Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
  return { count: figure('foreword_briefings_overdue'), ageS: figure('foreword_briefings_overdue_oldest_age') };
}

test('the metrics count due briefings that have not been sent, with the age of the oldest', async () => {
  await seed({ state: 'scheduled', dueMinutesAgo: 30 });
  await seed({ state: 'sending', dueMinutesAgo: 5 });
  const { count, ageS } = await readFigures();
  expect(count).toBe(2);
  expect(ageS).toBeGreaterThanOrEqual(1800);
  expect(ageS).toBeLessThan(1860);
});

test.each([
  ['was sent', { state: 'sent', dueMinutesAgo: 30 }],
  ['may have been sent', { state: 'unknown', dueMinutesAgo: 30 }],
  ['was skipped', { state: 'skipped', dueMinutesAgo: 30 }],
  ['is not due yet', { state: 'scheduled', dueMinutesAgo: -1 }],
  ['is for a meeting that has started', { state: 'scheduled', dueMinutesAgo: 150, startsInMinutes: -30 }],
  ['may still come in the digest', { state: 'scheduled', dueMinutesAgo: 15, isDigest: true }],
])('the metrics do not count a briefing that %s', async (_, planned) => {
  await seed(planned);
  expect(await readFigures()).toEqual({ count: 0, ageS: 0 });
});

test('the metrics count a briefing that did not come in the digest within its grace period', async () => {
  await seed({ state: 'scheduled', dueMinutesAgo: 30, isDigest: true });
  expect((await readFigures()).count).toBe(1);
});

test("the metrics measure the age from the meeting's latest change if that came after the due time", async () => {
  await seed({ state: 'scheduled', dueMinutesAgo: 30 });
  await pool.query(sql.typeAlias('void')`update meetings set updated_at = now()`);
  const { count, ageS } = await readFigures();
  expect(count).toBe(1);
  expect(ageS).toBeLessThan(30);
});
