import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusal, startStripe } from '#sandbox/tests/stripe/stripe-client.ts';
import { readKeys } from '#tests/contract/settings.ts';

type Session = { stripe: Stripe; clientWith(key: string): Stripe; close(): Promise<void> };
type Target = { name: string; open: () => Promise<Session> };

const keys = readKeys('CONTRACT_STRIPE_SECRET_KEY');
if (keys && !keys.CONTRACT_STRIPE_SECRET_KEY.startsWith('sk_test_')) {
  throw new Error('CONTRACT_STRIPE_SECRET_KEY must be a test-mode key (sk_test_...).');
}

const sandbox: Target = {
  name: 'sandbox',
  open: async () => {
    const { stripe, url, close } = await startStripe();
    const { hostname: host, port } = new URL(url);
    const clientWith = (key: string) => new Stripe(key, { host, port, protocol: 'http', maxNetworkRetries: 0 });
    return { stripe, clientWith, close };
  },
};
const real: Target[] = keys
  ? [
      {
        name: 'Stripe',
        open: async () => {
          const clientWith = (key: string) => new Stripe(key, { maxNetworkRetries: 0 });
          return { stripe: clientWith(keys.CONTRACT_STRIPE_SECRET_KEY), clientWith, close: async () => {} };
        },
      },
    ]
  : [];

