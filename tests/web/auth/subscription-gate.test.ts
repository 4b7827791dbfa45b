import { expect, test } from 'vitest';
import { opensApp } from '#web/auth/subscription-gate.ts';

const subscription = {
  status: 'active',
  plan: 'Research',
  isTrialing: false,
  trialDaysRemaining: null,
  cancelAtPeriodEnd: false,
  currentPeriodEnd: null,
};

test.each(['active', 'trialing', 'past_due'])('status %s opens the app', (status) => {
  expect(opensApp({ ...subscription, status })).toBe(true);
});

test.each(['canceled', 'incomplete', 'unpaid', ''])('status %j does not open the app', (status) => {
  expect(opensApp({ ...subscription, status })).toBe(false);
});

test('a whitelisted user gets in without a subscription, and other users do not', () => {
  expect(opensApp({ ...subscription, plan: 'whitelisted', status: 'none' })).toBe(true);
  expect(opensApp(null)).toBe(false);
});
