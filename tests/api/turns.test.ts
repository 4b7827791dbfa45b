import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createProofTurns, createTurns } from '#api/turns.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns work that takes 10 ms, and the list of its start times in milliseconds. */
function record() {
  const began: number[] = [];
  const start = performance.now();
  const work = async () => {
    began.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 10));
  };
  return { began, work };
}

test('work runs in sequence without pauses', async () => {
  const inTurn = createTurns(1);
  const { began, work } = record();
  const all = Promise.all([inTurn(work), inTurn(work), inTurn(work)]);
  await vi.runAllTimersAsync();
  await all;
  expect(began).toEqual([0, 10, 20]);
});

describe('after an invalid call, the next one waits', () => {
  const made: Record<string, () => Promise<object | null>> = {
    'returned nothing': async () => null,
    'threw an error': () => Promise.reject(new Error('on purpose')),
  };

  test.each(Object.keys(made))('attack 42: four times as long as that call took, if it %s', async (name) => {
    const inTurn = createProofTurns();
    const { began, work } = record();
    const prove = async () => {
      await work();
      return (await made[name]?.()) ?? null;
    };
    const start = performance.now();
    let answered = 0;
    const calls = [inTurn(prove).finally(() => (answered = performance.now())), inTurn(prove), inTurn(prove)];
    const all = Promise.allSettled(calls);
    await vi.runAllTimersAsync();
    await all;
    expect(answered - start).toBe(10);
    expect(began).toEqual([0, 50, 100]);
  });

  test('attack 42: for at least 10 ms', async () => {
    const inTurn = createProofTurns();
    const start = performance.now();
    const took = [1, 2, 3].map(() => inTurn(async () => null).then(() => performance.now() - start));
    await vi.runAllTimersAsync();
    expect(await Promise.all(took)).toEqual([0, 10, 20]);
  });

  test('attack 42: for a second at most', async () => {
    const inTurn = createProofTurns();
    const start = performance.now();
    const slow = inTurn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      return null;
    });
    const next = inTurn(async () => null).then(() => performance.now() - start);
    await vi.runAllTimersAsync();
    await slow;
    expect(await next).toBe(6_000);
  });

  test('but not after a valid one', async () => {
    const inTurn = createProofTurns();
    const { began, work } = record();
    const prove = async () => {
      await work();
      return {};
    };
    const all = Promise.all([inTurn(prove), inTurn(prove)]);
    await vi.runAllTimersAsync();
    await all;
    expect(began).toEqual([0, 10]);
  });
});

test('failing work releases its turn', async () => {
  const inTurn = createTurns(1);
  const { began, work } = record();
  const failing = inTurn(() => Promise.reject(new Error('on purpose')));
  await expect(failing).rejects.toThrow('on purpose');
  const next = inTurn(work);
  await vi.runAllTimersAsync();
  await next;
  expect(began).toEqual([0]);
});

describe('the queue', () => {
  test('attack 42: refuses calls beyond its length with 503', async () => {
    const inTurn = createTurns(1, 2);
    const { began, work } = record();
    const all = Promise.allSettled([inTurn(work), inTurn(work), inTurn(work), inTurn(work)]);
    await vi.runAllTimersAsync();
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    expect((await all).at(-1)).toMatchObject({ reason: { status: 503 } });
    expect(began).toEqual([0, 10, 20]);
    const later = inTurn(work);
    await vi.runAllTimersAsync();
    await later;
  });

  test('attack 42: drops aborted calls and lets priority calls go first', async () => {
    const inTurn = createTurns(1);
    const order: string[] = [];
    const wait = (name: string, options = {}) =>
      inTurn(async () => {
        order.push(name);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }, options);
    const [left, done] = [new AbortController(), new AbortController()];
    const all = Promise.allSettled([
      wait('a', { signal: done.signal }),
      wait('b', { signal: left.signal }),
      wait('c'),
      wait('d', { isFirst: true }),
      wait('e', { signal: AbortSignal.abort() }),
    ]);
    left.abort(new Error('left'));
    // `a` is already running.
    done.abort();
    await vi.runAllTimersAsync();
    expect((await all).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
    expect(order).toEqual(['a', 'd', 'c']);
  });
});
