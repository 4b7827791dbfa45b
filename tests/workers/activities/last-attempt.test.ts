import { expect, test } from 'vitest';
import { foreseeLastAttempt } from '#workers/activities/last-attempt.ts';

const retryPolicy = { maximumAttempts: 4, initialInterval: 10_000, backoffCoefficient: 2 };
const isLast = (attempt: number, leftMs: number, ranForMs = 0) => {
  const now = Date.now();
  const times = { scheduledTimestampMs: now - 5_000, scheduleToCloseTimeoutMs: leftMs + 5_000 };
  return foreseeLastAttempt({ attempt, retryPolicy, ...times }, now - ranForMs)();
};

test("the last attempt is the policy's maximum", () => {
  expect([1, 2, 3, 4].map((attempt) => isLast(attempt, 3_600_000))).toEqual([false, false, false, true]);
});

test('the pause before another attempt is at most the policy’s maximum interval', () => {
  const times = { scheduledTimestampMs: Date.now(), scheduleToCloseTimeoutMs: 60_000 };
  const policy = { initialInterval: 10_000, maximumInterval: 30_000, backoffCoefficient: 2 };
  expect(foreseeLastAttempt({ attempt: 9, retryPolicy: policy, ...times }, Date.now())()).toBe(false);
  expect(foreseeLastAttempt({ attempt: 9, retryPolicy: policy, ...times }, Date.now(), 9)()).toBe(true);
});

test('an earlier attempt is the last if another would not fit within the time limit', () => {
  expect(isLast(1, 15_000)).toBe(false);
  expect(isLast(1, 8_000)).toBe(true);
  expect(isLast(2, 15_000)).toBe(true);
  expect(isLast(1, 15_000, 3_000)).toBe(false);
  // Another as long as this one would fit, but it may be slower.
  expect(isLast(1, 15_000, 4_000)).toBe(true);
});

test('without a policy or time limit, no attempt is the last', () => {
  const info = { attempt: 9, scheduledTimestampMs: Date.now(), scheduleToCloseTimeoutMs: 0 };
  expect(foreseeLastAttempt(info, Date.now())()).toBe(false);
});
