import { appendFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { createClient } from 'redis';
import { getSession } from '#contract/auth.ts';
import { superuserClient } from '#db/local/roles.ts';
import { withEngine } from '#tests/support/engine-client.ts';
import { readMetric } from '#tests/support/metrics.ts';
import type { Cohort } from './cohort.ts';
import { secondsSince } from './crashes.ts';
import { shiftDatabaseClock } from './database-clock.ts';
import type { Fault } from './fault.ts';
import { engineOf, type Instance } from './instance.ts';
import { figuresOf } from './rows.ts';
import { until } from './until.ts';

/** Wrong clocks, a full disk, a failing archive and lack of memory. */
export const machines: Fault[] = [
  {
    title: "the worker's clock is 5 minutes ahead",
    run: (instance) => wrongClock(instance, shiftWorkerClock, 5),
    leadMinutes: 15,
  },
  {
    title: "the worker's clock is 5 minutes behind",
    run: (instance) => wrongClock(instance, shiftWorkerClock, -5),
    leadMinutes: 15,
  },
  { title: "the worker's clock steps back and forth while emails are claimed", run: steppingClock, leadMinutes: 15 },
  { title: "the api's clock is 5 minutes ahead, then behind", run: apiClock, unaffected: 'all' },
  {
    title: "the database's clock is 5 minutes ahead",
    run: (instance) => wrongClock(instance, shiftDatabaseClock, 5),
    leadMinutes: 15,
    unaffected: 'all',
    mayLeaveUnknown: true,
  },
  {
    title: "the database's clock is 5 minutes behind",
    run: (instance) => wrongClock(instance, shiftDatabaseClock, -5),
    leadMinutes: 15,
    unaffected: 'all',
    mayLeaveUnknown: true,
  },
  { title: 'the disk is full for 60 s', run: fullDisk, mayLeaveUnknown: true },
  { title: 'WAL archiving fails for 60 s', run: failingArchive, unaffected: 'all', mayLeaveUnknown: true },
  { title: 'redis has no memory left for 60 s', run: redisWithoutMemory, unaffected: 'all' },
];

const MINUTE_MS = 60_000;
/**
 * A looping workflow fills its history; a meeting needs fewer than 40 events (docs/performance.md),
 * or at most this many with retries.
 */
const MOST_EVENTS = 300;

/** Shifts a clock and returns a function that corrects it again. */
type Shift = (instance: Instance, byMs: number) => Promise<() => Promise<void>>;

const shiftWorkerClock: Shift = async (instance, byMs) => {
  instance.skewClock('worker', byMs);
  return async () => instance.skewClock('worker', 0);
};

async function wrongClock(instance: Instance, shift: Shift, minutes: number): Promise<string> {
  const setRight = await shift(instance, minutes * MINUTE_MS);
  try {
    await sleep(150_000);
  } finally {
    await setRight();
  }
  return `for 150 s; the longest history of a meeting has ${await longestHistory(instance)} events`;
}

async function steppingClock(instance: Instance): Promise<string> {
  instance.skewClock('worker', 2 * MINUTE_MS);
  await sleep(5_000);
  for (let step = 0; step < 20; step += 1) {
    instance.skewClock('worker', (step % 2 === 0 ? -2 : 2) * MINUTE_MS);
    await sleep(5_000);
  }
  instance.skewClock('worker', 0);
  return `by four minutes, twenty times in 100 s; the longest history of a meeting has ${await longestHistory(instance)} events`;
}

async function apiClock(instance: Instance, { people }: Cohort): Promise<string> {
  for (const minutes of [5, -5]) {
    instance.skewClock('api', minutes * MINUTE_MS);
    await sleep(2_000);
    for (const end = Date.now() + 40_000; Date.now() < end; await sleep(2_000)) {
      if ((await people.google.client.data(getSession)).user === null) throw new Error('a user was signed out');
    }
  }
  instance.skewClock('api', 0);
  await sleep(2_000);
  if ((await people.google.client.data(getSession)).user === null) throw new Error('a user was signed out');
  return 'for 40 s each; nobody was signed out';
}

/** Returns the event count of the longest meeting history. @throws if it is so high that a workflow must have looped */
async function longestHistory(instance: Instance): Promise<number> {
  return await withEngine(engineOf(instance), async (client) => {
    let longest = 0;
    for await (const { historyLength } of client.workflow.list({ query: "WorkflowType = 'prepareMeeting'" }))
      longest = Math.max(longest, historyLength);
    for await (const { workflowId } of client.workflow.list({
      query: "WorkflowType = 'prepareMeeting' AND ExecutionStatus = 'Running'",
    }))
      longest = Math.max(longest, (await client.workflow.getHandle(workflowId).describe()).historyLength);
    if (longest > MOST_EVENTS) throw new Error(`a meeting has a history of ${longest} events`);
    return longest;
  });
}

/** Fills the disk of the whole instance: database, sessions, engine and logs. */
async function fullDisk(instance: Instance, { people }: Cohort): Promise<string> {
  const { root } = instance.stack.folders;
  if (!instance.hasOwnDisk) throw new Error('Filling the disk needs a separate one, which only root can mount.');
  const filler = join(root, 'filler');
  const statuses = new Set<number>();
  try {
    fill(filler, root);
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(2_000)) {
      statuses.add(await statusOf(people));
      fill(filler, root);
    }
  } finally {
    rmSync(filler, { force: true });
  }
  const began = Date.now();
  if (statuses.has(401)) throw new Error('a user was signed out');
  await until('the API serves again', async () => (await statusOf(people)) === 200, 120_000);
  if ((await people.google.client.data(getSession)).user === null) throw new Error('the session is gone');
  return `requests got ${[...statuses].join(', ')}; it served again ${secondsSince(began)} s after space was freed`;
}

