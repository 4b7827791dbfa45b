import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import { seedMeeting, seedUser, signIn } from '#tests/support/builders.ts';
import { createHttpClient } from '#tests/support/http-client.ts';
import { type BenchServers, startBenchServers } from './bench-servers.ts';
import { compareLoads } from './compare-loads.ts';
import { reportFigure } from './figures.ts';

const startDate = new Date().toISOString();

let servers: BenchServers;
let anchorUrl: string;
let headers: { cookie: string };

beforeAll(async () => {
  servers = await startBenchServers();
  const user = await seedUser(servers.pool);
  const attendees = [
    { email: 'ines@brightwater.test' },
    { email: 'tom@brightwater.test' },
    { email: 'robin@harborline.test' },
  ];
  for (let index = 0; index < 40; index += 1) {
    await seedMeeting(servers.pool, { userId: user.id, startsInMinutes: 60 + index * 90, attendees });
  }
  anchorUrl = await servers.startAnchor(user.id);
  const client = await signIn(createHttpClient(servers.productUrl), user);
  headers = { cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
});

afterAll(async () => await servers?.stop());

const listOf = (limit: number) => `/meetings?limit=${limit}&startDate=${startDate}`;
const listAsJson = (limit: number) => `/meetings-as-json?limit=${limit}&startDate=${startDate}`;

test.each([
  { read: 'meetings, 25 rows', path: listOf(25), anchor: listOf(25), bar: 0.95 },
  { read: 'upcoming meetings, 5 rows', path: listOf(5), anchor: listOf(5), bar: 0.6 },
  { read: 'statistics', path: '/meetings/domain-statistics', anchor: '/statistics', bar: 0.6 },
  { read: 'session', path: '/auth/session', anchor: '/session', bar: 0.6 },
  { read: 'meetings, 25 rows, JSON from Postgres on both sides', path: listOf(25), anchor: listAsJson(25), bar: null },
  { read: 'meetings, 5 rows, JSON from Postgres on both sides', path: listOf(5), anchor: listAsJson(5), bar: null },
])('$read compared with node:http and pg', async ({ read, path, anchor, bar }) => {
  const product = { url: `${servers.productUrl}/api${path}`, headers };
  await expectSameRows(product.url, anchorUrl + anchor);
  const { throughputRatio, p99Ratio } = await compareLoads({ product, anchor: { url: anchorUrl + anchor } });
  reportFigure({
    metric: `${read}: requests per second`,
    value: throughputRatio,
    unit: 'x the anchor',
    bar: bar === null ? null : { atLeast: bar },
  });
  const slowest = { metric: `${read}: 99th percentile`, value: p99Ratio, unit: 'x the anchor' };
  reportFigure({ ...slowest, bar: bar === null ? null : { atMost: 2 } });
});

test.each([
  { read: 'meetings', path: `/meetings?limit=25&startDate=${startDate}`, statements: 1 },
  { read: 'statistics', path: '/meetings/domain-statistics', statements: 2 },
  { read: 'session', path: '/auth/session', statements: 1 },
])('round trips of $read', async ({ read, path, statements }) => {
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
  reportFigure({
    metric: `${read}: trips to Postgres`,
    value: postgres,
    unit: 'a request',
    bar: { atMost: statements },
  });
  reportFigure({ metric: `${read}: trips to Redis`, value: redis, unit: 'a request', bar: { atMost: 2 } });
});

async function expectSameRows(productUrl: string, bareUrl: string): Promise<void> {
  const rows = z.object({ data: z.unknown() });
  const [full, bare] = await Promise.all([fetch(productUrl, { headers }), fetch(bareUrl)]);
  const shown = rows.parse(await full.json());
  const expected = rows.parse(await bare.json());
  const count = (value: unknown) => (Array.isArray(value) ? value.length : -1);
  const listed = z.object({ meetings: z.array(z.unknown()) }).safeParse(shown.data);
  expect(count(listed.data?.meetings)).toBe(count(expected.data));
}

async function countTrips(): Promise<{ postgres: number; redis: number }> {
  const redis = createClient({ url: servers.redisUrl });
  await redis.connect();
  // Counts socket reads: a script is one trip, however many commands it runs.
  const stats = await redis.info('stats');
  redis.destroy();
  return { postgres: await countTransactions(), redis: Number(/total_reads_processed:(\d+)/.exec(stats)?.[1]) };
}

/** Each backend reports only when idle, so repeat until the count is stable. */
async function countTransactions(former = -1): Promise<number> {
  await sleep(2_000);
  const { count } = await servers.pool.one(sql.type(z.object({ count: z.number() }))`
    select xact_commit as count from pg_stat_database where datname = current_database()
  `);
  const isStill = count - former < 10;
  return isStill ? count : await countTransactions(count);
}
