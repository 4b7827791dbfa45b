import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError, type WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, test } from 'vitest';
import { connectCalendar } from '#tests/support/calendar-account.ts';
import { inHours } from '#tests/support/calendar-person.ts';
import { countStatements } from '#tests/support/count-statements.ts';
import { startGoogle, type TestGoogle } from '#tests/support/google-account.ts';
import { inLanes } from '#tests/support/in-lanes.ts';
import { connectEngine, createTestContext, type TestEngine, type TestWorker } from '#tests/support/worker.ts';
import type { WorkerContext } from '#workers/context.ts';
import { CALENDAR_SYNC, calendarSyncId, calendarSyncStatusQuery, QUEUES, stopSignal } from '#workflows/names.ts';
import { reportFigure } from './figures.ts';
import { countCalls, countWrites, syncOnce } from './sync-counters.ts';

/** A full run polls for ten minutes; `BENCH_POLL_USERS=20 BENCH_POLLS=6` takes two. */
const USERS = Number(process.env['BENCH_POLL_USERS'] ?? 200);
const POLLS = Number(process.env['BENCH_POLLS'] ?? 60);
const INTERVAL_S = Number(process.env['BENCH_POLL_INTERVAL_S'] ?? 10);
/** Accounts set up, queried and stopped concurrently. */
const LANES = 8;
const QUERY_ATTEMPTS = 5;

let google: TestGoogle;
let engine: TestEngine;
let worker: TestWorker;
let context: WorkerContext;
let close: () => Promise<void>;
beforeAll(async () => {
  [google, engine] = await Promise.all([startGoogle(), connectEngine()]);
  const settings = { publicUrl: 'http://localhost:3000', supportEmail: 'support@foreword.test' };
  const calendars = { google: google.provider() };
  ({ context, close } = await createTestContext({ calendars, settings: { ...settings, syncIntervalS: INTERVAL_S } }));
});
afterAll(async () => {
  await engine.close();
  await close();
  await google.close();
});

/** The workflows poll by their own timers; each account has a calendar without changes. */
test(`${POLLS} engine polls for each of ${USERS} users average at most one call, four statements and one row write`, {
  timeout: (USERS * 2 + POLLS * INTERVAL_S * 3 + 300) * 1000,
}, async () => {
  const accounts = await inLanes(LANES, [...Array(USERS).keys()], connect);
  const before = await countWrites(context.pool);
  const calls = countCalls(context, google.provider());
  worker = await engine.startWorker(context, ['core', 'sync']);
  let polls: number[] = [];
  const beganAt = Date.now();
  const statements = await countStatements(async () => {
    await inLanes(LANES, accounts, start);
    polls = await pollAll(accounts);
    await worker.stop();
  });
  const minutes = (Date.now() - beganAt) / 60_000;
  const after = await countWrites(context.pool);
  const rows = [...after].reduce((sum, [table, count]) => sum + count - (before.get(table) ?? 0), 0);
  const made = polls.reduce((sum, count) => sum + count, 0);

  const name = `${USERS} users polled by the engine, ${minutes.toFixed(1)} minutes`;
  reportFigure(`${name}: polls`, Math.min(...polls), 'of the user with the fewest', { atLeast: POLLS });
  reportFigure(`${name}: calls to the vendor`, calls() / made, 'per poll and calendar', { atMost: 1 });
  const perUser = made / USERS;
  reportFigure(`${name}: statements`, statements / USERS, `per user (${perUser.toFixed(1)} polls)`, {
    atMost: 4 * perUser,
  });
  reportFigure(`${name}: row writes`, rows / USERS, `per user (${perUser.toFixed(1)} polls)`, { atMost: perUser });
});

type Account = { userId: string; provider: 'google' };

/** Connects an account and syncs it once, so that only polling is left. */
async function connect(index: number): Promise<Account> {
  const person = await google.person(`polled${index}@harborline.test`);
  const { userId } = await connectCalendar(context, person);
  await person.add({ start: inHours(5), guests: ['ines@brightwater.test'] });
  await syncOnce(context, { userId, provider: 'google' });
  return { userId, provider: 'google' };
}

async function start(account: Account): Promise<void> {
  const workflowId = calendarSyncId(account);
  await engine.client.workflow.start(CALENDAR_SYNC, { workflowId, taskQueue: QUEUES.core, args: [account] });
}

/** Stops each account once it has polled often enough. Returns their numbers of polls, in no particular order. */
async function pollAll(accounts: readonly Account[]): Promise<number[]> {
  const polls: number[] = [];
  await sleep(Math.max(0, POLLS - 1) * INTERVAL_S * 900);
  for (let waiting = accounts; waiting.length > 0; await sleep(1_000)) {
    const looks = await inLanes(LANES, waiting, async (account) => ({ account, syncs: await stopIfDone(account) }));
    polls.push(...looks.flatMap(({ syncs }) => syncs ?? []));
    waiting = looks.filter(({ syncs }) => syncs === null).map(({ account }) => account);
  }
  return polls;
}

/** Stops an account that has polled often enough. Returns its number of polls, or null if it has polls left. */
async function stopIfDone(account: Account): Promise<number | null> {
  const handle = engine.client.workflow.getHandle(calendarSyncId(account));
  if ((await countSyncs(handle)) < POLLS) return null;
  await handle.signal(stopSignal);
  await handle.result();
  return await countSyncs(handle);
}

/** Counts the syncs of an account. On a busy machine a query may time out, so it is retried. */
async function countSyncs(handle: WorkflowHandle): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await handle.query(calendarSyncStatusQuery)).syncs;
    } catch (error) {
      if (!(error instanceof ServiceError) || attempt === QUERY_ATTEMPTS) throw error;
    }
  }
}
