import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  cards,
  eventTypes,
  idOf,
  openCheckout,
  refusal,
  type Sandbox,
  startStripe,
  submitCard,
} from '#sandbox/tests/stripe/stripe-client.ts';

let sandbox: Sandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await startStripe();
  ({ stripe } = sandbox);
});
afterAll(() => sandbox.close());

describe('the session', () => {
  test('opens unpaid for a day, with the URL of its payment page', async () => {
    const session = await openCheckout(stripe, { client_reference_id: 'user-1', metadata: { userId: 'user-1' } });
    expect(session.id).toMatch(/^cs_test_/);
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      mode: 'subscription',
      amount_total: 0,
      client_reference_id: 'user-1',
      metadata: { userId: 'user-1' },
      payment_method_collection: 'always',
      subscription: null,
    });
    expect(session.url).toBe(`${sandbox.url}/c/pay/${session.id}`);
    expect(session.expires_at - session.created).toBe(86_400);
    const { line_items } = await stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items'] });
    expect(line_items?.data[0]).toMatchObject({
      object: 'item',
      description: 'Research',
      amount_total: 1_000,
      quantity: 1,
    });
  });

  test.each<[string, Partial<Stripe.Checkout.SessionCreateParams>, string]>([
    ['an unknown price', { line_items: [{ price: 'price_none' }] }, 'line_items[0][price]'],
    ['an unknown customer', { customer: 'cus_none' }, 'customer'],
    ['a zero-day trial', { subscription_data: { trial_period_days: 0 } }, 'subscription_data[trial_period_days]'],
    ['an expiry too soon', { expires_at: Math.floor(Date.now() / 1_000) + 60 }, 'expires_at'],
    ['a relative URL', { success_url: '/app' }, 'success_url'],
    ['no line items', { line_items: [] }, 'line_items'],
  ])('is rejected with %s', async (_title, extra, param) => {
    expect(await refusal(openCheckout(stripe, extra))).toMatchObject({ statusCode: 400, param });
  });

  test('can be expired early and expires after a day', async () => {
    const early = await openCheckout(stripe);
    expect(await stripe.checkout.sessions.expire(early.id)).toMatchObject({ status: 'expired', url: null });
    expect((await refusal(stripe.checkout.sessions.expire(early.id))).message).toContain('status of `expired`');

    await using later = await startStripe();
    const session = await openCheckout(later.stripe);
    await later.advance(1.01);
    expect((await later.stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
    const page = await submitCard(session.url ?? '', cards.good, { email: 'ada@example.test' });
    expect(page.text).toContain('may have expired');
    expect((await later.stripe.events.list({ type: 'checkout.session.expired' })).data).toHaveLength(1);
  });
});

describe('the page', () => {
  test('shows the plan, price, amount due, card form and cancel link', async () => {
    const { url } = await openCheckout(stripe);
    const text = await (await fetch(url ?? '')).text();
    expect(text).toContain('Research');
    expect(text).toContain('30 days free, then $10.00 per month');
    expect(text).toContain('Total due today');
    expect(text).toContain('href="http://localhost:3000/pricing?canceled=true"');
    for (const field of ['email', 'cardNumber', 'cardExpiry', 'cardCvc', 'billingName'])
      expect(text).toContain(`name="${field}"`);
    expect((await fetch(`${sandbox.url}/c/pay/cs_test_none`)).status).toBe(404);
  });

  test('starts the trial for a valid card and redirects with the session id', async () => {
    const session = await openCheckout(stripe, {
      subscription_data: { trial_period_days: 30, metadata: { userId: 'user-2' } },
    });
    const { status, location } = await submitCard(session.url ?? '', cards.good, { email: 'new@example.test' });
    expect([status, location]).toEqual([303, `http://localhost:3000/app?session=${session.id}`]);

    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription', 'customer'] });
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'no_payment_required',
      url: null,
      customer_details: { email: 'new@example.test', name: 'Ada Quinn' },
      customer: { email: 'new@example.test' },
    });
    const { subscription } = done;
    if (typeof subscription !== 'object' || subscription === null) throw new Error('no subscription');
    expect(subscription).toMatchObject({
      status: 'trialing',
      metadata: { userId: 'user-2' },
      cancel_at_period_end: false,
    });
    expect((subscription.trial_end ?? 0) - (subscription.trial_start ?? 0)).toBe(30 * 86_400);
    expect(subscription.items.data[0]).toMatchObject({
      current_period_end: subscription.trial_end,
      price: { id: 'price_research_monthly' },
    });
    expect(await eventTypes(stripe, idOf(subscription.customer))).toEqual([
      'customer.created',
      'payment_method.attached',
      'setup_intent.created',
      'setup_intent.succeeded',
      'invoice.created',
      'invoice.finalized',
      'invoice.updated',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.created',
      'checkout.session.completed',
    ]);
  });

  test('starts one subscription for concurrent submissions', async () => {
    const customer = await stripe.customers.create({ email: 'twice@example.test' });
    const session = await openCheckout(stripe, { customer: customer.id });
    const pages = await Promise.all([1, 2, 3].map(() => submitCard(session.url ?? '', cards.good)));
    expect(pages.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(1);
  });

  test('shows an error for a declined card, which can be replaced', async () => {
    const customer = await stripe.customers.create({ email: 'retry@example.test' });
    const session = await openCheckout(stripe, { customer: customer.id });
    const declined = await submitCard(session.url ?? '', cards.declined);
    expect(declined.status).toBe(402);
    expect(declined.text).toContain('<p class="notice" role="alert">Your card was declined.</p>');
    expect(declined.text).toContain('value="4000 0000 0000 0002"');
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toHaveLength(0);
    expect((await submitCard(session.url ?? '', cards.good)).status).toBe(303);
  });

  test.each([
    [{ cardNumber: '4242 4242 4242 4241' }, 'Your card number is incorrect.'],
    [{ cardExpiry: '12 / 20' }, 'expiration year is invalid'],
    [{ cardExpiry: 'soon' }, 'expiration month is invalid'],
    [{ cardCvc: '12' }, 'security code is invalid'],
    [{ email: 'nobody' }, 'Your email address is incomplete.'],
    [{ billingName: ' ' }, 'Enter the name on your card.'],
  ])('shows an error for invalid input: %j', async (fields, message) => {
    const { url } = await openCheckout(stripe);
    const { text } = await submitCard(url ?? '', cards.good, { email: 'ada@example.test', ...fields });
    expect(text.replaceAll('&#39;', "'")).toContain(message);
  });

  test('charges the card immediately without a trial, or shows that it was declined', async () => {
    const paying = { subscription_data: {} };
    const good = await openCheckout(stripe, paying);
    expect(good.amount_total).toBe(1_000);
    await submitCard(good.url ?? '', cards.good, { email: 'now@example.test' });
    const done = await stripe.checkout.sessions.retrieve(good.id, { expand: ['subscription.latest_invoice'] });
    expect(done).toMatchObject({
      payment_status: 'paid',
      subscription: { status: 'active', latest_invoice: { status: 'paid', amount_paid: 1_000 } },
    });

    const bad = await openCheckout(stripe, paying);
    const failed = await submitCard(bad.url ?? '', cards.failsLater, { email: 'later@example.test' });
    expect(failed.text).toContain('Your card was declined.');
    expect((await stripe.customers.list({ email: 'later@example.test' })).data).toHaveLength(0);
  });
});
