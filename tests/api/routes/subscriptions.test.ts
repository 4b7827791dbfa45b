import { describe, expect, test } from 'vitest';
import { listMeetings } from '#contract/meetings.ts';
import { getCurrentSubscription, getUsage } from '#contract/subscriptions.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { seedMeeting, seedSubscription, seedUser, seedWhitelistEntry, signIn } from '#tests/support/builders.ts';

const api = await openTestApi();

async function newUser(options: { isWhitelisted: boolean; status?: string }) {
  const user = await seedUser(api.pool, options);
  if (options.status) await seedSubscription(api.pool, { userId: user.id, status: options.status });
  return { user, client: await signIn(api.client(), user) };
}

describe('GET /subscriptions/current', () => {
  test('returns the plan `whitelisted` for a whitelisted user [7.24]', async () => {
    const { client } = await newUser({ isWhitelisted: true });
    expect(await client.data(getCurrentSubscription)).toEqual({
      subscription: {
        status: 'active',
        plan: 'whitelisted',
        isTrialing: false,
        trialDaysRemaining: null,
        cancelAtPeriodEnd: false,
        currentPeriodEnd: null,
      },
      status: 'active',
    });
  });

  test("returns a whitelisted user's subscription, if any [3.11] [7.24]", async () => {
    const { client } = await newUser({ isWhitelisted: true, status: 'trialing' });
    expect(await client.data(getCurrentSubscription)).toMatchObject({
      subscription: { plan: 'Research', isTrialing: true, trialDaysRemaining: 10 },
      status: 'trialing',
    });
  });

  test('returns the status `none` without a subscription or whitelist entry', async () => {
    const { client } = await newUser({ isWhitelisted: false });
    expect(await client.data(getCurrentSubscription)).toEqual({ subscription: null, status: 'none' });
  });
});

describe('access by subscription status', () => {
  test.each(['active', 'trialing', 'past_due'])('is allowed when %s [6.2] [9.14]', async (status) => {
    const { client } = await newUser({ isWhitelisted: false, status });
    expect((await client.call(listMeetings)).status).toBe(200);
  });

  test.each(['canceled', 'unpaid', 'incomplete', 'paused'])('is refused when %s [6.2] [9.14]', async (status) => {
    const { client } = await newUser({ isWhitelisted: false, status });
    const answer = await client.call(listMeetings);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({
      code: 'INSUFFICIENT_SUBSCRIPTION',
      message: expect.stringContaining('subscription'),
      requiredPlan: 'Research',
      currentPlan: 'Research',
    });
  });

  test('attack 32: is not granted to a look-alike address', async () => {
    // The first look-alike has a Cyrillic letter; the second has the Kelvin sign, which Unicode folds to `k`.
    await seedWhitelistEntry(api.pool, { email: 'kim@looks.test' });
    for (const email of ['\u043Aim@looks.test', '\u212Aim@looks.test']) {
      const user = await seedUser(api.pool, { email, isWhitelisted: false });
      const answer = await (await signInDirectly(user.id)).call(listMeetings);
      expect(answer.status).toBe(403);
    }
  });
});

/**
 * Returns a client with a session of the user. Bypasses sign-in, because non-ASCII addresses cannot register, but the
 * comparison itself must be safe.
 */
async function signInDirectly(userId: string) {
  const { user, client } = await api.newUser({ isWhitelisted: false });
  await api.pool.query(sql.typeAlias('void')`update sessions set user_id = ${userId} where user_id = ${user.id}`);
  return client;
}

describe('GET /subscriptions/usage', () => {
  test('counts the calendar month for a non-paying user', async () => {
    const { user, client } = await newUser({ isWhitelisted: true });
    await seedMeeting(api.pool, { userId: user.id, startsInMinutes: 0 });
    await api.pool.query(sql.typeAlias('void')`
      insert into usage_entries (user_id, kind, reference, state, created_at)
      values (${user.id}, 'research', 'a', 'used', now()), (${user.id}, 'research', 'b', 'reserved', now()),
        (${user.id}, 'research', 'c', 'refunded', now()), (${user.id}, 'research', 'd', 'used', now() - interval '40 days')
    `);
    const { usage } = await client.data(getUsage);
    expect(usage).toMatchObject({
      researchLimit: 60,
      researchUsed: 2,
      researchRemaining: 58,
      meetingsUsed: 1,
      meetingLimit: 60,
      emailsUsed: 0,
      usagePercentage: 3,
    });
    expect(usage.period.start).toMatch(/-01T00:00:00\.000Z$/);
    expect(usage.currentPeriodEnd).toBe(usage.period.end);
  });

  test('counts the paid period for a paying user [3.7] [7.29]', async () => {
    const { client } = await newUser({ isWhitelisted: false, status: 'active' });
    const { period } = (await client.data(getUsage)).usage;
    expect(Date.parse(period.end) - Date.parse(period.start)).toBe(30 * 86_400_000);
  });
});
