import { isDeepStrictEqual } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { deleteAccount } from '#contract/account.ts';
import { listMeetings } from '#contract/meetings.ts';
import {
  cancelSubscription,
  checkTrialEligibility,
  createSubscription,
  getCurrentSubscription,
  openBillingPortal,
  reactivateSubscription,
  refreshSubscription,
} from '#contract/subscriptions.ts';
import { findCustomer } from '#db/queries/payment-customers.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { listOutbox, type SeededUser, seedUser, seedWhitelistEntry, signIn } from '#tests/support/builders.ts';
import type { HttpClient } from '#tests/support/http-client.ts';
import { payInCheckout, stripeOf } from '#tests/support/stripe-account.ts';

const { example } = createSubscription;

const api = await openTestApi();
beforeEach(async () => {
  await fetch(`${api.sandbox.stripe.url}/_control/faults`, { method: 'DELETE' });
});

async function newUser(): Promise<{ user: SeededUser; client: HttpClient }> {
  const user = await seedUser(api.pool, { isWhitelisted: false });
  return { user, client: await signIn(api.client(), user) };
}

const fault = (body: object) => api.sandbox.control(api.sandbox.stripe, '/faults', body);

async function subscriptionsOf({ id }: SeededUser) {
  const customer = await findCustomer(api.pool, id);
  if (!customer) return [];
  return (await stripeOf(api).subscriptions.list({ customer: customer.customerId, status: 'all' })).data;
}

/** Seeds a user whose running trial the product knows about. */
async function newTrial() {
  const { user, client } = await newUser();
  await payInCheckout(client);
  // A request for another checkout page discovers the payment.
  expect((await client.call(createSubscription, { body: example })).status).toBe(409);
  return { user, client };
}

async function newPaid() {
  const { user, client } = await newTrial();
  const [subscription] = await subscriptionsOf(user);
  await stripeOf(api).subscriptions.update(subscription?.id ?? '', { trial_end: 'now' });
  return { user, client };
}

