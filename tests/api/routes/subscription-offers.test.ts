import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkTrialEligibility, listPlans } from '#contract/subscriptions.ts';
import { hashEmail } from '#db/email-hash.ts';
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
  test('has what the provider sells, the default price first, for those who have none yet as well [3.12] [7.25]', async () => {
    const { client } = await newUser();
    const { plans } = await client.data(listPlans);
    expect(plans.map(({ id }) => id)).toEqual(['price_research_monthly', 'price_research_yearly']);
    expect(plans[0]).toEqual({
      id: 'price_research_monthly',
      productId: 'prod_research',
      productName: 'Research',
      description: expect.stringContaining('briefing'),
      amount: 1000,
      currency: 'usd',
      interval: 'month',
      intervalCount: 1,
      planType: 'paid',
      features: [],
      meetingLimit: 60,
      researchLimit: 60,
    });
  });

  test('stays as it was while the provider is down', async () => {
    const { client } = await newUser();
    const before = await client.data(listPlans);
    await api.sandbox.control(api.sandbox.stripe, '/faults', { path: '/v1/prices', status: 503, times: 9 });
    expect(await client.data(listPlans)).toEqual(before);
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

  test('an address that had its trial gets none in an account of its own, whatever its tag', async () => {
    const { user } = await newUser();
    await api.pool.query(sql.typeAlias('void')`
      insert into used_trials (email_hash) values (${sql.binary(await hashEmail(user.email))})
    `);
    const email = user.email.replace('@', '+again@');
    const other = await seedUser(api.pool, { email, isWhitelisted: false });
    expect(await (await signIn(api.client(), other)).data(checkTrialEligibility)).toEqual({ eligible: false });
  });

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
