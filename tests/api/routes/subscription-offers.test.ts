import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkTrialEligibility, listPlans } from '#api/contract/subscriptions.ts';
import { sql } from '#db/sql.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { seedSubscription, seedUser, signIn } from '#tests/support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  await api.close();
});

async function newUser() {
  const user = await seedUser(api.pool, { isWhitelisted: false });
  return { user, client: await signIn(api.client(), user) };
}

describe('GET /subscriptions/plans', () => {
  test('has the one paid plan, for those who have none yet as well [3.12] [7.25]', async () => {
    const { client } = await newUser();
    expect((await client.data(listPlans)).plans).toEqual([
      expect.objectContaining({
        productName: 'Research',
        amount: 1000,
        currency: 'usd',
        interval: 'month',
        intervalCount: 1,
        planType: 'paid',
        features: [],
        meetingLimit: 60,
        researchLimit: 60,
      }),
    ]);
  });

  test('needs a session', async () => {
    expect((await api.client().call(listPlans)).status).toBe(401);
  });
});

describe('GET /subscriptions/check-trial-eligibility', () => {
  test('who never subscribed may try [7.26]', async () => {
    const { client } = await newUser();
    expect(await client.data(checkTrialEligibility)).toEqual({ eligible: true });
  });

  test.each(['trialing', 'active', 'past_due', 'canceled', 'unpaid', 'incomplete'])(
    'who had a trial may not try again (%s)',
    async (status) => {
      const { user, client } = await newUser();
      await seedSubscription(api.pool, { userId: user.id, status });
      expect(await client.data(checkTrialEligibility)).toEqual({ eligible: false });
    },
  );

  test('who paid without a trial may not; who never finished the checkout may', async () => {
    for (const [status, eligible] of [
      ['canceled', false],
      ['incomplete_expired', true],
    ] as const) {
      const { user, client } = await newUser();
      await seedSubscription(api.pool, { userId: user.id, status });
      await api.pool.query(sql.typeAlias('void')`
        update subscriptions set trial_ends_at = null where user_id = ${user.id}
      `);
      expect(await client.data(checkTrialEligibility)).toEqual({ eligible });
    }
  });

  test('needs a session', async () => {
    expect((await api.client().call(checkTrialEligibility)).status).toBe(401);
  });
});
