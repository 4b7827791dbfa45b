import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { getSession } from '#contract/auth.ts';
import { updateProfile } from '#contract/users.ts';
import { sql } from '#db/sql.ts';
import { apiProcess } from '#scripts/stack/product.ts';
import type { HttpClient } from '#tests/support/http-client.ts';
import type { Cohort } from './cohort.ts';
import { secondsSince, serves } from './crashes.ts';
import type { Fault } from './fault.ts';
import type { Instance, Part, Service } from './instance.ts';
import { startTwin } from './twin.ts';
import { until } from './until.ts';

/** Parts that run but do not respond, like a hung machine or a network that drops packets. */
export const outages: Fault[] = [
  {
    title: 'redis hangs for 60 s',
    run: (instance, cohort) => withoutRedis(cohort, frozen(instance, 'redis')),
    unaffected: 'all',
  },
  {
    title: 'the engine hangs for 120 s',
    run: (instance, cohort) => withoutEngine(instance, cohort, frozen(instance, 'temporal')),
    leadMinutes: 10,
  },
  {
    title: 'postgres hangs for 60 s, but not the engine',
    run: (instance, cohort) => withoutPostgres(cohort, frozen(instance, 'postgres')),
    mayLeaveUnknown: true,
  },
  { title: 'postgres answers after 20 s', run: slowPostgres, mayLeaveUnknown: true },
  { title: 'the dispatcher that holds the lock hangs', run: freezeDispatcher, unaffected: 'all' },
  {
    title: 'the network cuts the product off from redis for 60 s',
    run: (instance, cohort) => withoutRedis(cohort, parted(instance, 'redis')),
    unaffected: 'all',
    isOfNetwork: true,
  },
  {
    title: 'the network cuts the product off from the engine for 120 s',
    run: (instance, cohort) => withoutEngine(instance, cohort, parted(instance, 'temporal')),
    leadMinutes: 10,
    isOfNetwork: true,
  },
  {
    title: 'the network cuts the product off from postgres for 60 s, but not from the engine',
    run: (instance, cohort) => withoutPostgres(cohort, parted(instance, 'postgres')),
    mayLeaveUnknown: true,
    isOfNetwork: true,
  },
];

type Outage = { begin: () => void; end: () => void };

const frozen = (instance: Instance, part: Part): Outage => ({
  begin: () => instance.freeze(part),
  end: () => instance.thaw(part),
});

function parted({ networks }: Instance, service: Service): Outage {
  if (!networks) throw new Error('This instance has no network of its own.');
  return { begin: networks[service].part, end: networks[service].heal };
}

/** Counts API responses by status during the outage, including those that arrive after it. */
async function whileOut(outage: Outage, durationMs: number, ask: () => Promise<number>): Promise<Map<number, number>> {
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
    outage.begin();
    const asked = asking();
    await sleep(durationMs);
    outage.end();
    isOver.abort();
    await asked;
  } finally {
    isOver.abort();
    outage.end();
  }
  return statuses;
}

const told = (statuses: Map<number, number>) =>
  [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ');

function expectOnly(statuses: Map<number, number>, ...allowed: number[]): void {
  if ([...statuses.keys()].some((status) => !allowed.includes(status)))
    throw new Error(`the API returned ${told(statuses)}`);
}

/** Reads the session throughout a minute's outage. @throws if no read gets 503, or one gets neither 200 nor 503 */
async function refuseSessions(client: HttpClient, outage: Outage): Promise<Map<number, number>> {
  const statuses = await whileOut(outage, 60_000, async () => (await client.call(getSession)).status);
  if (!statuses.has(503)) throw new Error(`sessions returned ${told(statuses)}`);
  expectOnly(statuses, 200, 503);
  return statuses;
}

async function withoutRedis({ people }: Cohort, outage: Outage): Promise<string> {
  const { client } = people.google;
  const statuses = await refuseSessions(client, outage);
  await until('the API serves again', async () => (await client.call(getSession)).status === 200);
  if ((await client.data(getSession)).user === null) throw new Error('the session is gone');
  return `requests got ${told(statuses)}, the sessions survived`;
}

async function withoutEngine(instance: Instance, { people }: Cohort, outage: Outage): Promise<string> {
  const { client } = people.google;
  let turn = 0;
  const write = async () => (await client.call(updateProfile, { body: { jobTitle: `Turn ${(turn += 1)}` } })).status;
  const statuses = await whileOut(outage, 120_000, write);
  expectOnly(statuses, 200);
  const backAt = Date.now();
  // Counts only older messages, because late briefings keep writing new ones.
  await until(
    'the backlog is drained',
    async () => (await countOutbox(instance, new Date(backAt).toISOString())) === 0,
    60_000,
  );
  return `the API returned ${told(statuses)}; the backlog was drained ${secondsSince(backAt)} s after the engine was back`;
}

const count = z.object({ count: z.number() });

/** Counts outbox messages written before a given time, or all. */
async function countOutbox({ pool }: Instance, before = 'infinity'): Promise<number> {
  return await pool.oneFirst(
    sql.type(count)`select count(*) as count from outbox where created_at < ${before}::timestamptz`,
  );
}

async function withoutPostgres({ people }: Cohort, outage: Outage): Promise<string> {
  const { client } = people.google;
  const statuses = await refuseSessions(client, outage);
  const backAt = Date.now();
  await until('the API serves again', async () => (await client.call(getSession)).status === 200, 60_000);
  return `requests got 503 (${told(statuses)}); it served again ${secondsSince(backAt)} s after Postgres was back`;
}

/** Freezes Postgres repeatedly, so that every query waits up to 20 s and then gets its result. */
async function slowPostgres(instance: Instance, { people }: Cohort): Promise<string> {
  const statuses = new Map<number, number>();
  for (let round = 0; round < 4; round += 1) {
    for (const [status, times] of await whileOut(
      frozen(instance, 'postgres'),
      20_000,
      async () => (await people.google.client.call(getSession)).status,
    ))
      statuses.set(status, (statuses.get(status) ?? 0) + times);
    await sleep(2_000);
  }
  expectOnly(statuses, 200, 503);
  await until('the API serves again', () => serves(instance));
  return `for a minute and a half; requests got ${told(statuses)}`;
}

/** Freezes one of two APIs while it dispatches, so that its transaction and lock stay open. */
async function freezeDispatcher(instance: Instance, { people }: Cohort): Promise<string> {
  const { stack, pool } = instance;
  const twin = await startTwin(stack, apiProcess(stack, 'built'), 'PORT');
  try {
    process.kill(twin.pid, 'SIGSTOP');
    // While the engine does not respond, the dispatcher holds the lock for a few seconds.
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
    if (!(await isOutboxLocked(instance))) throw new Error('the frozen API does not hold the lock');
    const began = Date.now();
    await until('the other one dispatches everything', async () => (await countOutbox(instance)) === 0, 120_000);
    return `the other one had dispatched everything after ${secondsSince(began)} s, when Postgres had ended the open transaction`;
  } finally {
    instance.thaw('api');
    process.kill(twin.pid, 'SIGCONT');
    await twin.stop();
  }
}

async function isOutboxLocked({ pool }: Instance): Promise<boolean> {
  return await pool.exists(sql.typeAlias('void')`
    select from pg_locks where locktype = 'advisory' and granted
      and objid::bigint = hashtext('foreword.outbox')::bigint & 4294967295
  `);
}