describe('POST /subscriptions/create', () => {
  test('opens a checkout whose payment starts a free trial of thirty days [1.7] [7.27] [9.4]', async () => {
    const { user, client } = await newUser();
    const { url } = await client.data(createSubscription, { body: example });
    expect(await (await fetch(url)).text()).toContain('30 days free');
    await payInCheckout(client);
    const [subscription] = await subscriptionsOf(user);
    expect(subscription).toMatchObject({ status: 'trialing', metadata: { userId: user.id } });
    const days = ((subscription?.trial_end ?? 0) - (subscription?.trial_start ?? 0)) / 86_400;
    expect(days).toBe(30);
  });

  test("charges in the plan's currency and accepts only cards and Link", async () => {
    const { user, client } = await newUser();
    await client.data(createSubscription, { body: example });
    const { data } = await stripeOf(api).checkout.sessions.list({ status: 'open', limit: 100 });
    const session = data.find(({ client_reference_id: of }) => of === user.id);
    expect(session).toMatchObject({
      adaptive_pricing: { enabled: false },
      allowed_payment_method_types: ['card', 'link'],
    });
  });

  test('does not create a subscription for a declined card, but allows a retry', async () => {
    const { user, client } = await newUser();
    const declined = await payInCheckout(client, { card: '4000 0000 0000 0002' });
    expect(declined.text).toContain('declined');
    expect(await subscriptionsOf(user)).toEqual([]);
    expect((await payInCheckout(client)).location).toContain('/app?trialStarted=true');
  });

  test('starts a paid subscription immediately if no trial is requested', async () => {
    const { user, client } = await newUser();
    await payInCheckout(client, { startTrial: false });
    expect(await subscriptionsOf(user)).toMatchObject([{ status: 'active', trial_end: null }]);
  });

  test('opens one page for two tabs, and closes it if another plan is requested [7.27]', async () => {
    const { user, client } = await newUser();
    const open = (body: object) => client.data(createSubscription, { body: { ...example, ...body } });
    const [first, second] = await Promise.all([open({}), open({})]);
    expect(first.url).toBe(second.url);
    const yearly = await open({ priceId: 'price_research_yearly' });
    expect(yearly.url).not.toBe(first.url);
    expect((await fetch(first.url)).ok && (await (await fetch(first.url)).text())).toContain('expired');
    const mixed = await Promise.all([open({}), open({ priceId: 'price_research_yearly' }), open({})]);
    expect(mixed).toHaveLength(3);
    const { data } = await stripeOf(api).checkout.sessions.list({ status: 'open', limit: 100 });
    expect(data.filter(({ client_reference_id: of }) => of === user.id)).toHaveLength(1);
  });

  test('refuses subscribers and whitelisted users with 409 [4.3]', async () => {
    const { client } = await newTrial();
    const again = await client.call(createSubscription, { body: example });
    expect(again.body).toMatchObject({ code: 'CONFLICT', message: 'This account already has a subscription.' });
    const { client: beta } = await api.newUser();
    expect((await beta.call(createSubscription, { body: example })).status).toBe(409);
  });

  test('refuses a second trial but allows a paid plan', async () => {
    const { client } = await newTrial();
    await client.data(cancelSubscription, { body: {} });
    const refused = await client.call(createSubscription, { body: example });
    expect(refused.body.message).toBe('This account has already used its free trial.');
    expect((await client.call(createSubscription, { body: { ...example, startTrial: false } })).status).toBe(200);
  });

  test('recovers the same page after a lost response and reports an outage [8.26]', async () => {
    const { user, client } = await newUser();
    await fault({ method: 'POST', path: '/v1/checkout/sessions', dropAfterHandling: true, times: 2 });
    const lost = await client.call(createSubscription, { body: example });
    expect([lost.status, lost.body.message]).toEqual([503, 'Failed to create checkout session']);
    await payInCheckout(client);
    expect(await subscriptionsOf(user)).toHaveLength(1);
    const { data } = await stripeOf(api).checkout.sessions.list({ limit: 100 });
    expect(data.filter(({ client_reference_id: of }) => of === user.id)).toHaveLength(1);
  });
});

