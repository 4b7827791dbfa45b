import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, refusal, type Sandbox, startStripe } from '#sandbox/tests/stripe/stripe-client.ts';

let sandbox: Sandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await startStripe();
  ({ stripe } = sandbox);
});
afterAll(() => sandbox.close());

describe('lists', () => {
  test('page newest first in both directions and auto-paginate', async () => {
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.unshift((await stripe.customers.create({ email: 'page@example.test' })).id);
    const list = (params: Stripe.CustomerListParams) =>
      stripe.customers.list({ email: 'page@example.test', ...params });
    const ids = ({ data }: Stripe.ApiList<Stripe.Customer>) => data.map(({ id }) => id);

    const first = await list({ limit: 2 });
    expect(first).toMatchObject({ object: 'list', url: '/v1/customers', has_more: true });
    expect(ids(first)).toEqual(made.slice(0, 2));
    const second = await list({ limit: 2, starting_after: made[1] ?? '' });
    expect([ids(second), second.has_more]).toEqual([made.slice(2, 4), true]);
    const last = await list({ limit: 2, starting_after: made[3] ?? '' });
    expect([ids(last), last.has_more]).toEqual([made.slice(4), false]);
    const back = await list({ limit: 2, ending_before: made[3] ?? '' });
    expect([ids(back), back.has_more]).toEqual([made.slice(1, 3), true]);
    expect((await list({ limit: 2 }).autoPagingToArray({ limit: 100 })).map(({ id }) => id)).toEqual(made);
  });

  test('reject an invalid limit or an unknown cursor', async () => {
    for (const limit of [0, 101]) expect((await refusal(stripe.customers.list({ limit }))).param).toBe('limit');
    expect(await refusal(stripe.prices.list({ starting_after: 'price_none' }))).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'starting_after',
    });
  });

  test('filter by creation time, exact or in a range', async () => {
    const { created } = await stripe.subscriptions.retrieve('sub_dana');
    const count = async (range: Stripe.RangeQueryParam | number) =>
      (await stripe.events.list({ created: range, types: ['customer.subscription.created'] })).data.length;
    expect(await count(created)).toBe(1);
    expect(await count({ gt: created })).toBe(0);
    expect(await count({ gte: created, lt: created + 1 })).toBe(1);
  });
});

describe('the expand parameter', () => {
  test('resolves ids, lists, nested fields and omitted fields', async () => {
    const subscription = await stripe.subscriptions.retrieve('sub_dana', {
      expand: [
        'customer.invoice_settings.default_payment_method',
        'latest_invoice.payments',
        'items.data.price.product',
      ],
    });
    expect(subscription).toMatchObject({
      customer: {
        email: 'dana@harborline.test',
        invoice_settings: { default_payment_method: { card: { last4: '4242' } } },
      },
      latest_invoice: { status: 'paid', payments: { object: 'list', data: [] } },
    });
    expect(subscription.items.data[0]?.price.product).toMatchObject({ name: 'Research' });
    const { data } = await stripe.invoices.list({
      customer: 'cus_dana',
      expand: ['data.parent.subscription_details.subscription'],
    });
    expect(data[0]?.parent?.subscription_details?.subscription).toMatchObject({ id: 'sub_dana', status: 'trialing' });
    const customer = await stripe.customers.retrieve('cus_dana', { expand: ['subscriptions'] });
    expect(customer).toMatchObject({ subscriptions: { data: [{ id: 'sub_dana' }] } });
  });

  test('is optional and rejects paths that cannot be expanded', async () => {
    const subscription = await stripe.subscriptions.retrieve('sub_dana');
    expect([subscription.customer, subscription.latest_invoice]).toEqual(['cus_dana', 'in_dana']);
    for (const path of ['status', 'nothing', 'data.customer', 'customer.id'])
      expect((await refusal(stripe.subscriptions.retrieve('sub_dana', { expand: [path] }))).message).toContain(
        'cannot be expanded',
      );
  });
});

