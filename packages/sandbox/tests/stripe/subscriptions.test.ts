import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  cards,
  customerOnClock,
  daySeconds,
  eventTypes,
  idOf,
  latestInvoice,
  openCheckout,
  refusal,
  type Sandbox,
  startStripe,
  submitCard,
} from '#sandbox/tests/stripe/stripe-client.ts';

const items = [{ price: 'price_research_monthly' }];
const hourSeconds = 3_600;

let sandbox: Sandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await startStripe();
  ({ stripe } = sandbox);
});
afterAll(() => sandbox.close());

describe('on a test clock', () => {
  test("a trial gives 3 days' notice, converts, is charged and renews", async () => {
    const { customer, advanceTo } = await customerOnClock(stripe);
    const { id, ...begun } = await stripe.subscriptions.create({ customer: customer.id, items, trial_period_days: 30 });
    const trialEnd = begun.trial_end ?? 0;
    expect(begun.status).toBe('trialing');

    await advanceTo(trialEnd - 3 * daySeconds - 60, id);
    expect(await eventTypes(stripe, customer.id)).not.toContain('customer.subscription.trial_will_end');
    await advanceTo(trialEnd - 2 * daySeconds, id);
    const [notice] = (await stripe.events.list({ type: 'customer.subscription.trial_will_end' })).data;
    expect(notice).toMatchObject({ created: trialEnd - 3 * daySeconds, data: { object: { id, status: 'trialing' } } });

    const active = await advanceTo(trialEnd + 60, id);
    expect([active.status, latestInvoice(active).status]).toEqual(['active', 'draft']);
    const end = active.items.data[0]?.current_period_end ?? 0;
    expect(active.items.data[0]?.current_period_start).toBe(trialEnd);
    const paid = await advanceTo(trialEnd + 2 * hourSeconds, id);
    expect(latestInvoice(paid)).toMatchObject({
      status: 'paid',
      amount_paid: 1_000,
      attempt_count: 1,
      billing_reason: 'subscription_cycle',
      parent: { type: 'subscription_details', subscription_details: { subscription: id } },
      lines: {
        data: [{ amount: 1_000, description: '1 × Research (at $10.00 / month)', period: { start: trialEnd, end } }],
      },
    });
    const renewed = await advanceTo(end + 2 * hourSeconds, id);
    expect(renewed.items.data[0]?.current_period_start).toBe(end);
    // Each period ends on the trial's day of the month, or on the last day of a shorter month.
    const next = new Date((renewed.items.data[0]?.current_period_end ?? 0) * 1_000);
    const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
    expect(next.getUTCDate()).toBe(Math.min(new Date(trialEnd * 1_000).getUTCDate(), lastDay));
    expect((await stripe.invoices.list({ subscription: id, status: 'paid' })).data.map(({ total }) => total)).toEqual([
      1_000, 1_000, 0,
    ]);
    expect((await eventTypes(stripe, customer.id)).filter((type) => type.endsWith('trial_will_end'))).toHaveLength(1);
  });

  test('a failing card is retried after 3, 5 and 7 days, then the subscription is cancelled', async () => {
    const { customer, advanceTo } = await customerOnClock(stripe, 'pm_card_chargeCustomerFail');
    const { id, trial_end } = await stripe.subscriptions.create({
      customer: customer.id,
      items,
      trial_period_days: 30,
    });
    const charged = (trial_end ?? 0) + hourSeconds;

    const failed = await advanceTo(charged + 60, id);
    expect(failed.status).toBe('past_due');
    expect(latestInvoice(failed)).toMatchObject({
      status: 'open',
      attempt_count: 1,
      next_payment_attempt: charged + 3 * daySeconds,
    });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ delinquent: true });
    const second = await advanceTo(charged + 4 * daySeconds, id);
    expect(latestInvoice(second)).toMatchObject({ attempt_count: 2, next_payment_attempt: charged + 8 * daySeconds });
    const third = await advanceTo(charged + 9 * daySeconds, id);
    expect([third.status, latestInvoice(third).attempt_count]).toEqual(['past_due', 3]);
    const ended = await advanceTo(charged + 16 * daySeconds, id);
    expect(ended).toMatchObject({
      status: 'canceled',
      ended_at: charged + 15 * daySeconds,
      cancellation_details: { reason: 'payment_failed' },
    });
    expect(latestInvoice(ended)).toMatchObject({
      status: 'open',
      attempt_count: 4,
      next_payment_attempt: null,
      auto_advance: false,
    });

    const types = await eventTypes(stripe, customer.id);
    expect(types.filter((type) => type === 'invoice.payment_failed')).toHaveLength(4);
    expect(types.filter((type) => type === 'customer.subscription.deleted')).toHaveLength(1);
    const changes = (await stripe.events.list({ type: 'customer.subscription.updated' })).data.map(({ data }) => data);
    expect(changes).toContainEqual(
      expect.objectContaining({
        object: expect.objectContaining({ id, status: 'past_due' }),
        previous_attributes: { status: 'active' },
      }),
    );
  });

  test('a past due subscription is reactivated by paying with another card', async () => {
    const { customer, advanceTo } = await customerOnClock(stripe, 'pm_card_chargeCustomerFail');
    const { id, trial_end } = await stripe.subscriptions.create({ customer: customer.id, items, trial_period_days: 1 });
    const failed = await advanceTo((trial_end ?? 0) + 2 * hourSeconds, id);
    const invoice = latestInvoice(failed);
    expect(await refusal(stripe.invoices.pay(invoice.id))).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'generic_decline',
    });
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    expect(await stripe.invoices.pay(invoice.id, { payment_method: card.id })).toMatchObject({
      status: 'paid',
      attempt_count: 1,
    });
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ delinquent: false });
    expect((await refusal(stripe.invoices.pay(invoice.id))).message).toBe('Invoice is already paid');
  });

  test('cancel_at_period_end ends a subscription with its period, unless reversed', async () => {
    const { customer, advanceTo } = await customerOnClock(stripe);
    const { id, ...begun } = await stripe.subscriptions.create({ customer: customer.id, items });
    expect(begun.status).toBe('active');
    const end = begun.items.data[0]?.current_period_end ?? 0;
    expect(await stripe.subscriptions.update(id, { cancel_at_period_end: true })).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: end,
      cancellation_details: { reason: 'cancellation_requested' },
    });
    expect(await stripe.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
      cancellation_details: { reason: null },
    });
    const renewed = await advanceTo(end + 2 * hourSeconds, id);
    expect(renewed.status).toBe('active');
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    const later = renewed.items.data[0]?.current_period_end ?? 0;
    const ended = await advanceTo(later + 2 * hourSeconds, id);
    expect(ended).toMatchObject({ status: 'canceled', ended_at: later });
    expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(2);
  });

  test('only one schedule can be attached, and it releases the subscription when the period ends', async () => {
    const { customer, advanceTo } = await customerOnClock(stripe);
    const { id, ...begun } = await stripe.subscriptions.create({ customer: customer.id, items });
    const end = begun.items.data[0]?.current_period_end ?? 0;
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    expect(schedule.current_phase?.end_date).toBe(end);
    const again = await refusal(stripe.subscriptionSchedules.create({ from_subscription: id }));
    expect(again.message).toContain('already attached to a schedule');
    expect(await advanceTo(end + 2 * hourSeconds, id)).toMatchObject({ status: 'active', schedule: null });
    expect((await stripe.subscriptionSchedules.retrieve(schedule.id)).status).toBe('released');
    const late = await refusal(stripe.subscriptionSchedules.release(schedule.id));
    expect(late.message).toContain('currently in the `released` status');
  });

  test('a clock only moves forward, by at most two intervals, and one call at a time', async () => {
    const { clock, customer } = await customerOnClock(stripe);
    await stripe.subscriptions.create({ customer: customer.id, items });
    const advance = ({ id, frozen_time: from }: typeof clock, days: number) =>
      stripe.testHelpers.testClocks.advance(id, { frozen_time: from + days * daySeconds });
    expect((await refusal(advance(clock, -1))).param).toBe('frozen_time');
    expect((await refusal(advance(clock, 70))).message).toContain('two intervals');
    // Concurrent: whichever call comes first blocks the other, but advancing takes only 100 ms. If the other arrives
    // after that, both are repeated on another clock.
    const advanceTwice = async () => {
      const { clock: other } = await customerOnClock(stripe);
      const both = [advance(other, 1), advance(other, 2)];
      const outcomes = await Promise.all(both.map((one) => one.catch((error: unknown) => error)));
      return { from: other.frozen_time, outcomes };
    };
    const isBlocked = (outcome: unknown) =>
      outcome instanceof Error && 'code' in outcome && outcome.code === 'test_clock_advancement_underway';
    let twice = await advanceTwice();
    while (!twice.outcomes.some(isBlocked)) twice = await advanceTwice();
    expect(twice.outcomes.filter((outcome) => !isBlocked(outcome))).toMatchObject([
      { status: 'advancing', frozen_time: twice.from },
    ]);
    expect((await stripe.customers.list({ limit: 100 })).data.map(({ id }) => id)).not.toContain(customer.id);
    expect((await stripe.customers.list({ test_clock: clock.id })).data.map(({ id }) => id)).toEqual([customer.id]);
  });
});

