import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PendingRequests } from '#web/api/pending-requests.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function untilAborted(aborted: string[], name: string) {
  return (controller: AbortController) =>
    new Promise<unknown>((resolve) => {
      controller.signal.addEventListener('abort', () => {
        aborted.push(name);
        resolve(name);
      });
    });
}

describe('PendingRequests', () => {
  test('aborts requests older than 30 s every minute [9.1]', async () => {
    const pending = new PendingRequests();
    const aborted: string[] = [];
    void pending.run('old', untilAborted(aborted, 'old'));
    await vi.advanceTimersByTimeAsync(40_000);
    void pending.run('young', untilAborted(aborted, 'young'));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(aborted).toEqual(['old']);
    expect(pending.size).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(aborted).toEqual(['old', 'young']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('aborts the oldest request beyond 100 [9.1]', () => {
    const pending = new PendingRequests();
    const aborted: string[] = [];
    for (let count = 1; count <= 101; count += 1)
      void pending.run(undefined, untilAborted(aborted, `request ${count}`));
    expect(aborted).toEqual(['request 1']);
    expect(pending.size).toBe(100);
  });

  test('sends a new request once the previous one has settled', async () => {
    const pending = new PendingRequests();
    await expect(pending.run('key', async () => 1)).resolves.toBe(1);
    expect(pending.size).toBe(0);
    await expect(pending.run('key', async () => 2)).resolves.toBe(2);
  });
});