/** Test mode only. Deleting the test clock deletes everything attached to it; the product is archived. */
describe.each([sandbox, ...real])('Stripe, $name', ({ open }) => {
  let session: Session;
  let stripe: Stripe;
  let clock: Stripe.TestHelpers.TestClock;
  let customer: Stripe.Customer;
  let product: Stripe.Product;
  let price: Stripe.Price;

  beforeAll(async () => {
    session = await open();
    ({ stripe } = session);
    clock = await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) });
    product = await stripe.products.create({ name: 'Contract' });
    const recurring = { interval: 'month' } as const;
    price = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 2_900, recurring });
    customer = await stripe.customers.create({ email: 'contract@example.test', test_clock: clock.id });
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
  });
  afterAll(async () => {
    await stripe.testHelpers.testClocks.del(clock.id);
    await stripe.products.update(product.id, { active: false });
    await session.close();
  });

  test('bills a subscription after its trial, schedules its end, and cancels it', async () => {
    const trialing = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      trial_period_days: 30,
    });
    expect(trialing).toMatchObject({ status: 'trialing', cancel_at_period_end: false });
    expect(trialing.items.data[0]?.current_period_end).toBe(trialing.trial_end);

    const active = await advanceTo((trialing.trial_end ?? 0) + 7_200, trialing.id);
    expect(active.status).toBe('active');
    const invoices = await stripe.invoices.list({ subscription: trialing.id });
    expect(invoices.data.map(({ amount_paid: paid }) => paid)).toContain(2_900);
    expect(invoices.data[0]?.parent?.subscription_details?.subscription).toBe(trialing.id);

    const ending = await stripe.subscriptions.update(trialing.id, { cancel_at_period_end: true });
    expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: true });
    await stripe.subscriptions.update(trialing.id, { cancel_at_period_end: false });
    const ended = await stripe.subscriptions.cancel(trialing.id);
    expect(ended).toMatchObject({ status: 'canceled', ended_at: expect.any(Number) });
  });

  test('requires releasing a schedule before cancelling later, but not before cancelling immediately', async () => {
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    expect(schedule).toMatchObject({ status: 'active', subscription: id, end_behavior: 'release' });
    expect((await stripe.subscriptions.retrieve(id)).schedule).toBe(schedule.id);
    for (const end of [{ cancel_at_period_end: true }, { cancel_at: clock.frozen_time + 40 * 86_400 }])
      expect(await refusal(stripe.subscriptions.update(id, end))).toMatchObject({
        type: 'StripeInvalidRequestError',
        statusCode: 400,
        message: `The subscription is managed by the subscription schedule \`${schedule.id}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
      });
    expect(await stripe.subscriptionSchedules.release(schedule.id)).toMatchObject({
      status: 'released',
      subscription: null,
      released_subscription: id,
    });
    const ending = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(ending).toMatchObject({ schedule: null, cancel_at_period_end: true });

    const other = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
    const second = await stripe.subscriptionSchedules.create({ from_subscription: other.id });
    expect(await stripe.subscriptions.cancel(other.id)).toMatchObject({ status: 'canceled' });
    expect(await stripe.subscriptionSchedules.retrieve(second.id)).toMatchObject({ status: 'canceled' });
  });

  test('charges the amount in the chosen currency, which a price lists only if expanded', async () => {
    const recurring = { interval: 'month' } as const;
    const options = { jpy: { unit_amount: 3_000 } };
    const both = { product: product.id, currency: 'usd', unit_amount: 2_000, currency_options: options, recurring };
    const { id } = await stripe.prices.create(both);
    const payer = await stripe.customers.create({ email: 'yen@example.test', test_clock: clock.id });
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: payer.id });
    const { items, ...subscription } = await stripe.subscriptions.create({
      customer: payer.id,
      items: [{ price: id }],
      currency: 'jpy',
      default_payment_method: card.id,
      expand: ['latest_invoice'],
    });
    const foreign = stripe.subscriptions.create({ customer: payer.id, items: [{ price: id }], currency: 'eur' });
    expect(await refusal(foreign)).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
    expect(subscription).toMatchObject({ currency: 'jpy', latest_invoice: { currency: 'jpy', amount_due: 3_000 } });
    expect(items.data[0]?.price).toMatchObject({ currency: 'usd', unit_amount: 2_000 });
    expect(items.data[0]?.price).not.toHaveProperty('currency_options');
    const expanded = await stripe.prices.retrieve(id, { expand: ['currency_options'] });
    expect(expanded.currency_options).toMatchObject({ usd: { unit_amount: 2_000 }, jpy: { unit_amount: 3_000 } });
  });

  test('replays the response for a repeated idempotency key, or fails if the parameters differ', async () => {
    const idempotencyKey = randomUUID();
    const create = (name: string) => stripe.customers.create({ name, test_clock: clock.id }, { idempotencyKey });
    const first = await create('Ann');
    const replayed = await create('Ann');
    expect(replayed.id).toBe(first.id);
    expect(replayed.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(await refusal(create('Ben'))).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  test('opens a Checkout Session with its own page and no subscription yet', async () => {
    const params: Stripe.Checkout.SessionCreateParams = {
      mode: 'subscription',
      line_items: [{ price: price.id, quantity: 1 }],
      payment_method_collection: 'always',
      adaptive_pricing: { enabled: false },
      allowed_payment_method_types: ['card', 'link'],
      subscription_data: { trial_period_days: 30 },
      success_url: 'https://example.test/done',
      cancel_url: 'https://example.test/back',
    };
    const checkout = await stripe.checkout.sessions.create(params);
    expect(checkout).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      subscription: null,
      mode: 'subscription',
    });
    expect(checkout.adaptive_pricing).toEqual({ enabled: false });
    expect(checkout.payment_method_types).toContain('card');
    expect(['card', 'link']).toEqual(expect.arrayContaining(checkout.payment_method_types));
    expect(checkout.url).toMatch(/^https?:\/\/.+\/c\/pay\/cs_test_/);
    expect(await stripe.checkout.sessions.expire(checkout.id)).toMatchObject({ status: 'expired', url: null });
    const former = stripe.rawRequest('POST', '/v1/checkout/sessions', { ...params, payment_method_types: ['card'] });
    expect(await refusal(former)).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
  });

  test('reports a declined card as StripeCardError', async () => {
    const declined = await refusal(stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: customer.id }));
    expect(declined).toMatchObject({ type: 'StripeCardError', code: 'card_declined', statusCode: 402 });
  });

  test('reports missing objects, unknown parameters and wrong keys', async () => {
    expect(await refusal(stripe.customers.retrieve('cus_none'))).toMatchObject({
      code: 'resource_missing',
      statusCode: 404,
    });
    const wrong = stripe.rawRequest('POST', '/v1/customers', { unheard_of: 'x' });
    expect(await refusal(wrong)).toMatchObject({ code: 'parameter_unknown', param: 'unheard_of', statusCode: 400 });
    const stranger = session.clientWith('sk_test_wrong').customers.list();
    expect(await refusal(stranger)).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 });
  });

  test('lists events newest first', async () => {
    const { data } = await stripe.events.list({ type: 'customer.created', limit: 5 });
    const times = data.map(({ created }) => created);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(data[0]).toMatchObject({
      object: 'event',
      type: 'customer.created',
      data: { object: { object: 'customer' } },
    });
  });

  async function advanceTo(frozenTime: number, subscription: string): Promise<Stripe.Subscription> {
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: frozenTime });
    for (;;) {
      const { status } = await stripe.testHelpers.testClocks.retrieve(clock.id);
      if (status === 'ready') return stripe.subscriptions.retrieve(subscription);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
});
