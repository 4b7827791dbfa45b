import { expect, test } from 'vitest';
import type { Subscription } from '#contract/subscriptions.ts';
import { readCheckoutSearch } from '#web/features/billing/checkout-search.ts';
import { fallbackPlan } from '#web/features/billing/plan-text.ts';
import { billingKind, billingText, otherPlans } from '#web/features/settings/billing-state.ts';
import { toBriefingForm, toPreferences } from '#web/features/settings/briefing-form.ts';

const active: Subscription = {
  status: 'active',
  plan: 'Research',
  isTrialing: false,
  trialDaysRemaining: null,
  cancelAtPeriodEnd: false,
  currentPeriodEnd: '2026-12-15T12:00:00.000Z',
};

test('billingKind classifies subscriptions, and billingText says why one ended and what follows a trial', () => {
  expect(billingKind(null)).toBe('none');
  expect(billingKind({ ...active, plan: 'whitelisted' })).toBe('beta');
  expect(billingKind({ ...active, status: 'canceled' })).toBe('ended');
  expect(billingText({ ...active, status: 'canceled' }, 'UTC')).toMatch(/^Your subscription is cancelled\. /);
  expect(billingText({ ...active, status: 'incomplete' }, 'UTC')).toMatch(/^Your first payment wasn’t completed\. /);
  expect(billingKind({ ...active, status: 'past_due' })).toBe('past-due');
  expect(billingKind({ ...active, cancelAtPeriodEnd: true })).toBe('ending');
  const trial = { ...active, status: 'trialing', isTrialing: true, trialDaysRemaining: 1 };
  expect(billingText(trial, 'UTC')).toBe(
    '1 day left in your trial. It converts to a paid plan on 15 December 2026 unless you cancel first.',
  );
});

test('otherPlans offers other products or, failing that, other billing intervals', () => {
  const month = { ...fallbackPlan, id: 'month' };
  const year = { ...month, id: 'year', amount: 10_000, interval: 'year' } as const;
  const team = { ...month, id: 'team', productName: 'Team' };
  expect(otherPlans([], 'Research')).toBeNull();
  expect(otherPlans([month], 'Research')).toBeNull();
  expect(otherPlans([month, year], 'Research')).toEqual({
    title: 'Change billing interval',
    offer: 'Research: $10 per month or $100 per year.',
    action: 'Change plan',
  });
  expect(otherPlans([month, year, team], 'Research')).toEqual({
    title: 'Other plans',
    offer: 'Team.',
    action: 'Upgrade',
  });
});

test('readCheckoutSearch keeps only known flags set to true', () => {
  expect(readCheckoutSearch({ startTrial: 'true', success: 'true', canceled: 'yes', other: 'true' })).toEqual({
    startTrial: 'true',
    success: 'true',
  });
});

test('briefing preferences survive a round trip through the form', () => {
  const quiet = { leadMinutes: 90, quietHours: { start: '21:30', end: '06:15' }, digest: true, paused: false };
  expect(toBriefingForm(quiet)).toMatchObject({ lead: '90', unit: 'minutes' });
  expect(toPreferences(toBriefingForm(quiet))).toEqual(quiet);
  const plain = { leadMinutes: 120, quietHours: null, digest: false, paused: true };
  expect(toBriefingForm(plain)).toMatchObject({ lead: '2', unit: 'hours' });
  expect(toPreferences(toBriefingForm(plain))).toEqual(plain);
});
