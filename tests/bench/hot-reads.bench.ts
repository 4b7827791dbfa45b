import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import { seedMeeting, seedSubscription, seedUser, signIn } from '#tests/support/builders.ts';
import { createHttpClient } from '#tests/support/http-client.ts';
import { type Anchor, type BenchServers, startBenchServers } from './bench-servers.ts';
import { compareLoads, type Target } from './compare-loads.ts';
import { reportFigure } from './figures.ts';

const startDate = new Date().toISOString();

let servers: BenchServers;
let anchors: Record<Anchor, Target>;
let headers: { cookie: string };

beforeAll(async () => {
  servers = await startBenchServers();
  const user = await seedUser(servers.pool);
  await seedSubscription(servers.pool, { userId: user.id, status: 'active' });
  const attendees = [
    { email: 'ines@brightwater.test' },
    { email: 'tom@brightwater.test' },
    { email: 'robin@harborline.test' },
  ];
  for (let index = 0; index < 40; index += 1) {
    await seedMeeting(servers.pool, { userId: user.id, startsInMinutes: 60 + index * 90, attendees });
  }
  const [bare, defaults] = [await servers.startAnchor('bare', user.id), await servers.startAnchor('default', user.id)];
  const login = await fetch(`${defaults}/login`);
  anchors = {
    bare: { url: bare },
    default: { url: defaults, headers: { cookie: login.headers.get('set-cookie') ?? '' } },
  };
  const client = await signIn(createHttpClient(servers.productUrl), user);
  headers = { cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
});

afterAll(async () => await servers?.stop());

const listOf = (limit: number) => `/meetings?limit=${limit}&startDate=${startDate}`;

/** docs/performance.md explains these bars. Throughput has one only against the default server. */
const BARS: Record<Anchor, { throughput: number | null; p99: number | null }> = {
  default: { throughput: 1.2, p99: null },
  bare: { throughput: null, p99: 3 },
};

describe.each([
  { read: 'meetings, 25 rows', path: listOf(25), anchorPath: listOf(25) },
  { read: 'upcoming meetings, 5 rows', path: listOf(5), anchorPath: listOf(5) },
  { read: 'statistics', path: '/meetings/domain-statistics', anchorPath: '/statistics' },
  { read: 'session', path: '/auth/session', anchorPath: '/session' },
])('reading $read', ({ read, path, anchorPath }) => {
  test.each(['default', 'bare'] as const)('meets its bar against the %s server', async (name) => {
    const product = { url: `${servers.productUrl}/api${path}`, headers };
    const anchor = { ...anchors[name], url: anchors[name].url + anchorPath };
    await expectSameRows(product, anchor);
    const { throughputRatio, p99Ratio } = await compareLoads({ product, anchor });
    const { throughput, p99 } = BARS[name];
    reportFigure(
      `${read}: requests per second`,
      throughputRatio,
      `x the ${name} server`,
      throughput === null ? null : { atLeast: throughput },
    );
    reportFigure(`${read}: 99th percentile`, p99Ratio, `x the ${name} server`, p99 === null ? null : { atMost: p99 });
  });
});

test.each([
  { read: 'meetings', path: listOf(25), statements: 2 },
  { read: 'statistics', path: '/meetings/domain-statistics', statements: 2 },
  { read: 'session reads', path: '/auth/session', statements: 1 },
])('$read: at most $statements trips to Postgres and 2 to Redis per request', async ({ read, path, statements }) => {
  const requests = 200;
  const before = await countTrips();
  for (let index = 0; index < requests; index += 1) {
    const response = await fetch(`${servers.productUrl}/api${path}`, { headers });
    await response.text();
  }
  const after = await countTrips();
  // Rounded, because the dispatcher also runs an occasional query.
  const postgres = Math.round((after.postgres - before.postgres) / requests);
  const redis = Math.round((after.redis - before.redis) / requests);
  reportFigure(`${read}: trips to Postgres`, postgres, 'per request', { atMost: statements });
  reportFigure(`${read}: trips to Redis`, redis, 'per request', { atMost: 2 });
});

async function expectSameRows(product: Target, anchor: Target): Promise<void> {
  const [shown, expected] = await Promise.all([countRows(product), countRows(anchor)]);
  expect(shown).toBe(expected);
}

/** Returns the number of rows, or null if the answer is not a list. */
async function countRows({ url, headers = {} }: Target): Promise<number | null> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
  const { data } = z.object({ data: z.unknown() }).parse(await response.json());
  const list = z.object({ meetings: z.array(z.unknown()) }).safeParse(data).data?.meetings ?? data;
  return Array.isArray(list) ? list.length : null;
}

async function countTrips(): Promise<{ postgres: number; redis: number }> {
  const redis = createClient({ url: servers.redisUrl });
  await redis.connect();
  // Counts socket reads: a script is one trip, however many commands it runs.
  const stats = await redis.info('stats');
  redis.destroy();
  return { postgres: await countTransactions(), redis: Number(/total_reads_processed:(\d+)/.exec(stats)?.[1]) };
}

/** Counts committed transactions. Each backend reports its own only when idle, so this repeats until all have. */
async function countTransactions(former = -1): Promise<number> {
  await sleep(2_000);
  const { count } = await servers.pool.one(sql.type(z.object({ count: z.number() }))`
    select xact_commit as count from pg_stat_database where datname = current_database()
  `);
  const isStill = count - former < 10;
  return isStill ? count : await countTransactions(count);
}
