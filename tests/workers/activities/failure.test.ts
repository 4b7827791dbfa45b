import { ApplicationFailure } from '@temporalio/activity';
import { expect, test } from 'vitest';
import { RateLimitedError, VendorUnavailableError } from '#providers/errors.ts';
import { createLogger } from '#telemetry/logger.ts';
import { toFailure } from '#workers/activities/failure.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

/** Returns twenty samples of the delay before the next attempt, in ms, in ascending order. */
function pausesOf(retryAfterMs: number | null, attempt?: number): number[] {
  const pauses = Array.from({ length: 20 }, () => {
    const failure = toFailure(new RateLimitedError(retryAfterMs), logger, attempt);
    return failure instanceof ApplicationFailure ? Number(failure.nextRetryDelay ?? 0) : Number.NaN;
  });
  return pauses.toSorted((a, b) => a - b);
}

test('case 44: a retry waits for Retry-After plus random jitter', () => {
  const pauses = pausesOf(17_000, 1);
  expect(pauses[0]).toBeGreaterThanOrEqual(17_000);
  expect(pauses.at(-1)).toBeLessThanOrEqual(19_700);
  expect(new Set(pauses).size).toBeGreaterThan(10);
});

test('case 44: without Retry-After, retries back off exponentially with jitter, up to five minutes', () => {
  for (const [attempt, wholeMs] of [
    [1, 2_000],
    [4, 16_000],
    [12, 300_000],
  ] as const) {
    const pauses = pausesOf(null, attempt);
    expect(pauses[0]).toBeGreaterThanOrEqual(wholeMs / 2);
    expect(pauses.at(-1)).toBeLessThanOrEqual(wholeMs);
    expect(new Set(pauses).size).toBeGreaterThan(10);
  }
});

test('a retry uses an unavailable vendor’s Retry-After, otherwise the delay of the retry policy', () => {
  const pauseOf = (retryAfterMs: number | null) => {
    const failure = toFailure(new VendorUnavailableError(undefined, retryAfterMs), logger, 1);
    return failure instanceof ApplicationFailure ? failure.nextRetryDelay : Number.NaN;
  };
  expect(Number(pauseOf(17_000))).toBeGreaterThanOrEqual(17_000);
  expect(pauseOf(null)).toBeUndefined();
});

test('a retry with an unknown attempt number uses the delay of the retry policy', () => {
  expect(pausesOf(null).at(-1)).toBe(0);
});