describe('in the lifecycle', () => {
  test('a cancelled trial ends immediately and cannot be changed', async () => {
    const { customer } = await customerOnClock(stripe);
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items, trial_period_days: 30 });
    const ended = await stripe.subscriptions.cancel(id, {
      cancellation_details: { comment: 'Too much', feedback: 'too_expensive' },
    });
    expect(ended).toMatchObject({
      status: 'canceled',
      cancellation_details: { comment: 'Too much', feedback: 'too_expensive', reason: 'cancellation_requested' },
    });
    expect(ended.ended_at).toBe(ended.canceled_at);
    expect((await refusal(stripe.subscriptions.cancel(id))).statusCode).toBe(404);
    expect((await refusal(stripe.subscriptions.update(id, { cancel_at_period_end: true }))).message).toContain(
      'A canceled subscription',
    );
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(0);
    for (const status of ['all', 'canceled', 'ended'] as const)
      expect((await stripe.subscriptions.list({ customer: customer.id, status })).data.map((one) => one.id)).toEqual([
        id,
      ]);
  });

  test('ending a trial early charges immediately', async () => {
    const { customer } = await customerOnClock(stripe);
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items, trial_period_days: 30 });
    const paid = await stripe.subscriptions.update(id, { trial_end: 'now', expand: ['latest_invoice'] });
    expect([paid.status, latestInvoice(paid).status, latestInvoice(paid).amount_paid]).toEqual([
      'active',
      'paid',
      1_000,
    ]);
  });

  test.each([
    ['cancel', 'canceled'],
    ['pause', 'paused'],
    ['create_invoice', 'past_due'],
  ] as const)(
    'a trial that ends without a card and is set to %s becomes %s',
    async (missing_payment_method, status) => {
      const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1_000) });
      const customer = await stripe.customers.create({ test_clock: clock.id });
      const { id } = await stripe.subscriptions.create({
        customer: customer.id,
        items,
        trial_period_days: 5,
        trial_settings: { end_behavior: { missing_payment_method } },
      });
      await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: clock.frozen_time + 6 * daySeconds });
      await expect.poll(async () => (await stripe.testHelpers.testClocks.retrieve(clock.id)).status).toBe('ready');
      expect((await stripe.subscriptions.retrieve(id)).status).toBe(status);
    },
  );

  test('a failed first payment leaves the subscription incomplete or, on request, prevents it', async () => {
    const { customer, clock, advanceTo } = await customerOnClock(stripe, 'pm_card_chargeCustomerFail');
    const begun = await stripe.subscriptions.create({ customer: customer.id, items });
    expect(begun.status).toBe('incomplete');
    const strict = stripe.subscriptions.create({
      customer: customer.id,
      items,
      payment_behavior: 'error_if_incomplete',
    });
    expect((await refusal(strict)).statusCode).toBe(402);
    const expired = await advanceTo(clock.frozen_time + daySeconds, begun.id);
    expect([expired.status, latestInvoice(expired).status]).toEqual(['incomplete_expired', 'void']);
    const { id: nobody } = await stripe.customers.create();
    expect((await refusal(stripe.subscriptions.create({ customer: nobody, items }))).message).toContain(
      'no attached payment source',
    );
  });

  test('a subscription stays unpaid after the last retry if so configured', async () => {
    await using own = await startStripe();
    await own.control('dunning', { finally: 'unpaid' });
    const { customer, advanceTo } = await customerOnClock(own.stripe, 'pm_card_chargeCustomerFail');
    const { id, trial_end } = await own.stripe.subscriptions.create({
      customer: customer.id,
      items,
      trial_period_days: 1,
    });
    const unpaid = await advanceTo((trial_end ?? 0) + 20 * daySeconds, id);
    expect(unpaid.status).toBe('unpaid');
    const later = await advanceTo((trial_end ?? 0) + 40 * daySeconds, id);
    expect(latestInvoice(later)).toMatchObject({ status: 'draft', auto_advance: false });
  });

  test('a price can be changed only without prorations', async () => {
    const product = await stripe.products.create({ name: 'Larger' });
    const larger = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 3_000,
      recurring: { interval: 'month' },
    });
    const { customer } = await customerOnClock(stripe);
    const begun = await stripe.subscriptions.create({ customer: customer.id, items });
    const change = [{ id: begun.items.data[0]?.id ?? '', price: larger.id }];
    expect((await refusal(stripe.subscriptions.update(begun.id, { items: change }))).param).toBe('proration_behavior');
    const changed = await stripe.subscriptions.update(begun.id, { items: change, proration_behavior: 'none' });
    expect(changed.items.data[0]).toMatchObject({ price: { id: larger.id }, plan: { amount: 3_000 } });
  });
});

test("the vendor's clock advances subscriptions without a test clock", async () => {
  await using own = await startStripe();
  const session = await openCheckout(own.stripe);
  await submitCard(session.url ?? '', cards.failsLater, { email: 'ada@example.test' });
  const { subscription } = await own.stripe.checkout.sessions.retrieve(session.id);
  const status = async () => (await own.stripe.subscriptions.retrieve(idOf(subscription))).status;
  const seen = [await status()];
  for (const days of [29, 2, 10, 10]) {
    await own.advance(days);
    seen.push(await status());
  }
  expect(seen).toEqual(['trialing', 'trialing', 'past_due', 'past_due', 'canceled']);
  expect((await own.stripe.subscriptions.retrieve('sub_dana')).status).toBe('active');
});