describe('an interrupted checkout', () => {
  const openPagesOf = async ({ id }: SeededUser) => {
    const { data } = await stripeOf(api).checkout.sessions.list({ status: 'open', limit: 100 });
    return data.filter(({ client_reference_id: of }) => of === id).map(({ url }) => url);
  };
  const ask = (client: HttpClient, wish: object = {}) =>
    client.data(createSubscription, { body: { ...example, ...wish } });

  test.each([
    ['another plan', { priceId: 'price_research_yearly' }],
    ['another return page', { successUrl: '/app/settings?trialStarted=true' }],
  ])('after a lost response, closes the orphaned page and opens a new one for %s', async (_, wish) => {
    const { user, client } = await newUser();
    await fault({ method: 'POST', path: '/v1/checkout/sessions', dropAfterHandling: true, times: 2 });
    expect((await client.call(createSubscription, { body: example })).status).toBe(503);
    const [lost] = await openPagesOf(user);
    const { url } = await ask(client, wish);
    expect(url).not.toBe(lost);
    expect(await openPagesOf(user)).toEqual([url]);
    expect(await ask(client, wish)).toEqual({ url });
  });

  test('after a lost response, leaves one page open for tabs with different requests', async () => {
    const { user, client } = await newUser();
    await fault({ method: 'POST', path: '/v1/checkout/sessions', dropAfterHandling: true, times: 2 });
    expect((await client.call(createSubscription, { body: example })).status).toBe(503);
    await Promise.all([ask(client), ask(client, { priceId: 'price_research_yearly' }), ask(client)]);
    expect(await openPagesOf(user)).toHaveLength(1);
  });

  /** Lets the provider handle the next call but lose its response, and fail the retry with the same idempotency key. */
  const failAfterHandling = async (path: string) => {
    await fault({ method: 'POST', path, dropAfterHandling: true, times: 1 });
    await fault({ method: 'POST', path, status: 500, times: 1 });
  };

  test('uses a new idempotency key after a provider error', async () => {
    const { user, client } = await newUser();
    await failAfterHandling('/v1/checkout/sessions');
    const { url } = await ask(client);
    expect(await openPagesOf(user)).toEqual([url]);
    expect((await findCustomer(api.pool, user.id))?.checkoutAttempt).toBe(2);
    await fault({ method: 'POST', path: '/v1/checkout/sessions', status: 500, times: 4 });
    const { user: other, client: second } = await newUser();
    const down = await second.call(createSubscription, { body: example });
    expect([down.status, down.body.message]).toEqual([503, 'Failed to create checkout session']);
    expect(await openPagesOf(other)).toEqual([]);
    expect((await ask(second)).url).toEqual((await openPagesOf(other))[0]);
  });

  test('finds the customer created despite a provider error, or creates one', async () => {
    const { user, client } = await newUser();
    await failAfterHandling('/v1/customers');
    await ask(client);
    const { user: other, client: second } = await newUser();
    await fault({ method: 'POST', path: '/v1/customers', status: 500, times: 2 });
    await ask(second);
    for (const { id, email } of [user, other]) {
      const { data } = await stripeOf(api).customers.list({ email });
      expect(data.map((customer) => customer.id)).toEqual([(await findCustomer(api.pool, id))?.customerId]);
    }
  });

  test.each([
    ['before a page opens', false],
    ['while a page is open', true],
  ])('replaces a customer deleted at the provider %s', async (_, isOpen) => {
    const { user, client } = await newUser();
    if (!isOpen) await fault({ method: 'POST', path: '/v1/checkout/sessions', status: 400, times: 1 });
    await client.call(createSubscription, { body: example });
    const before = (await findCustomer(api.pool, user.id))?.customerId ?? '';
    await stripeOf(api).customers.del(before);
    const [first, second] = await Promise.all([ask(client), ask(client)]);
    expect(first).toEqual(second);
    expect((await findCustomer(api.pool, user.id))?.customerId).not.toBe(before);
    await payInCheckout(client);
    expect(await subscriptionsOf(user)).toMatchObject([{ status: 'trialing' }]);
  });

  test.each([
    [
      'the customer was deleted',
      async (subscription: { id: string; customer: string }) => {
        await stripeOf(api).customers.del(subscription.customer);
      },
    ],
    [
      'the subscription was ended',
      async ({ id }: { id: string; customer: string }) => {
        await stripeOf(api).subscriptions.cancel(id);
      },
    ],
  ])('checks a stored subscription with the provider before refusing, in case %s', async (_, end) => {
    const { user, client } = await newPaid();
    expect(await client.data(refreshSubscription, { body: {} })).toMatchObject({ status: 'active' });
    const before = await findCustomer(api.pool, user.id);
    const [{ id } = { id: '' }] = await subscriptionsOf(user);
    await end({ id, customer: before?.customerId ?? '' });
    expect((await client.data(getCurrentSubscription)).status).toBe('active');

    const trial = await client.call(createSubscription, { body: example });
    expect(trial.body).toMatchObject({ code: 'CONFLICT', message: 'This account has already used its free trial.' });
    expect((await client.data(getCurrentSubscription)).status).toBe('canceled');
    expect((await client.call(listMeetings)).status).toBe(403);
    expect(await listOutbox(api.pool)).toContainEqual({ workflow: 'subscription', userId: user.id });
    await payInCheckout(client, { startTrial: false });
    expect(await client.data(refreshSubscription, { body: {} })).toMatchObject({ status: 'active' });
    expect((await subscriptionsOf(user)).filter(({ status }) => status === 'active')).toHaveLength(1);
  });

  test('keeps the stored state if the provider cannot confirm it', async () => {
    const { user, client } = await newTrial();
    await fault({ path: '/v1/subscriptions', status: 503, times: 2 });
    const unknown = await client.call(createSubscription, { body: { ...example, startTrial: false } });
    expect([unknown.status, unknown.body.message]).toEqual([503, 'Failed to create checkout session']);
    expect((await client.call(listMeetings)).status).toBe(200);
    expect(await openPagesOf(user)).toEqual([]);
  });
});

