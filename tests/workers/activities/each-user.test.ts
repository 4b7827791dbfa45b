import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { VendorUnavailableError } from '#providers/errors.ts';
import { createLogger } from '#telemetry/logger.ts';
import { eachUser } from '#workers/activities/each-user.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const USERS = Array.from({ length: 10 }, (_, index) => String.fromCodePoint(97 + index));

/** Runs a step for users `a` to `j`, two at a time, and records which began and ended. */
async function run(
  step: (userId: string) => Promise<void>,
  { after = null, batch = 4 }: { after?: string | null; batch?: number } = {},
) {
  const [begun, ended]: [string[], string[]] = [[], []];
  let most = 0;
  const outcome = await eachUser(
    {
      after,
      batch,
      atOnce: 2,
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

test('runs two steps at a time, in order, for one batch', async () => {
  expect(await run(() => sleep(5))).toEqual({
    outcome: { checked: 4, failures: [], next: 'd' },
    begun: 'abcd',
    isSettled: true,
    most: 2,
  });
  expect((await run(() => sleep(1), { after: 'h' })).outcome).toEqual({ checked: 2, failures: [], next: null });
});

test('in a vendor’s outage, begins no more steps and throws its error once all running ones have ended', async () => {
  const outage = new VendorUnavailableError();
  const { outcome, begun, isSettled } = await run(
    async (userId) => {
      await sleep(userId === 'c' ? 20 : 1);
      throw outage;
    },
    { batch: 6 },
  );
  expect([outcome, begun, isSettled]).toEqual([outage, 'abcd', true]);
});

test.each([
  ['a vendor’s failure', new VendorUnavailableError()],
  ['another failure', new Error('unreadable')],
])('after %s for some users, continues with the others and returns the failures', async (_, error) => {
  const { outcome, begun } = await run(async (userId) => {
    if (userId === 'b' || userId === 'd') throw error;
  });
  const failures = [
    { userId: 'b', error },
    { userId: 'd', error },
  ];
  expect([outcome, begun]).toEqual([{ checked: 4, failures, next: 'd' }, 'abcd']);
});
