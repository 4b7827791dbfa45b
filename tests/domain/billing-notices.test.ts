import { describe, expect, test } from 'vitest';
import type { BilledSubscription, Invoice } from '#domain/billing.ts';
import { decidingSubscription } from '#domain/billing.ts';
import { billingNotices, nextTrialNoticeAt } from '#domain/billing-notices.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

const subscription = (change: Partial<BilledSubscription> = {}): BilledSubscription => ({
  subscriptionId: 'sub_1',
  customerId: 'cus_1',
  status: 'trialing',
  plan: 'Research',
  researchLimit: 60,
  meetingLimit: 60,
  createdAt: inDays(-20),
  trialEndsAt: inDays(10),
  currentPeriodStart: inDays(-20),
  currentPeriodEnd: inDays(10),
  cancelAtPeriodEnd: false,
  canceledAt: null,
  endedAt: null,
  amountCents: 1000,
  currency: 'usd',
  ...change,
});
const invoice = (change: Partial<Invoice> = {}): Invoice => ({
  invoiceId: 'in_1',
  status: 'paid',
  amountDueCents: 1000,
  amountPaidCents: 1000,
  currency: 'usd',
  createdAt: inDays(-1),
  paidAt: inDays(-1),
  attempts: 1,
  nextAttemptAt: null,
  ...change,
});
const keys = (of: BilledSubscription | null, invoices: Invoice[] = []) =>
  billingNotices(of, invoices, NOW).map(({ key }) =>
    key
      .split(':')
      .filter((part) => !/^\d{6,}$/.test(part))
      .join(':'),
  );

describe('trial reminders', () => {
  test.each([
    [8, []],
    [7, ['trial-ending:sub_1:7']],
    [2, ['trial-ending:sub_1:7']],
    [1, ['trial-ending:sub_1:1']],
    [0.1, ['trial-ending:sub_1:1']],
    [0, []],
  ])('%d days before the trial ends are %j', (days, expected) => {
    expect(keys(subscription({ trialEndsAt: inDays(days) }))).toEqual(expected);
  });

  test('are not sent for a cancelled trial or once the trial is over', () => {
    expect(keys(subscription({ trialEndsAt: inDays(3), cancelAtPeriodEnd: true }))).toEqual([]);
    expect(keys(subscription({ trialEndsAt: inDays(3), status: 'active' }))).toEqual([]);
  });

  test('are checked again when the next one is due', () => {
    const at = (days: number) => nextTrialNoticeAt(subscription({ trialEndsAt: inDays(days) }), NOW);
    expect([at(10), at(7), at(3), at(1), at(0.5)]).toEqual([inDays(3), inDays(6), inDays(2), null, null]);
    expect(nextTrialNoticeAt(subscription({ status: 'active' }), NOW)).toBeNull();
  });
});

describe('invoice emails', () => {
  test('are sent for a paid invoice only if its amount was above zero', () => {
    expect(keys(null, [invoice()])).toEqual(['receipt:in_1']);
    expect(keys(null, [invoice({ amountPaidCents: 0 })])).toEqual([]);
  });

  test('report each failed payment attempt under its own key', () => {
    const open = { status: 'open', paidAt: null, amountPaidCents: 0 };
    expect(keys(null, [invoice({ ...open, attempts: 1 })])).toEqual(['payment-failed:in_1:1']);
    expect(keys(null, [invoice({ ...open, attempts: 2 })])).toEqual(['payment-failed:in_1:2']);
    expect(keys(null, [invoice({ ...open, attempts: 0 })])).toEqual([]);
  });

  test('skip old invoices unless an unpaid one affects the current subscription', () => {
    expect(keys(null, [invoice({ paidAt: inDays(-8) })])).toEqual([]);
    const old = invoice({ status: 'open', paidAt: null, amountPaidCents: 0, createdAt: inDays(-15), attempts: 4 });
    expect(keys(null, [old])).toEqual([]);
    expect(keys(subscription({ status: 'canceled' }), [old])).toEqual([]);
    for (const status of ['past_due', 'unpaid'])
      expect(keys(subscription({ status, trialEndsAt: null }), [old])).toEqual(['payment-failed:in_1:4']);
  });
});

describe('cancellation emails', () => {
  const ended = { status: 'canceled', canceledAt: inDays(-1), endedAt: inDays(-1) };
  test('are sent once for a trial or plan, not again at its end', () => {
    expect(billingNotices(subscription(ended), [], NOW)).toMatchObject([{ isTrial: true, isOver: true }]);
    const paid = { status: 'active', trialEndsAt: inDays(-15), cancelAtPeriodEnd: true, canceledAt: inDays(-1) };
    const [announced] = billingNotices(subscription(paid), [], NOW);
    expect(announced).toMatchObject({ isTrial: false, isOver: false, endsAt: inDays(10) });
    const [over] = billingNotices(subscription({ ...paid, status: 'canceled', endedAt: NOW }), [], NOW);
    expect(over?.key).toBe(announced?.key);
  });
});

test('a subscription that grants access decides, otherwise a live one, otherwise one that has ended', () => {
  const old = subscription({ subscriptionId: 'old', status: 'active', createdAt: inDays(-90) });
  const ended = subscription({ subscriptionId: 'ended', status: 'canceled', createdAt: inDays(-1) });
  const unpaid = subscription({ subscriptionId: 'unpaid', status: 'unpaid', createdAt: inDays(-50) });
  const winner = (...all: BilledSubscription[]) => decidingSubscription(all)?.subscriptionId;
  expect([winner(ended, old), winner(ended, unpaid), winner(ended), winner()]).toEqual([
    'old',
    'unpaid',
    'ended',
    undefined,
  ]);
});
