import { expect, test } from 'vitest';
import type { Subscription } from '#api/contract/subscriptions.ts';
import { readCheckoutSearch } from '#web/features/billing/checkout-search.ts';
import { billingKind, billingText } from '#web/features/settings/billing-state.ts';
import { toBriefingForm, toPreferences } from '#web/features/settings/briefing-form.ts';

const active: Subscription = {
  status: 'active',
  plan: 'Research',
  isTrialing: false,
  trialDaysRemaining: null,
  cancelAtPeriodEnd: false,
  currentPeriodEnd: '2026-12-15T12:00:00.000Z',
};

test('every subscription is of one kind, and says what comes next', () => {
  expect(billingKind(null)).toBe('none');
  expect(billingKind({ ...active, plan: 'whitelisted' })).toBe('beta');
  expect(billingKind({ ...active, status: 'canceled' })).toBe('ended');
  expect(billingKind({ ...active, status: 'past_due' })).toBe('past-due');
  expect(billingKind({ ...active, cancelAtPeriodEnd: true })).toBe('ending');
  const trial = { ...active, status: 'trialing', isTrialing: true, trialDaysRemaining: 1 };
  expect(billingText(trial, 'UTC')).toBe(
    '1 day of the trial left. It becomes a paid plan on 15 December 2026 unless you cancel before.',
  );
});

test('a flag of the address counts as the router reads it, and nothing else does', () => {
  expect(readCheckoutSearch({ startTrial: true, success: 'true', canceled: 'yes', other: 'true' })).toEqual({
    startTrial: 'true',
    success: 'true',
  });
});

test('briefing preferences survive the way through their form', () => {
  const quiet = { leadMinutes: 90, quietHours: { start: '21:30', end: '06:15' }, digest: true, paused: false };
  expect(toBriefingForm(quiet)).toMatchObject({ lead: '90', unit: 'minutes' });
  expect(toPreferences(toBriefingForm(quiet))).toEqual(quiet);
  const plain = { leadMinutes: 120, quietHours: null, digest: false, paused: true };
  expect(toBriefingForm(plain)).toMatchObject({ lead: '2', unit: 'hours' });
  expect(toPreferences(toBriefingForm(plain))).toEqual(plain);
});
