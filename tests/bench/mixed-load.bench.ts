import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#db/pool.ts';
import { inputs } from '#scripts/simulate/inputs.ts';
import { percentile } from '#tests/support/percentile.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';
import { countActions } from './engine-actions.ts';
import { reportFigure } from './figures.ts';
import { SAMPLES_FILE } from './mixed-load/draw.ts';
import { driveLoad, type Load } from './mixed-load/drive-load.ts';
import { type LoadPlan, planLoad } from './mixed-load/plan-load.ts';
import { settleBriefings, settleUsers } from './mixed-load/population.ts';
import { countErrors, readLateness, readUsedHeap, type Sample, takeSamples } from './mixed-load/samples.ts';
import { readWrites } from './sync-counters.ts';

const USERS = Number(process.env['BENCH_MIXED_USERS'] ?? 10_000);
const MINUTES = Number(process.env['BENCH_MIXED_MINUTES'] ?? 30);
/** Caches are filled by then, so growth after that is a leak. */
const SETTLED_MINUTES = Math.min(5, MINUTES / 2);
const READ_P99_MS = 250;
/** Allows for engine, database and mail service; users do not notice such a delay. */
const LATE_MS = 10_000;
const HEAP_GROWTH = 1.1;
const DEVIATION = 0.2;
/** Tables that sign-ins write to, which the simulation leaves out. */
const OF_VISITS = new Set(['users', 'sessions', 'known_devices', 'audit_log']);

let product: RunningProduct;
let pool: DatabasePool;
beforeAll(async () => {
  const settings = {
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'mixed-load/collect-on-signal.ts')}`,
    RATE_LIMIT_SIGN_IN: 'off',
    // Every request counts towards the limit, which is never reached.
    RATE_LIMIT_GENERAL: '1000000000/60',
    // Needed beyond 4,800 users; see docs/scale.md.
    RESEARCH_DAILY_TOTAL_USD: '1000',
  };
  product = await startProduct(settings, { forgetsSandbox: true });
  pool = await openPool(product.env['DATABASE_OWNER_URL'] ?? '', { maxConnections: 8 });
});
afterAll(async () => {
  await pool?.end();
  await product?.stop();
});

test(`${USERS} users get fast reads and timely briefings for ${MINUTES} minutes around the busiest hour`, {
  timeout: (MINUTES * 2 + 10 + USERS / 250) * 60_000,
}, async () => {
  const plan = planLoad(USERS, { minutes: MINUTES, pollSeconds: inputs.pollSeconds.value });
  const members = await settleUsers(product, pool, plan.providers);
  const beginsAt = await settleBriefings(pool, members, plan.briefings);
  const pids = [product.pidOf('api'), product.pidOf('worker')];
  const [errorsBefore, writesBefore] = await Promise.all([countErrors(product), readWrites(pool)]);

  const load: Load = { reads: [], failures: [] };
  const endsAt = new Date(beginsAt.getTime() + MINUTES * 60_000);
  const run = { product, pool, members, plan, load, beginsAt, endsAt };
  const [samples, heapBefore, writesAfter] = await Promise.all([
    takeSamples(run),
    sleepUntil(beginsAt.getTime() + SETTLED_MINUTES * 60_000).then(() => readUsedHeap(product)),
    sleepUntil(endsAt.getTime()).then(() => readWrites(pool)),
    driveLoad(run),
  ]);
  const heapAfter = await readUsedHeap(product);
  await keepSamples(samples);

  const lateness = await readLateness(pool, { from: beginsAt, until: endsAt });
  const name = `${USERS} users, ${MINUTES} minutes`;
  const { reads, failures } = load;
  const tooks = reads.map(({ tookMs }) => tookMs);
  for (const share of [50, 99]) {
    reportFigure(
      `${name}: reads, ${share}th percentile of ${reads.length}`,
      percentile(tooks, share),
      'ms',
      share === 99 ? { atMost: READ_P99_MS } : null,
    );
  }
  for (const share of [50, 99, 100]) {
    reportFigure(
      `${name}: briefings behind their due time, ${share}th percentile of ${lateness.length}`,
      percentile(lateness, share) / 1000,
      's',
      share === 100 ? { atMost: LATE_MS / 1000 } : null,
    );
  }
  reportFigure(`${name}: briefings not sent`, plan.briefings.length - lateness.length, 'briefings', { atMost: 0 });
  for (const part of ['api', 'worker'] as const) {
    reportFigure(
      `${name}: heap of the ${part} at the end, ${megabytes(heapAfter[part])}`,
      heapAfter[part] / heapBefore[part],
      `x that after ${SETTLED_MINUTES} minutes`,
      { atMost: HEAP_GROWTH },
    );
    const rss = samples.map((one) => one.rss[part]);
    reportFigure(
      `${name}: memory of the ${part} at the end, ${megabytes(rss.at(-1) ?? 0)}`,
      (rss.at(-1) ?? Number.NaN) / (rss[Math.round(SETTLED_MINUTES * 6)] ?? Number.NaN),
      `x that after ${SETTLED_MINUTES} minutes`,
    );
  }
  expect(failures).toEqual([]);
  const refused = samples.reduce((sum, { refusedCalls }) => sum + refusedCalls, 0);
  const errors = (await countErrors(product)) - errorsBefore + refused + reads.filter(({ isOk }) => !isOk).length;
  reportFigure(`${name}: errors`, errors, 'errors', { atMost: 0 });
  expect([product.pidOf('api'), product.pidOf('worker')], 'no process was restarted').toEqual(pids);

  const written = [...writesAfter]
    .filter(([table]) => !OF_VISITS.has(table))
    .map(([table, count]) => ({ table, rows: count - (writesBefore.get(table) ?? 0) }));
  const { TEMPORAL_ADDRESS: address = '', TEMPORAL_NAMESPACE: namespace = '' } = product.env;
  const period = { from: beginsAt.getTime(), until: endsAt.getTime() };
  printWrites(written, plan);
  compareWithSimulation(plan.expected, {
    calls: samples.reduce((sum, { calls }) => sum + calls, 0),
    actions: await countActions({ address, namespace }, period),
    rows: written.reduce((sum, { rows }) => sum + rows, 0),
    mails: lateness.length,
  });
});

/** Stores the samples for `npm run bench:draw`. */
async function keepSamples(samples: readonly Sample[]): Promise<void> {
  await mkdir(join(SAMPLES_FILE, '..'), { recursive: true });
  await writeFile(SAMPLES_FILE, JSON.stringify(samples));
}

function printWrites(written: readonly { table: string; rows: number }[], plan: LoadPlan): void {
  const tables = written.filter(({ rows }) => rows > 0).toSorted((a, b) => b.rows - a.rows);
  const found = plan.changes.filter(({ isMeeting }) => isMeeting).length;
  process.stdout.write(
    `       ${plan.changes.length} changes, ${found} of them new meetings; ${plan.briefings.length} briefings; rows written: ${tables
      .map(({ table, rows }) => `${table} ${rows}`)
      .join(', ')}\n`,
  );
}

function compareWithSimulation(expected: LoadPlan['expected'], real: LoadPlan['expected']): void {
  for (const what of ['calls', 'actions', 'rows', 'mails'] as const) {
    const ratio = real[what] / expected[what];
    reportFigure(
      `${USERS} users: ${what}, ${Math.round(real[what])} against ${Math.round(expected[what])} simulated, ${ratio.toFixed(2)}x; deviation`,
      Math.abs(ratio - 1),
      'of the simulated',
      { atMost: DEVIATION },
    );
  }
}

const sleepUntil = (atMs: number) => sleep(Math.max(0, atMs - Date.now()));
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
