import { describe, expect, test } from 'vitest';
import { checkTrialEligibility, listPlans } from '#contract/subscriptions.ts';
import { hashEmail } from '#db/email-hash.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { seedSubscription, seedUser, signIn } from '#tests/support/builders.ts';

const api = await openTestApi();

async function newUser() {
  const user = await seedUser(api.pool, { isWhitelisted: false });
  return { user, client: await signIn(api.client(), user) };
}

describe('GET /subscriptions/plans', () => {
  test("lists the provider's plans, default price first, even without a subscription [3.12] [7.25]", async () => {
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

  test('returns the cached plans during a provider outage', async () => {
    const { client } = await newUser();
    const before = await client.data(listPlans);
    await api.sandbox.control(api.sandbox.stripe, '/faults', { path: '/v1/prices', status: 503, times: 9 });
    expect(await client.data(listPlans)).toEqual(before);
  });
});

describe('GET /subscriptions/check-trial-eligibility', () => {
  test('allows a trial for a user who never subscribed [7.26]', async () => {
    const { client } = await newUser();
    expect(await client.data(checkTrialEligibility)).toEqual({ eligible: true });
  });

  test.each(['trialing', 'active', 'past_due', 'canceled', 'unpaid', 'incomplete'])(
    'refuses a second trial after a subscription that is %s',
    async (status) => {
      const { user, client } = await newUser();
      await seedSubscription(api.pool, { userId: user.id, status });
      expect(await client.data(checkTrialEligibility)).toEqual({ eligible: false });
    },
  );

  test.each([
    ['ada@brightwater.test', 'ada+again@brightwater.test'],
    ['adaduarte@gmail.com', 'ada.duarte@gmail.com'],
    ['omar.vale@gmail.com', 'om.ar.vale+again@googlemail.com'],
  ])('attack 19: after a trial of %s, refuses one for %s', async (first, email) => {
    await api.pool.query(sql.typeAlias('void')`
      insert into used_trials (email_hash) values (${sql.binary(await hashEmail(first))})
    `);
    const other = await seedUser(api.pool, { email, isWhitelisted: false });
    expect(await (await signIn(api.client(), other)).data(checkTrialEligibility)).toEqual({ eligible: false });
  });

  test('refuses a trial after a paid subscription but allows one after an unfinished checkout', async () => {
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
});
