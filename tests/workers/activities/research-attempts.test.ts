import { ApplicationFailure } from '@temporalio/activity';
import { describe, expect, test } from 'vitest';
import { endAfterAttempts, foreseeLastResearch } from '#workers/activities/research-attempts.ts';

const MINUTE_MS = 60_000;
const retryPolicy = { initialInterval: 10_000, maximumInterval: 5 * MINUTE_MS, backoffCoefficient: 2 };

/** Returns whether an attempt is the last in a run with `runMs` left and a briefing due in `sendMs`. */
function isLast(code: string, { attempt, runMs, sendMs }: { attempt: number; runMs: number; sendMs: number }): boolean {
  const now = Date.now();
  const info = { attempt, retryPolicy, scheduledTimestampMs: now - 5_000, scheduleToCloseTimeoutMs: runMs + 5_000 };
  return foreseeLastResearch(info, now, new Date(now + sendMs))(code);
}

describe.each(['unavailable', 'rate_limited'])('in an outage (%s)', (code) => {
  const [long, short] = [45 * MINUTE_MS, MINUTE_MS];

  test('no attempt is the last while there is time', () => {
    expect(isLast(code, { attempt: 9, runMs: long, sendMs: long })).toBe(false);
  });

  test('an attempt is the last if no time is left before the briefing', () => {
    expect(isLast(code, { attempt: 9, runMs: short, sendMs: short })).toBe(true);
    expect(isLast(code, { attempt: 9, runMs: short, sendMs: -short })).toBe(true);
  });

  test('an attempt is not the last if only the run is out of time and the briefing is due later', () => {
    expect(isLast(code, { attempt: 9, runMs: short, sendMs: long })).toBe(false);
  });
});

test('outside an outage, the fourth attempt is the last, no matter how much time is left', () => {
  const left = { runMs: 45 * MINUTE_MS, sendMs: 600 * MINUTE_MS };
  expect([3, 4].map((attempt) => isLast('malformed_output', { attempt, ...left }))).toEqual([false, true]);
  const failed = ApplicationFailure.create({ message: 'Failed.', type: 'malformed_output' });
  const isFinal = (error: Error) => error instanceof ApplicationFailure && error.nonRetryable === true;
  expect([3, 4].map((attempt) => isFinal(endAfterAttempts(failed, attempt)))).toEqual([false, true]);
  const down = ApplicationFailure.create({ message: 'Down.', type: 'unavailable' });
  expect(isFinal(endAfterAttempts(down, 9))).toBe(false);
});
