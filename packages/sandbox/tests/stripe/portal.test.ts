import type { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cards, type Sandbox, startStripe, submitCard } from '#sandbox/tests/stripe/stripe-client.ts';

let sandbox: Sandbox;
let stripe: Stripe;
beforeEach(async () => {
  sandbox = await startStripe();
  ({ stripe } = sandbox);
});
afterEach(() => sandbox.close());

const returnUrl = 'http://localhost:3000/app/settings';

test('the portal shows subscription, card, invoices and a return link', async () => {
  const text = await read(await openPortal());
  expect(text).toContain('Research');
  expect(text).toContain('$10.00 per month');
  expect(text).toContain('Your free trial ends on');
  expect(text).toContain('Visa •••• 4242');
  expect(text).toContain('Trial period for Research');
  expect(text).toContain(`href="${returnUrl}"`);
});

test('cancelling sets only cancel_at in flexible billing mode and is reversible', async () => {
  const portal = await openPortal();
  const page = await read(`${portal}/subscriptions/sub_dana/cancel`);
  expect(page).toContain('stays available until');
  const answer = await post(`${portal}/subscriptions/sub_dana/cancel`, { feedback: 'too_expensive' });
  expect(answer.status).toBe(303);
  const cancelled = await stripe.subscriptions.retrieve('sub_dana');
  expect(cancelled).toMatchObject({
    status: 'trialing',
    cancel_at_period_end: false,
    cancel_at: cancelled.trial_end,
    cancellation_details: { feedback: 'too_expensive', reason: 'cancellation_requested' },
  });
  expect(await read(portal)).toContain('Don&#39;t cancel subscription');

  await post(`${portal}/subscriptions/sub_dana/resume`, {});
  expect(await stripe.subscriptions.retrieve('sub_dana')).toMatchObject({ cancel_at: null, canceled_at: null });
  const events = await stripe.events.list({ type: 'customer.subscription.updated' });
  expect(events.data).toHaveLength(2);
});

test('cancelling sets cancel_at_period_end in classic billing mode', async () => {
  const { id } = await stripe.subscriptions.create({
    customer: 'cus_dana',
    items: [{ price: 'price_research_monthly' }],
    billing_mode: { type: 'classic' },
  });
  await post(`${await openPortal()}/subscriptions/${id}/cancel`, {});
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at_period_end: true });
});

test('a trial continues after a switch to a configured price, and other prices are ignored', async () => {
  const portal = await openPortal();
  expect(await read(portal)).toContain('Update subscription');
  const page = await read(`${portal}/subscriptions/sub_dana/update`);
  expect(page).toContain('Research, $100.00 per year');
  expect(page).toContain('Your free trial continues until');
  const before = await stripe.subscriptions.retrieve('sub_dana');
  for (const price of ['price_research_monthly', 'price_none', '']) {
    expect((await post(`${portal}/subscriptions/sub_dana/update`, { price })).status).toBe(303);
  }
  expect((await stripe.subscriptions.retrieve('sub_dana')).items.data[0]?.price.id).toBe('price_research_monthly');
  await post(`${portal}/subscriptions/sub_dana/update`, { price: 'price_research_yearly' });
  const changed = await stripe.subscriptions.retrieve('sub_dana');
  expect(changed).toMatchObject({ status: 'trialing', trial_end: before.trial_end });
  expect(changed.items.data[0]?.price.id).toBe('price_research_yearly');
  expect(await read(portal)).toContain('$100.00 per year');
});

test('switching a paid plan to another interval starts a new period and charges immediately', async () => {
  await stripe.subscriptions.update('sub_dana', { trial_end: 'now' });
  const portal = await openPortal();
  await post(`${portal}/subscriptions/sub_dana/update`, { price: 'price_research_yearly' });
  const { status, items } = await stripe.subscriptions.retrieve('sub_dana');
  const [item] = items.data;
  const days = ((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)) / 86_400;
  expect([status, item?.price.id, [365, 366].includes(days)]).toEqual(['active', 'price_research_yearly', true]);
  const { data } = await stripe.invoices.list({ customer: 'cus_dana' });
  expect(data.map(({ status, amount_paid }) => [status, amount_paid])).toEqual([
    ['paid', 10_000],
    ['paid', 1_000],
    ['paid', 0],
  ]);
  await post(`${portal}/subscriptions/sub_dana/cancel`, {});
  expect(await read(portal)).not.toContain('Update subscription');
});

test('a new card becomes the default, and a declined one shows an error', async () => {
  const portal = await openPortal();
  const declined = await submitCard(`${portal}/payment-method`, cards.declined);
  expect([declined.status, declined.text.includes('Your card was declined.')]).toEqual([402, true]);
  expect((await submitCard(`${portal}/payment-method`, '5555 5555 5555 4444')).status).toBe(303);
  expect(await read(portal)).toContain('Mastercard •••• 4444');
  const subscription = await stripe.subscriptions.retrieve('sub_dana', {
    expand: ['default_payment_method', 'customer'],
  });
  expect(subscription.default_payment_method).toMatchObject({ card: { last4: '4444' } });
});

test('after a failed payment the open invoice can be paid with a new card', async () => {
  const portal = await openPortal();
  await submitCard(`${portal}/payment-method`, cards.failsLater);
  await sandbox.advance(19);
  expect((await stripe.subscriptions.retrieve('sub_dana')).status).toBe('past_due');
  expect(await read(portal)).toContain('Past due');
  const [open] = (await stripe.invoices.list({ customer: 'cus_dana', status: 'open' })).data;
  const page = open?.hosted_invoice_url ?? '';
  const failed = await post(page, {});
  expect([failed.status, (await failed.text()).includes('Your card was declined.')]).toEqual([402, true]);
  expect((await submitCard(page, cards.good)).status).toBe(303);
  expect(await read(page)).toContain('Paid on');
  expect((await stripe.subscriptions.retrieve('sub_dana')).status).toBe('active');
});

test('a flow opens its page and redirects when complete', async () => {
  const { url } = await stripe.billingPortal.sessions.create({
    customer: 'cus_dana',
    return_url: returnUrl,
    flow_data: {
      type: 'subscription_cancel',
      subscription_cancel: { subscription: 'sub_dana' },
      after_completion: { type: 'redirect', redirect: { return_url: `${returnUrl}?done=1` } },
    },
  });
  expect(await read(url)).toContain('Confirm cancellation');
  const answer = await post(`${url}/subscriptions/sub_dana/cancel`, {});
  expect(answer.headers.get('location')).toBe(`${returnUrl}?done=1`);
});

test("the portal rejects another customer's subscription and an unknown link", async () => {
  const customer = await stripe.customers.create({ email: 'other@example.test' });
  const { url } = await stripe.billingPortal.sessions.create({ customer: customer.id, return_url: returnUrl });
  await post(`${url}/subscriptions/sub_dana/cancel`, {});
  expect((await stripe.subscriptions.retrieve('sub_dana')).cancel_at).toBeNull();
  const unknown = await fetch(`${sandbox.url}/p/session/test_none`);
  expect([unknown.status, (await unknown.text()).includes('This link has expired')]).toEqual([404, true]);
});

async function openPortal(): Promise<string> {
  const { url } = await stripe.billingPortal.sessions.create({ customer: 'cus_dana', return_url: returnUrl });
  return url;
}

async function read(url: string): Promise<string> {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  return answer.text();
}

function post(url: string, form: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
}
