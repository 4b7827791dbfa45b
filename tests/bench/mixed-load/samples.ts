import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePool } from 'slonik';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import { percentile } from '#tests/support/percentile.ts';
import type { RunningProduct } from '#tests/support/product.ts';
import type { Load } from './drive-load.ts';

const SAMPLE_MS = 10_000;
/** Time for pending requests in the journal to be answered, and for sent emails to be recorded. */
const SETTLE_MS = 2_000;
const PARTS = ['api', 'worker'] as const;
export type Part = (typeof PARTS)[number];
const COLLECT_MS = 2_000;

/** Ten seconds of the run. Times in milliseconds, sizes in bytes; null where there was nothing to measure. */
export const sample = z.object({
  minute: z.number(),
  reads: z.number(),
  readP50Ms: z.number().nullable(),
  readP99Ms: z.number().nullable(),
  rss: z.object({ api: z.number(), worker: z.number() }),
  heap: z.object({ api: z.number(), worker: z.number() }),
  briefings: z.number(),
  /** Lateness of the latest briefing; negative if all were sent early. */
  latestMs: z.number().nullable(),
  calls: z.number(),
  refusedCalls: z.number(),
});
export type Sample = z.infer<typeof sample>;

const sentRow = z.object({ lateMs: z.number() });
const entry = z.object({
  at: z.string(),
  path: z.string(),
  status: z.number(),
  headers: z.looseObject({ 'x-test': z.string().optional() }),
});
const journal = z.object({ requests: z.array(entry) });

type Run = { product: RunningProduct; pool: DatabasePool; load: Load; beginsAt: Date; endsAt: Date };

/** Takes a sample every ten seconds. */
export async function takeSamples({ product, pool, load, beginsAt, endsAt }: Run): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let from = beginsAt; from < endsAt; ) {
    const until = new Date(Math.min(from.getTime() + SAMPLE_MS, endsAt.getTime()));
    await sleep(Math.max(0, until.getTime() + SETTLE_MS - Date.now()));
    samples.push(await takeSample({ from, until }));
    from = until;
  }
  return samples;

  async function takeSample(period: { from: Date; until: Date }): Promise<Sample> {
    const isIn = (atMs: number) => atMs >= period.from.getTime() && atMs < period.until.getTime();
    const taken = load.reads.filter(({ atMs }) => isIn(atMs)).map(({ tookMs }) => tookMs);
    const [api, worker, late, calls] = await Promise.all([
      readMemory(product, 'api'),
      readMemory(product, 'worker'),
      readLateness(pool, period),
      listCalls(product, period),
    ]);
    return {
      minute: (period.until.getTime() - beginsAt.getTime()) / 60_000,
      reads: taken.length,
      readP50Ms: orNull(percentile(taken, 50)),
      readP99Ms: orNull(percentile(taken, 99)),
      rss: { api: api.rss, worker: worker.rss },
      heap: { api: api.heap, worker: worker.heap },
      briefings: late.length,
      latestMs: orNull(percentile(late, 100)),
      calls: calls.length,
      refusedCalls: calls.filter(({ status }) => status >= 400).length,
    };
  }
}

/** Returns the heap in use of each process, in bytes, after it has collected its garbage (collect-on-signal.ts). */
export async function readUsedHeap(product: RunningProduct): Promise<Record<Part, number>> {
  for (const part of PARTS) process.kill(product.pidOf(part), 'SIGUSR2');
  await sleep(COLLECT_MS);
  const [api, worker] = await Promise.all(PARTS.map((part) => readMemory(product, part)));
  return { api: api?.heap ?? Number.NaN, worker: worker?.heap ?? Number.NaN };
}

/** Counts failed requests, activities and vendor calls since the processes started, from their own metrics. */
export async function countErrors(product: RunningProduct): Promise<number> {
  const [api, worker] = await Promise.all([readMetrics(product, 'api'), readMetrics(product, 'worker')]);
  return (
    total(api, /^http_server_request_duration_count\{.*status_code="5\d\d"/) +
    total(worker, /^foreword_(?:vendor_errors|activity_unexpected)_total/)
  );
}

/** Returns how late each briefing sent in a period was, in milliseconds; negative if it was sent early. */
export async function readLateness(
  pool: DatabasePool,
  { from, until }: { from: Date; until: Date },
): Promise<number[]> {
  const rows = await pool.any(sql.type(sentRow)`
    select (extract(epoch from e.sent_at - m.briefing_due_at) * 1000)::float8 as "lateMs"
    from emails e join briefings b on b.email_id = e.id join meetings m on m.id = b.meeting_id
    where e.sent_at >= ${sql.timestamp(from)} and e.sent_at < ${sql.timestamp(until)}
  `);
  return rows.map(({ lateMs }) => lateMs);
}

/** Lists the product's calls to Google Calendar and Graph, without the load's own. */
async function listCalls({ sandbox }: RunningProduct, { from, until }: { from: Date; until: Date }) {
  const lists = await Promise.all(
    [sandbox.google, sandbox.microsoft].map(async (url) => {
      const response = await fetch(`${url}/_control/journal?since=${from.toISOString()}`);
      return journal.parse(await response.json()).requests;
    }),
  );
  return lists
    .flat()
    .filter(({ at }) => at < until.toISOString())
    .filter(({ path, headers }) => /^\/(?:calendar\/v3|v1\.0)\//.test(path) && headers['x-test'] === undefined);
}

async function readMemory(product: RunningProduct, part: Part): Promise<{ rss: number; heap: number }> {
  const text = await readMetrics(product, part);
  return { rss: total(text, /^process_memory_usage/), heap: total(text, /^v8js_memory_heap_used/) };
}

async function readMetrics({ url, workerUrl }: RunningProduct, part: Part): Promise<string> {
  const response = await fetch(`${part === 'api' ? url : workerUrl}/metrics`);
  if (!response.ok) throw new Error(`the metrics of the ${part} returned ${response.status}`);
  return await response.text();
}

/** Returns the sum of all series that match. */
function total(metrics: string, name: RegExp): number {
  const lines = metrics.split('\n').filter((line) => name.test(line));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

const orNull = (value: number) => (Number.isNaN(value) ? null : value);