describe('in the catalog', () => {
  test('the monthly price is listed first, with its amount, limits and product', async () => {
    const { data } = await stripe.prices.list({ active: true, type: 'recurring', expand: ['data.product'] });
    expect(data[0]).toMatchObject({
      id: 'price_research_monthly',
      unit_amount: 1_000,
      currency: 'usd',
      recurring: { interval: 'month', interval_count: 1 },
      metadata: { meetingLimit: '60', researchLimit: '60', planType: 'paid' },
      product: { id: 'prod_research', name: 'Research' },
    });
    expect(data[0]?.unit_amount_decimal?.toString()).toBe('1000');
    expect(data.map(({ id }) => id)).toEqual(['price_research_monthly', 'price_research_yearly']);
  });

  test('products can be created, changed and, if they have no prices, deleted', async () => {
    const product = await stripe.products.create({ name: 'Team', metadata: { tier: 'team', old: 'x' } });
    const price = await stripe.prices.create({
      product: product.id,
      currency: 'EUR',
      unit_amount: 2_500,
      recurring: { interval: 'year' },
    });
    expect(price).toMatchObject({ currency: 'eur', type: 'recurring', active: true });
    const changed = await stripe.products.update(product.id, {
      metadata: { old: '', new: 'y' },
      default_price: price.id,
      active: false,
    });
    expect(changed).toMatchObject({ metadata: { tier: 'team', new: 'y' }, default_price: price.id, active: false });
    expect((await refusal(stripe.products.del(product.id))).message).toContain('one or more user-created prices');
    const bare = await stripe.products.create({ name: 'Bare' });
    expect(await stripe.products.del(bare.id)).toMatchObject({ id: bare.id, deleted: true });
    expect((await refusal(stripe.products.retrieve(bare.id))).statusCode).toBe(404);
  });
});

describe('customers', () => {
  test('can be created and changed, and are not found by email in another case', async () => {
    const customer = await stripe.customers.create({
      email: 'Ada.Quinn@example.test',
      name: 'Ada',
      metadata: { userId: 'u1' },
    });
    expect(customer.id).toMatch(/^cus_\w{14}$/);
    expect((await stripe.customers.list({ email: 'ada.quinn@example.test' })).data).toHaveLength(0);
    const changed = await stripe.customers.update(customer.id, { name: '', metadata: { plan: 'a' } });
    expect(changed).toMatchObject({ name: null, metadata: { userId: 'u1', plan: 'a' } });
  });

  test('can be deleted, which cancels their subscriptions and leaves a deleted record', async () => {
    const customer = await stripe.customers.create({ email: 'gone@example.test', payment_method: 'pm_card_visa' });
    const [card] = (await stripe.customers.listPaymentMethods(customer.id)).data;
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: 'price_research_monthly' }],
      default_payment_method: card?.id ?? '',
    });
    expect(await stripe.customers.del(customer.id)).toMatchObject({ deleted: true });
    expect(await stripe.customers.retrieve(customer.id)).toEqual({
      id: customer.id,
      object: 'customer',
      deleted: true,
    });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
    expect((await refusal(stripe.customers.update(customer.id, { name: 'B' }))).statusCode).toBe(404);
  });

  test('can have cards attached, made default and detached', async () => {
    const customer = await stripe.customers.create({ email: 'card@example.test' });
    const method = await stripe.paymentMethods.attach('pm_card_mastercard', { customer: customer.id });
    expect(method).toMatchObject({ customer: customer.id, card: { brand: 'mastercard', last4: '4444' } });
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
    await stripe.paymentMethods.detach(method.id);
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({
      invoice_settings: { default_payment_method: null },
    });
  });
});

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline'],
  ['4000000000009995', 'card_declined', 'insufficient_funds'],
  ['4000000000009987', 'card_declined', 'lost_card'],
  ['4000000000000069', 'expired_card', undefined],
  ['4000000000000127', 'incorrect_cvc', undefined],
  ['4242424242424241', 'incorrect_number', undefined],
  ['4111111111111111', 'card_declined', 'test_mode_live_card'],
])('card %s is rejected with %s', async (number, code, declineCode) => {
  const customer = await stripe.customers.create();
  const attach = async () => {
    const method = await stripe.paymentMethods.create({
      type: 'card',
      card: { number, exp_month: 12, exp_year: 2034, cvc: '123' },
    });
    await stripe.paymentMethods.attach(method.id, { customer: customer.id });
  };
  const error = await refusal(attach());
  expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
  expect([error.code, error.decline_code || undefined]).toEqual([code, declineCode]);
});

test('indexed form items are ordered by index, not by position', async () => {
  const form =
    'items[1][price]=price_research_monthly&items[0][price]=price_research_monthly&items[0][quantity]=2&customer=cus_dana&trial_period_days=5';
  const { body } = await call(sandbox.url, { method: 'POST', path: '/v1/subscriptions', form });
  expect(body['items'].data.map(({ quantity }: { quantity: number }) => quantity)).toEqual([2, 1]);
});
