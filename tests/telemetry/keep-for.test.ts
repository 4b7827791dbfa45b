import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepFor } from '#telemetry/keep-for.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('concurrent and later callers share a read until it expires', async () => {
  const read = vi.fn<() => Promise<number>>().mockResolvedValueOnce(1).mockResolvedValueOnce(2);
  const kept = keepFor(60_000, read);
  expect(await Promise.all([kept(), kept()])).toEqual([1, 1]);
  vi.advanceTimersByTime(59_999);
  expect(await kept()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await kept()).toBe(2);
  expect(read).toHaveBeenCalledTimes(2);
});

test('a failed read is repeated by the next caller', async () => {
  const read = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce(2);
  const kept = keepFor(60_000, read);
  await expect(kept()).rejects.toThrow('down');
  expect(await kept()).toBe(2);
});