describe('attack 19: POST /subscriptions/create', () => {
  test('attack 19: refuses an unlisted price with 400, even if archived or of another product', async () => {
    const { user, client } = await newUser();
    const stripe = stripeOf(api);
    const archived = await stripe.prices.create({
      product: 'prod_research',
      currency: 'usd',
      unit_amount: 1,
      recurring: { interval: 'month' },
      active: false,
    });
    for (const priceId of [archived.id, 'price_foreign', 'prod_research', '']) {
      const answer = await client.call(createSubscription, { body: { ...example, priceId } });
      expect([priceId, answer.status, answer.body.code]).toEqual([priceId, 400, 'VALIDATION']);
    }
    expect(await findCustomer(api.pool, user.id)).toBeNull();
  });

  test('attack 19: grants nothing if the return page is opened without paying', async () => {
    const { client } = await newUser();
    await client.data(createSubscription, { body: example });
    for (const path of ['/app?trialStarted=true', '/app?success=true&subscriptionStarted=true']) {
      await client.request('GET', path);
    }
    expect((await client.data(getCurrentSubscription)).subscription).toBeNull();
    expect((await client.call(listMeetings)).status).toBe(403);
  });

  test('attack 19: starts one trial under twenty concurrent requests', async () => {
    const { user, client } = await newUser();
    const asked = await Promise.all(
      Array.from({ length: 20 }, () => client.call(createSubscription, { body: example })),
    );
    const urls = new Set(asked.map(({ body }) => z.object({ url: z.string() }).parse(body.data).url));
    expect(urls.size).toBe(1);
    await Promise.all(Array.from({ length: 20 }, () => payInCheckout(client).catch(() => null)));
    expect(await subscriptionsOf(user)).toHaveLength(1);
    // Without webhooks, only the next request discovers the payment.
    expect((await client.call(createSubscription, { body: example })).status).toBe(409);
    expect(await client.data(checkTrialEligibility)).toEqual({ eligible: false });
  });
});

