import type { StripeContext } from '#sandbox/stripe/context.ts';
import { find } from '#sandbox/stripe/store.ts';

export const daySeconds = 86_400;
export const hourSeconds = 3_600;

/** Returns the time in Unix seconds on the timeline of a test clock, or on the vendor's own (null). */
export function now(context: StripeContext, testClock: string | null): number {
  if (context.moment && context.moment.testClock === testClock) return context.moment.at;
  const frozen = testClock === null ? undefined : find(context, 'test_helpers.test_clock', testClock);
  return frozen?.frozen_time ?? Math.floor(context.clock.now().getTime() / 1_000);
}

/** Returns an object's test clock: its own, or its customer's. */
export function testClockOf(context: StripeContext, object: object): string | null {
  if ('test_clock' in object && typeof object.test_clock === 'string') return object.test_clock;
  if (!('customer' in object) || typeof object.customer !== 'string') return null;
  const customer = find(context, 'customer', object.customer);
  return customer && !customer.deleted ? (customer.test_clock ?? null) : null;
}

export type Interval = { interval: string; interval_count: number };

/**
 * Returns the first end of a period after `after`, in whole intervals from `anchor` (Unix seconds). In a month too
 * short for the anchor's day it is the last day; later months return to the anchor's day.
 */
export function nextBoundary(anchor: number, { interval, interval_count }: Interval, after: number): number {
  for (let count = 0; ; count += 1) {
    const boundary = addIntervals(anchor, interval, count * interval_count);
    if (boundary > after) return boundary;
  }
}

function addIntervals(anchor: number, interval: string, count: number): number {
  if (interval === 'day') return anchor + count * daySeconds;
  if (interval === 'week') return anchor + count * 7 * daySeconds;
  const start = new Date(anchor * 1_000);
  const months = interval === 'year' ? count * 12 : count;
  const moved = new Date(start);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return moved.getTime() / 1_000;
}
