import autocannon from 'autocannon';
import { percentile } from '#tests/support/percentile.ts';

export type Target = { url: string; headers?: Record<string, string> };

export type Comparison = {
  /** Requests per second of the product relative to the anchor, median of all rounds. */
  throughputRatio: number;
  /** 99th percentile latency of the product relative to the anchor, median of all rounds. */
  p99Ratio: number;
};

const CONNECTIONS = 10;
const ROUNDS = 5;
const WARM_UP_S = 2;
const ROUND_S = 4;

/**
 * Loads both servers in turn, so that other work on the machine affects them alike. One process each, with the same
 * number of connections.
 * @throws Error if a request fails or does not return 2xx
 */
export async function compareLoads({ product, anchor }: { product: Target; anchor: Target }): Promise<Comparison> {
  for (const target of [anchor, product]) await load(target, WARM_UP_S);
  const rounds: Comparison[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await load(anchor, ROUND_S);
    const full = await load(product, ROUND_S);
    rounds.push({ throughputRatio: full.perSecond / bare.perSecond, p99Ratio: full.p99Ms / bare.p99Ms });
  }
  return {
    throughputRatio: percentile(
      rounds.map(({ throughputRatio }) => throughputRatio),
      50,
    ),
    p99Ratio: percentile(
      rounds.map(({ p99Ratio }) => p99Ratio),
      50,
    ),
  };
}

async function load(target: Target, durationS: number): Promise<{ perSecond: number; p99Ms: number }> {
  const result = await autocannon({ ...target, connections: CONNECTIONS, duration: durationS });
  const failures = result.non2xx + result.errors + result.timeouts;
  if (failures > 0) throw new Error(`${failures} of ${result.requests.total} requests to ${target.url} failed.`);
  return { perSecond: result.requests.average, p99Ms: Math.max(1, result.latency.p99) };
}