describe('POST /subscriptions/cancel and /reactivate', () => {
  test('ends a trial and its access immediately [4.3] [7.30]', async () => {
    const { user, client } = await newTrial();
    expect((await client.call(listMeetings)).status).toBe(200);
    const { subscription } = await client.data(cancelSubscription, { body: {} });
    expect(subscription).toMatchObject({ status: 'canceled', isTrialing: false });
    expect((await client.call(listMeetings)).body).toMatchObject({ currentPlan: 'Research', requiredPlan: 'Research' });
    expect(await subscriptionsOf(user)).toMatchObject([{ status: 'canceled' }]);
    expect(await listOutbox(api.pool)).toContainEqual({ workflow: 'subscription', userId: user.id });
    const late = await client.call(reactivateSubscription, { body: {} });
    expect(late.status).toBe(409);
  });

  test('cancels a paid plan at the end of its period, unless reactivated [4.3] [7.30]', async () => {
    const { user, client } = await newPaid();
    for (const _ of [1, 2]) {
      const { subscription } = await client.data(cancelSubscription, { body: {} });
      expect(subscription).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
    }
    expect((await client.call(listMeetings)).status).toBe(200);
    const { subscription } = await client.data(reactivateSubscription, { body: {} });
    expect(subscription).toMatchObject({ status: 'active', cancelAtPeriodEnd: false });
    expect(await subscriptionsOf(user)).toMatchObject([{ cancel_at_period_end: false, cancel_at: null }]);
  });

  test('undoes a billing portal cancellation that sets a date', async () => {
    const { user, client } = await newPaid();
    const [{ id, items } = { id: '', items: null }] = await subscriptionsOf(user);
    await stripeOf(api).subscriptions.update(id, { cancel_at: items?.data[0]?.current_period_end ?? 0 });
    const { subscription } = await client.data(reactivateSubscription, { body: {} });
    expect(subscription?.cancelAtPeriodEnd).toBe(false);
    expect(await subscriptionsOf(user)).toMatchObject([{ cancel_at: null }]);
  });

  test('cancels and reactivates despite a plan change scheduled in the billing portal', async () => {
    const { user, client } = await newPaid();
    const [{ id } = { id: '' }] = await subscriptionsOf(user);
    const schedule = () => stripeOf(api).subscriptionSchedules.create({ from_subscription: id });
    await schedule();
    const cancelled = await client.data(cancelSubscription, { body: {} });
    expect(cancelled.subscription).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
    await schedule();
    const reactivated = await client.data(reactivateSubscription, { body: {} });
    expect(reactivated.subscription).toMatchObject({ status: 'active', cancelAtPeriodEnd: false });
    expect(await subscriptionsOf(user)).toMatchObject([{ cancel_at: null, schedule: null }]);
  });

  test('returns 409 without a subscription, even for whitelisted users', async () => {
    const { user, client } = await newUser();
    expect((await client.call(cancelSubscription, { body: {} })).status).toBe(409);
    await seedWhitelistEntry(api.pool, { email: user.email });
    expect((await client.call(cancelSubscription, { body: {} })).status).toBe(409);
    expect((await client.call(reactivateSubscription, { body: {} })).status).toBe(409);
  });

  test('reports a provider outage and changes nothing [8.26]', async () => {
    const { client } = await newTrial();
    await fault({ path: '/v1/subscriptions', status: 500, times: 8 });
    const failed = await client.call(cancelSubscription, { body: {} });
    expect([failed.status, failed.body.message]).toEqual([503, 'Failed to cancel subscription']);
    const again = await client.call(reactivateSubscription, { body: {} });
    expect(again.body.message).toBe('Failed to reactivate subscription');
    expect((await client.call(listMeetings)).status).toBe(200);
  });
});

describe('a subscription change with a lost response', () => {
  test('reports the change that took effect', async () => {
    const { user, client } = await newPaid();
    const lose = () => fault({ method: 'POST', path: '/v1/subscriptions', dropAfterHandling: true, times: 2 });
    await lose();
    const { subscription } = await client.data(cancelSubscription, { body: {} });
    expect(subscription).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
    await lose();
    const again = await client.data(reactivateSubscription, { body: {} });
    expect(again.subscription).toMatchObject({ status: 'active', cancelAtPeriodEnd: false });
    const { user: trialUser, client: trial } = await newTrial();
    await fault({ method: 'DELETE', path: '/v1/subscriptions', dropAfterHandling: true, times: 2 });
    const ended = await trial.data(cancelSubscription, { body: {} });
    expect(ended.subscription).toMatchObject({ status: 'canceled' });
    expect((await trial.call(listMeetings)).status).toBe(403);
    const outbox = await listOutbox(api.pool);
    for (const { id } of [user, trialUser]) expect(outbox).toContainEqual({ workflow: 'subscription', userId: id });
  });

  test('is left to the workflow if the provider cannot be read either', async () => {
    const { user, client } = await newTrial();
    const path = '/v1/subscriptions';
    await fault({ method: 'GET', path, delayMs: 1, times: 1 });
    await fault({ method: 'DELETE', path, dropAfterHandling: true, times: 2 });
    await fault({ method: 'GET', path, status: 503, times: 2 });
    expect((await client.call(cancelSubscription, { body: {} })).status).toBe(503);
    expect(await listOutbox(api.pool)).toContainEqual({ workflow: 'subscription', userId: user.id });
    expect(await client.data(refreshSubscription, { body: {} })).toMatchObject({ status: 'canceled' });
  });

  test('reports a failure if nothing changed', async () => {
    const { client } = await newTrial();
    await fault({ method: 'DELETE', path: '/v1/subscriptions', drop: true, times: 2 });
    const failed = await client.call(cancelSubscription, { body: {} });
    expect([failed.status, failed.body.message]).toEqual([503, 'Failed to cancel subscription']);
    expect((await client.data(getCurrentSubscription)).subscription).toMatchObject({ status: 'trialing' });
  });
});

