import { beforeEach, describe, expect, test } from 'vitest';
import { findCustomer, insertCustomer, replaceCustomer } from '#db/queries/payment-customers.ts';
import { findSubscription } from '#db/queries/subscriptions.ts';
import { refreshSubscription } from '#db/refresh-subscription.ts';
import type { BilledSubscription } from '#domain/billing.ts';
import { seedUser } from '#tests/support/builders.ts';
import { openTestPool } from '#tests/support/test-pool.ts';

let userId: string;

const pool = await openTestPool();
beforeEach(async () => {
  userId = (await seedUser(pool, { isWhitelisted: false })).id;
  await insertCustomer(pool, userId, `cus_${userId}`);
});

const DAY_MS = 86_400_000;

function billed(status: string, changes: Partial<BilledSubscription> = {}): BilledSubscription {
  const now = Date.now();
  return {
    subscriptionId: `sub_${userId}`,
    customerId: `cus_${userId}`,
    status,
    plan: 'Research',
    createdAt: new Date(now - DAY_MS),
    trialEndsAt: null,
    currentPeriodStart: new Date(now - DAY_MS),
    currentPeriodEnd: new Date(now + 29 * DAY_MS),
    cancelAtPeriodEnd: false,
    canceledAt: null,
    endedAt: null,
    amountCents: 1000,
    currency: 'usd',
    researchLimit: 60,
    meetingLimit: 60,
    ...changes,
  };
}

/**
 * Starts a reader whose first response is outdated: it is read now but arrives only once `letGo` is called.
 *
 * @param answers one per read; the last one repeats
 */
function startSlowReader(answers: [BilledSubscription[], ...BilledSubscription[][]]) {
  const asked = Promise.withResolvers<void>();
  const arrives = Promise.withResolvers<void>();
  const customers: string[] = [];
  const result = refreshSubscription(pool, userId, async (customerId) => {
    const answer = answers[customers.length] ?? answers.at(-1) ?? [];
    customers.push(customerId);
    if (customers.length === 1) {
      asked.resolve();
      await arrives.promise;
    }
    return answer;
  });
  return { result, customers, asked: asked.promise, letGo: arrives.resolve };
}

const copiedStatus = async () => (await findSubscription(pool, userId))?.status;

describe('overlapping reads of one subscription', () => {
  test('retry instead of overwriting a newer copy', async () => {
    const slow = startSlowReader([[billed('trialing')], [billed('canceled')]]);
    await slow.asked;
    await refreshSubscription(pool, userId, async () => [billed('canceled')]);
    slow.letGo();
    expect(await slow.result).toMatchObject({ status: 'canceled' });
    expect(slow.customers).toHaveLength(2);
    expect(await copiedStatus()).toBe('canceled');
  });

  test('retry instead of deleting a subscription created during the read', async () => {
    const slow = startSlowReader([[], [billed('active')]]);
    await slow.asked;
    await refreshSubscription(pool, userId, async () => [billed('active')]);
    slow.letGo();
    expect(await slow.result).toMatchObject({ status: 'active' });
    expect(await copiedStatus()).toBe('active');
  });

  test('discard the response for a replaced customer and read the new one', async () => {
    const slow = startSlowReader([[billed('active')], []]);
    await slow.asked;
    const customer = await findCustomer(pool, userId);
    if (!customer) throw new Error('the customer was not written');
    await replaceCustomer(pool, customer, 'cus_new');
    slow.letGo();
    expect(await slow.result).toBeNull();
    expect(slow.customers).toEqual([`cus_${userId}`, 'cus_new']);
    expect(await findSubscription(pool, userId)).toBeNull();
  });
});

test('a read that is overtaken every time gives up and keeps the newer copy', async () => {
  let readings = 0;
  const overtaken = refreshSubscription(pool, userId, async () => {
    readings += 1;
    await refreshSubscription(pool, userId, async () => [billed('past_due')]);
    return [billed('trialing')];
  });
  await expect(overtaken).rejects.toThrow('kept changing');
  expect(readings).toBe(40);
  expect(await copiedStatus()).toBe('past_due');
});
