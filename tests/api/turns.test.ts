import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTurns } from '#api/turns.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Work that takes 10 ms, with its start times. */
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

test('attack 42: work returns at once while the next waits for its rest', async () => {
  const inTurn = createTurns(1);
  const { began, work } = record();
  const rest = (_result: unknown, tookMs: number) => 4 * tookMs;
  let answered = 0;
  const first = inTurn(work, rest).then(() => (answered = performance.now()));
  const start = performance.now();
  const all = Promise.all([first, inTurn(work, rest), inTurn(work)]);
  await vi.runAllTimersAsync();
  await all;
  expect(answered - start).toBe(10);
  expect(began).toEqual([0, 50, 100]);
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