/** Makes every attempt to archive a WAL segment fail, while a segment is completed every two seconds. */
async function failingArchive(instance: Instance, { people }: Cohort): Promise<string> {
  const port = Number(new URL(instance.stack.env['DATABASE_OWNER_URL'] ?? '').port);
  const setUp = await openSuperuser(port);
  await setUp.query("alter system set archive_mode = 'on'");
  await setUp.query("alter system set archive_command = 'false'");
  await setUp.end();
  // Only a restart switches archiving on.
  instance.kill('postgres');
  await until('the API serves again', async () => (await statusOf(people)) === 200, 60_000);
  const superuser = await openSuperuser(port);
  try {
    const statuses = new Set<number>();
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(2_000)) {
      await superuser.query('select pg_switch_wal()');
      statuses.add(await statusOf(people));
    }
    if (String([...statuses]) !== '200') throw new Error(`requests got ${[...statuses].join(', ')}`);
    const { rows } = await superuser.query('select failed_count::integer as failures from pg_stat_archiver');
    if (!(rows[0].failures > 0)) throw new Error('no attempt to archive failed');
    const ageS = Math.round(readMetric(await figuresOf(instance, 'api'), 'foreword_archive_age') ?? 0);
    if (ageS < 50) throw new Error(`the alert's metric shows an archive ${ageS} s old`);
    const waiting = await countUnarchived(superuser);
    await superuser.query("alter system set archive_command = 'true'");
    await superuser.query('select pg_reload_conf()');
    const began = Date.now();
    await until('everything is archived', async () => (await countUnarchived(superuser)) === 0, 120_000);
    return `requests got 200, the alert's metric showed an age of ${ageS} s, and ${waiting} waiting segments were archived ${secondsSince(began)} s after the repair`;
  } finally {
    await superuser.query('alter system reset archive_mode');
    await superuser.end();
  }
}

async function openSuperuser(port: number): Promise<Client> {
  const client = superuserClient(port);
  await client.connect();
  return client;
}

/** Counts the completed WAL segments waiting to be archived. */
async function countUnarchived(superuser: Client): Promise<number> {
  const { rows } = await superuser.query(
    "select count(*)::integer as count from pg_ls_archive_statusdir() where name like '%.ready'",
  );
  return rows[0].count;
}

/** Returns the status of a signed-in request, or 0 without an answer. */
async function statusOf(people: Cohort['people']): Promise<number> {
  return await people.google.client.call(getSession).then(
    ({ status }) => status,
    () => 0,
  );
}

/** Fills all free space, to the last block. */
function fill(path: string, folder: string): void {
  writeFileSync(path, '', { flag: 'a' });
  const { bavail, bsize } = statfsSync(folder);
  const block = Buffer.alloc(1024 * 1024);
  try {
    for (let left = bavail * bsize + block.length; left > 0; left -= block.length) appendFileSync(path, block);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

async function redisWithoutMemory({ stack }: Instance, { people }: Cohort): Promise<string> {
  const redis = createClient({ url: stack.env['REDIS_URL'] ?? '' });
  await redis.connect();
  const statuses = new Set<number>();
  try {
    await redis.configSet('maxmemory', '1mb');
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(2_000))
      statuses.add((await people.google.client.call(getSession)).status);
  } finally {
    await redis.configSet('maxmemory', '0');
    redis.destroy();
  }
  const others = [...statuses].filter((status) => status !== 200 && status !== 503);
  if (others.length > 0) throw new Error(`sessions returned ${[...statuses].join(', ')}`);
  if ((await people.google.client.data(getSession)).user === null) throw new Error('the session is gone');
  return `requests got ${[...statuses].join(', ')}, and the sessions survived`;
}