describe('POST /subscriptions/refresh', () => {
  test('stores state the provider has not reported yet and signals the workflow once', async () => {
    const { user, client } = await newUser();
    expect(await client.data(refreshSubscription, { body: {} })).toEqual({ subscription: null, status: 'none' });
    await client.data(createSubscription, { body: example });
    expect(await client.data(refreshSubscription, { body: {} })).toEqual({ subscription: null, status: 'none' });
    expect((await client.call(listMeetings)).status).toBe(403);
    await payInCheckout(client);
    expect((await client.call(listMeetings)).status).toBe(403);
    for (const _ of [1, 2]) {
      expect(await client.data(refreshSubscription, { body: {} })).toMatchObject({ status: 'trialing' });
    }
    expect((await client.call(listMeetings)).status).toBe(200);
    const message = { workflow: 'subscription', userId: user.id };
    expect((await listOutbox(api.pool)).filter((each) => isDeepStrictEqual(each, message))).toHaveLength(1);
  });

  test('keeps the stored state during a provider outage', async () => {
    const { client } = await newTrial();
    await fault({ path: '/v1/subscriptions', status: 500, times: 2 });
    const failed = await client.call(refreshSubscription, { body: {} });
    expect([failed.status, failed.body.message]).toEqual([503, 'Failed to load subscription information']);
    expect((await client.call(listMeetings)).status).toBe(200);
  });
});

describe('GET /subscriptions/billing-portal', () => {
  test("opens the customer's portal [7.28]", async () => {
    const { client } = await newTrial();
    const { url } = await client.data(openBillingPortal);
    expect(await (await fetch(url)).text()).toContain('Research');
  });

  test('refuses users without a customer, and reports an outage or missing setup [8.26]', async () => {
    const { client } = await newUser();
    expect((await client.call(openBillingPortal)).status).toBe(409);
    const { client: trial } = await newTrial();
    await fault({ path: '/v1/billing_portal', status: 503, times: 2 });
    const down = await trial.call(openBillingPortal);
    expect([down.status, down.body.message]).toEqual([503, 'Failed to open billing portal. Please try again later.']);
    const message = 'No configuration provided and your test mode default configuration has not been created.';
    const body = { error: { type: 'invalid_request_error', message } };
    await fault({ path: '/v1/billing_portal', status: 400, body, times: 1 });
    const notReady = await trial.call(openBillingPortal);
    expect([notReady.status, notReady.body.message]).toEqual([
      502,
      'Billing portal is being set up. Please try again later.',
    ]);
  });
});

test("opening a deleted customer's portal ends the subscription", async () => {
  const { user, client } = await newTrial();
  await stripeOf(api).customers.del((await findCustomer(api.pool, user.id))?.customerId ?? '');
  const gone = await client.call(openBillingPortal);
  expect([gone.status, gone.body.message]).toEqual([409, 'There is no longer a subscription to manage.']);
  expect((await client.data(getCurrentSubscription)).status).toBe('canceled');
  expect((await client.call(listMeetings)).status).toBe(403);
});

test('a user removed from the whitelist keeps access only with a subscription', async () => {
  const { user, client } = await newTrial();
  await seedWhitelistEntry(api.pool, { email: user.email });
  await api.pool.query(sql.typeAlias('void')`delete from whitelist_entries where email = ${user.email}`);
  expect((await client.call(listMeetings)).status).toBe(200);
  await client.data(cancelSubscription, { body: {} });
  expect((await client.call(listMeetings)).status).toBe(403);
  expect((await client.call(deleteAccount, { body: {} })).status).toBe(200);
});
