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

test.each(['active', 'trialing', 'past_due'])('the status %s opens the app', (status) => {
  expect(opensApp({ ...subscription, status })).toBe(true);
});

test.each(['canceled', 'incomplete', 'unpaid', ''])('the status %j does not', (status) => {
  expect(opensApp({ ...subscription, status })).toBe(false);
});

test('a whitelist entry opens the app whatever the status, and without any subscription it stays closed', () => {
  expect(opensApp({ ...subscription, plan: 'whitelisted', status: 'none' })).toBe(true);
  expect(opensApp(null)).toBe(false);
});
