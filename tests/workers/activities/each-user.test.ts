import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { VendorUnavailableError } from '#providers/errors.ts';
import { createLogger } from '#telemetry/logger.ts';
import { eachUser } from '#workers/activities/each-user.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const USERS = Array.from({ length: 10 }, (_, index) => String.fromCodePoint(97 + index));

type Options = { after?: string; budgetMs?: number };

/** Runs a step for users `a` to `j`, two at a time, and records which began and ended. */
async function run(step: (userId: string) => Promise<void>, { after, budgetMs }: Options = {}) {
  const [begun, ended]: [string[], string[]] = [[], []];
  let most = 0;
  const outcome = await eachUser(
    {
      after: after ?? null,
      batch: 4,
      atOnce: 2,
      budgetMs: budgetMs ?? 60_000,
      logger,
      list: async (page) => USERS.filter((user) => page.after === null || user > page.after).slice(0, page.limit),
    },
    async (userId) => {
      begun.push(userId);
      most = Math.max(most, begun.length - ended.length);
      try {
        await step(userId);
      } finally {
        ended.push(userId);
      }
    },
  ).catch((error: unknown) => error);
  return { outcome, begun: begun.join(''), isSettled: begun.length === ended.length, most };
}

test('runs two steps at once, begun in order, for one batch', async () => {
  expect(await run(() => sleep(5))).toEqual({
    outcome: { checked: 4, next: 'd' },
    begun: 'abcd',
    isSettled: true,
    most: 2,
  });
  expect((await run(() => sleep(1), { after: 'h' })).outcome).toEqual({ checked: 2, next: null });
});

test('after a vendor’s failure, begins no further step and waits for those that run', async () => {
  const outage = new VendorUnavailableError();
  const { outcome, begun, isSettled } = await run(async (userId) => {
    await sleep(userId === 'a' ? 20 : 1);
    if (userId === 'b') throw outage;
  });
  expect([outcome, begun, isSettled]).toEqual([outage, 'ab', true]);
});

test('after another failure, continues through all batches and throws it at the end', async () => {
  const failure = new Error('unreadable');
  const { outcome, begun } = await run(async (userId) => {
    if (userId === 'b') throw failure;
  });
  expect([outcome, begun]).toEqual([failure, 'abcdefghij']);
});

test('after another failure, stops once its time is over', async () => {
  const failure = new Error('unreadable');
  const { outcome, begun, isSettled } = await run(
    async (userId) => {
      await sleep(20);
      if (userId === 'a') throw failure;
    },
    { budgetMs: 1 },
  );
  expect(outcome).toBe(failure);
  expect(begun.length).toBeLessThan(4);
  expect(isSettled).toBe(true);
});
