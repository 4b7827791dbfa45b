import { setTimeout as sleep } from 'node:timers/promises';

/** Far longer than the work takes on a server that isn't busy. */
const FLOOR_MS = 120;
const RECENT_MS = 60_000;
const MOST_RECENT = 20;
/** Share of durations that count as typical. The rest are stalls, which should not prolong other work. */
const TYPICAL_SHARE = 0.9;

/**
 * Returns a function that runs work whose duration could reveal whether an address has an account. It pads the duration
 * to a fixed minimum and, on a server so busy that the work takes longer, to the 90th percentile of the latest 20
 * durations in the last minute.
 */
export function createConstantTime(): <T>(work: () => Promise<T>) => Promise<T> {
  let recent: { endedAt: number; tookMs: number }[] = [];
  return async (work) => {
    const start = performance.now();
    const result = await work();
    const endedAt = performance.now();
    const tookMs = endedAt - start;
    recent = [...recent.filter((each) => each.endedAt > endedAt - RECENT_MS), { endedAt, tookMs }].slice(-MOST_RECENT);
    const sorted = recent.map((each) => each.tookMs).toSorted((a, b) => a - b);
    const typicalMs = sorted[Math.ceil(sorted.length * TYPICAL_SHARE) - 1] ?? 0;
    await sleep(Math.max(FLOOR_MS, typicalMs, tookMs) - tookMs);
    return result;
  };
}
