import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { getSession } from '#contract/auth.ts';
import { updateProfile } from '#contract/users.ts';
import { sql } from '#db/sql.ts';
import { apiProcess } from '#scripts/stack/product.ts';
import type { Cohort } from './cohort.ts';
import { secondsSince, serves } from './crashes.ts';
import type { Fault } from './fault.ts';
import type { Instance, Part } from './instance.ts';
import { startTwin } from './twin.ts';
import { until } from './until.ts';

/** Parts that do not answer, though they live: a machine that hangs, a network that swallows what is sent. */
export const outages: Fault[] = [
  { title: 'redis stands still for 60 s', run: freezeRedis, unaffected: 'all' },
  { title: 'the engine stands still for 120 s', run: freezeEngine, leadMinutes: 10 },
  { title: 'postgres stands still for 60 s, the engine does not', run: freezePostgres, mayLeaveUnknown: true },
  { title: 'postgres answers after 20 s', run: slowPostgres, mayLeaveUnknown: true },
  { title: 'the dispatcher that holds the lock stands still', run: freezeDispatcher, unaffected: 'all' },
];

/** How often the API answered what while a part stood still; what was asked at the end may have its answer afterwards. */
async function whileFrozen(
  instance: Instance,
  part: Part,
  durationMs: number,
  ask: () => Promise<number>,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const isOver = new AbortController();
  const asking = async () => {
    while (!isOver.signal.aborted) {
      const status = await ask();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await sleep(2_000);
    }
  };
  try {
    instance.freeze(part);
    const asked = asking();
    await sleep(durationMs);
    instance.thaw(part);
    isOver.abort();
    await asked;
  } finally {
    isOver.abort();
    instance.thaw(part);
  }
  return statuses;
}

const told = (statuses: Map<number, number>) =>
  [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ');

function expectOnly(statuses: Map<number, number>, ...allowed: number[]): void {
  if ([...statuses.keys()].some((status) => !allowed.includes(status)))
    throw new Error(`the API answered ${told(statuses)}`);
}

async function freezeRedis(instance: Instance, { people }: Cohort): Promise<string> {
  const { client } = people.google;
  const statuses = await whileFrozen(instance, 'redis', 60_000, async () => (await client.call(getSession)).status);
  if (!statuses.has(503)) throw new Error(`sessions answered ${told(statuses)}`);
  expectOnly(statuses, 200, 503);
  await until('the API serves again', async () => (await client.call(getSession)).status === 200);
  if ((await client.data(getSession)).user === null) throw new Error('the session is gone');
  return `each request was answered 503 (${told(statuses)}), the sessions were there afterwards`;
}

async function freezeEngine(instance: Instance, { people }: Cohort): Promise<string> {
  const { client } = people.google;
  let turn = 0;
  const write = async () => (await client.call(updateProfile, { body: { jobTitle: `Turn ${(turn += 1)}` } })).status;
  const statuses = await whileFrozen(instance, 'temporal', 120_000, write);
  expectOnly(statuses, 200);
  const thawedAt = Date.now();
  await until('the outbox is empty', async () => (await countOutbox(instance)) === 0, 60_000);
  return `the API answered 2xx (${told(statuses)}); the outbox was empty ${secondsSince(thawedAt)} s after the engine was back`;
}

const count = z.object({ count: z.number() });

async function countOutbox({ pool }: Instance): Promise<number> {
  return (await pool.one(sql.type(count)`select count(*) as count from outbox`)).count;
}

async function freezePostgres(instance: Instance, { people }: Cohort): Promise<string> {
  const { client } = people.google;
  const statuses = await whileFrozen(instance, 'postgres', 60_000, async () => (await client.call(getSession)).status);
  if (!statuses.has(503)) throw new Error(`sessions answered ${told(statuses)}`);
  expectOnly(statuses, 200, 503);
  const thawedAt = Date.now();
  await until('the API serves again', async () => (await client.call(getSession)).status === 200, 60_000);
  return `requests were answered 503 (${told(statuses)}); it served again ${secondsSince(thawedAt)} s after Postgres was back`;
}

/** Whatever is asked waits for up to 20 s, and then is answered. */
async function slowPostgres(instance: Instance, { people }: Cohort): Promise<string> {
  const statuses = new Map<number, number>();
  for (let round = 0; round < 4; round += 1) {
    for (const [status, times] of await whileFrozen(
      instance,
      'postgres',
      20_000,
      async () => (await people.google.client.call(getSession)).status,
    ))
      statuses.set(status, (statuses.get(status) ?? 0) + times);
    await sleep(2_000);
  }
  expectOnly(statuses, 200, 503);
  await until('the API serves again', () => serves(instance));
  return `for a minute and a half; requests were answered ${told(statuses)}`;
}

/** Of two APIs, the one that hands on what is due stands still in the middle of it: its transaction stays open, and with it the lock. */
async function freezeDispatcher(instance: Instance, { people }: Cohort): Promise<string> {
  const { stack, pool } = instance;
  const twin = await startTwin(stack, apiProcess(stack, 'built'), 'PORT');
  try {
    process.kill(twin.pid, 'SIGSTOP');
    // While the engine does not answer, whoever hands rows on holds the lock for some seconds.
    instance.freeze('temporal');
    try {
      await pool.query(sql.typeAlias('void')`
        insert into outbox (message)
        select jsonb_build_object('workflow', 'meeting', 'userId', user_id, 'meetingId', id, 'version', version)
        from meetings where user_id = ${people.google.userId}
      `);
      await until('the dispatcher holds the lock', () => isOutboxLocked(instance));
      instance.freeze('api');
    } finally {
      instance.thaw('temporal');
    }
    process.kill(twin.pid, 'SIGCONT');
    if (!(await isOutboxLocked(instance))) throw new Error('it did not stand still with the lock');
    const began = Date.now();
    await until('the other one hands on what is due', async () => (await countOutbox(instance)) === 0, 120_000);
    return `the other one had handed on everything after ${secondsSince(began)} s, when Postgres had ended the open transaction`;
  } finally {
    instance.thaw('api');
    process.kill(twin.pid, 'SIGCONT');
    await twin.stop();
  }
}

const lock = z.object({ isHeld: z.boolean() });

async function isOutboxLocked({ pool }: Instance): Promise<boolean> {
  const { isHeld } = await pool.one(sql.type(lock)`
    select exists (
      select from pg_locks where locktype = 'advisory' and granted
        and objid::bigint = hashtext('foreword.outbox')::bigint & 4294967295
    ) as "isHeld"
  `);
  return isHeld;
}
