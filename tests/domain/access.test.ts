import { describe, expect, test } from 'vitest';
import { type AccessFacts, decideAccess } from '#domain/access.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const facts = (change: Partial<AccessFacts>): AccessFacts => ({
  emailVerified: true,
  whitelist: null,
  subscription: null,
  ...change,
});
const at = (ms: number) => new Date(NOW.getTime() + ms);

describe('decideAccess', () => {
  test.each(['active', 'trialing', 'past_due'])('grants the plan of a subscription that is %s', (status) => {
    const decision = decideAccess(facts({ subscription: { status, plan: 'Research' } }), NOW);
    expect(decision).toEqual({ allowed: true, plan: 'Research' });
  });

  test.each(['canceled', 'unpaid', 'incomplete', 'incomplete_expired', 'paused', '', 'ACTIVE'])(
    'refuses a subscription that is %j and reports the required and the current plan',
    (status) => {
      expect(decideAccess(facts({ subscription: { status, plan: 'Research' } }), NOW)).toEqual({
        allowed: false,
        reason: 'subscription_required',
        requiredPlan: 'Research',
        currentPlan: 'Research',
      });
    },
  );

  test('grants access to a whitelisted user without an active subscription', () => {
    const entry = { whitelist: { expiresAt: null } };
    expect(decideAccess(facts(entry), NOW)).toEqual({ allowed: true, plan: 'whitelisted' });
    const ended = { ...entry, subscription: { status: 'canceled', plan: 'Research' } };
    expect(decideAccess(facts(ended), NOW)).toEqual({ allowed: true, plan: 'whitelisted' });
  });

  test('attack 32: refuses a whitelist entry from the instant it expires', () => {
    const until = (ms: number) => decideAccess(facts({ whitelist: { expiresAt: at(ms) } }), NOW).allowed;
    expect([until(1), until(0), until(-1)]).toEqual([true, false, false]);
  });

  test('refuses access until the address is verified', () => {
    const all = {
      emailVerified: false,
      whitelist: { expiresAt: null },
      subscription: { status: 'active', plan: 'Research' },
    };
    expect(decideAccess(facts(all), NOW)).toEqual({ allowed: false, reason: 'email_not_verified' });
  });

  test('reports the plan "none" without a subscription or whitelist entry', () => {
    expect(decideAccess(facts({}), NOW)).toMatchObject({ allowed: false, currentPlan: 'none' });
  });
});
