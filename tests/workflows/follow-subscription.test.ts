import type { Stripe } from 'stripe';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { deliverMessage } from '#api/deliver-message.ts';
import { insertCustomer } from '#db/queries/payment-customers.ts';
import { findSubscription } from '#db/queries/subscriptions.ts';
import { sql } from '#db/sql.ts';
import { NO_BRIEFING } from '#domain/briefable.ts';
import { createStripePayments } from '#providers/payments/stripe.ts';
import { createSes } from '#sandbox/ses/ses.ts';
import { startVendor } from '#sandbox/start-vendor.ts';
import { openTestApi } from '#tests/support/api.ts';
import { type SeededUser, seedMeeting, seedUser } from '#tests/support/builders.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { captureHistory } from '#tests/support/histories.ts';
import { isDeep, sample } from '#tests/support/sample.ts';
import { listEventsOf, report, stripeOf } from '#tests/support/stripe-account.ts';
import { createSandboxMail } from '#tests/support/vendor-adapters.ts';
import { connectEngine, createTestContext } from '#tests/support/worker.ts';
import { ensureSchedules } from '#workers/schedules.ts';
import {
  meetingWorkflowId,
  QUEUES,
  RECONCILE_SCHEDULE,
  RECONCILE_SUBSCRIPTIONS,
  refreshNowUpdate,
  subscriptionStatusQuery,
  subscriptionWorkflowId,
} from '#workflows/names.ts';
import { eventually, readHistoryText, readMetadata } from './meeting-lab.ts';

const DAY_S = 86_400;
const nowS = () => Math.floor(Date.now() / 1000);

const ses = await forThisFile(startVendor(createSes));
const engine = await forThisFile(connectEngine());
const api = await openTestApi({ TEMPORAL_ADDRESS: engine.address, TEMPORAL_NAMESPACE: engine.namespace });
const stripe = stripeOf(api);
const payments = createStripePayments({ secretKey: 'sk_test_sandbox', baseUrl: api.sandbox.stripe.url, retries: 0 });
const own = await forThisFile(createTestContext({ mail: createSandboxMail(ses), payments }));
// The same database and keys as the API.
const context = { ...own.context, pool: api.pool, encryption: api.encryption };
const worker = await engine.startWorker(context, ['core', 'email', 'billing']);
afterAll(worker.stop);

type Subscriber = { user: SeededUser; customerId: string; subscriptionId: string };

async function seedSubscriber(
  params: Partial<Stripe.SubscriptionCreateParams> = {},
  card = 'pm_card_visa',
): Promise<Subscriber> {
  const user = await seedUser(api.pool, { isWhitelisted: false });
  const customer = await stripe.customers.create({ email: user.email });
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: 'price_research_monthly' }],
    default_payment_method: method.id,
    ...(params.trial_end === undefined && { trial_period_days: 30 }),
    ...params,
  });
  await insertCustomer(api.pool, user.id, customer.id);
  return { user, customerId: customer.id, subscriptionId: subscription.id };
}

const handleOf = ({ user }: Subscriber) => engine.client.workflow.getHandle(subscriptionWorkflowId(user.id));

/** Delivers the provider's events about a customer in order and waits until they are processed. */
async function reportAll(subscriber: Subscriber): Promise<void> {
  for (const event of await listEventsOf(stripe, subscriber.customerId)) await report(api.url, event);
  await settled();
}

/** Waits until the outbox and the mail queue are empty. */
async function settled(): Promise<void> {
  const waiting = sql.type(z.object({ count: z.number() }))`
    select (select count(*) from outbox) + (select count(*) from emails where state in ('queued', 'sending')) as count
  `;
  await eventually(
    () => api.pool.one(waiting),
    ({ count }) => count === 0,
  );
}

async function refresh(subscriber: Subscriber): Promise<void> {
  await handleOf(subscriber).executeUpdate(refreshNowUpdate);
  await settled();
}

const mailsTo = async ({ user }: Subscriber) =>
  (await ses.vendor.outbox(user.email)).map(({ subject }) => subject).toReversed();

async function expectCopy({ user, subscriptionId, customerId }: Subscriber): Promise<void> {
  const theirs = await stripe.subscriptions.retrieve(subscriptionId);
  const item = theirs.items.data[0];
  expect(await findSubscription(api.pool, user.id)).toEqual({
    subscriptionId,
    customerId,
    plan: 'Research',
    status: theirs.status,
    trialEndsAt: theirs.trial_end === null ? null : new Date(theirs.trial_end * 1000),
    currentPeriodStart: new Date((item?.current_period_start ?? 0) * 1000),
    currentPeriodEnd: new Date((item?.current_period_end ?? 0) * 1000),
    cancelAtPeriodEnd: theirs.cancel_at_period_end,
    researchLimit: 60,
    meetingLimit: 60,
  });
}

describe('a subscription', () => {
  test('is followed from its first event to its end, without personal data in the history', async () => {
    const subscriber = await seedSubscriber();
    await reportAll(subscriber);
    await eventually(
      () => findSubscription(api.pool, subscriber.user.id),
      (row) => row?.status === 'trialing',
    );
    await expectCopy(subscriber);
    const handle = handleOf(subscriber);
    const status = () => handle.query(subscriptionStatusQuery);
    const waiting = await eventually(status, ({ state }) => state === 'waiting');
    expect(waiting.subscription).toBe('trialing');
    await captureHistory('follow-subscription-waiting', handle);
    const { currentDetails } = await readMetadata(handle);
    expect(currentDetails).toContain('- subscription: `trialing`');

    await stripe.subscriptions.update(subscriber.subscriptionId, { trial_end: 'now' });
    await refresh(subscriber);
    await expectCopy(subscriber);
    await stripe.subscriptions.cancel(subscriber.subscriptionId);
    await reportAll(subscriber);
    await handle.result();
    await expectCopy(subscriber);
    await captureHistory('follow-subscription-ended', handle);
    const history = await readHistoryText(handle);
    expect(history).toContain(subscriber.user.id);
    for (const personal of [subscriber.user.email, 'Robin', subscriber.customerId])
      expect(history).not.toContain(personal);
  });

  test('that restores access wakes upcoming meetings immediately, but a refresh does not', async () => {
    const subscriber = await seedSubscriber();
    const { user } = subscriber;
    const meetingId = await seedMeeting(api.pool, { userId: user.id, startsInMinutes: 600, researchState: 'pending' });
    await api.pool.query(sql.typeAlias('void')`
      update meetings set briefing_state = 'skipped', briefing_reason = ${NO_BRIEFING.no_access} where id = ${meetingId}
    `);
    const version = async () =>
      await api.pool.oneFirst(sql.type(z.object({ version: z.number() }))`
        select version from meetings where id = ${meetingId}
      `);
    await reportAll(subscriber);
    await eventually(version, (seen) => seen === 2);
    const meeting = engine.client.workflow.getHandle(meetingWorkflowId(meetingId));
    const planned = sql.type(z.object({ state: z.string(), reason: z.string().nullable() }))`
      select briefing_state as state, briefing_reason as reason from meetings where id = ${meetingId}
    `;
    await eventually(
      () => api.pool.one(planned),
      ({ state }) => state === 'scheduled',
    );
    expect((await meeting.describe()).status.name).toBe('RUNNING');
    await refresh(subscriber);
    expect(await version()).toBe(2);
    await meeting.terminate();
  });

  test('whose trial is cancelled in the billing portal ends immediately, with one email [4.3]', async () => {
    const subscriber = await seedSubscriber();
    await reportAll(subscriber);
    await stripe.subscriptions.update(subscriber.subscriptionId, { cancel_at_period_end: true });
    await reportAll(subscriber);
    await eventually(
      () => findSubscription(api.pool, subscriber.user.id),
      (row) => row?.status === 'canceled',
    );
    // Our copy is written before the emails it causes.
    await eventually(
      () => mailsTo(subscriber),
      ({ length }) => length > 0,
    );
    await settled();
    expect((await stripe.subscriptions.retrieve(subscriber.subscriptionId)).status).toBe('canceled');
    expect(await mailsTo(subscriber)).toEqual(['Your trial has ended']);
  });

  test('is read again after a provider outage and keeps access', async () => {
    const subscriber = await seedSubscriber();
    await reportAll(subscriber);
    await eventually(
      () => findSubscription(api.pool, subscriber.user.id),
      (row) => row !== null,
    );
    await api.sandbox.control(api.sandbox.stripe, '/faults', { path: '/v1/subscriptions', status: 503, times: 2 });
    await refresh(subscriber);
    expect(await findSubscription(api.pool, subscriber.user.id)).toMatchObject({ status: 'trialing' });
  });
});

describe('billing emails', () => {
  test('are sent a week and a day before a trial ends', async () => {
    const trialEnd = nowS() + 7 * DAY_S + 6;
    const week = await seedSubscriber({ trial_end: trialEnd });
    await reportAll(week);
    const [mail] = await eventually(
      () => ses.vendor.outbox(week.user.email),
      ({ length }) => length > 0,
    );
    expect(Date.parse(mail?.at ?? '')).toBeGreaterThanOrEqual((trialEnd - 7 * DAY_S) * 1000);
    expect(mail?.subject).toMatch(/^Your trial ends on \d+ \w+ \d{4}$/);
    await refresh(week);
    expect(await mailsTo(week)).toHaveLength(1);

    const day = await seedSubscriber({ trial_end: nowS() + 20 * 3600 });
    await reportAll(day);
    await eventually(
      () => mailsTo(day),
      ({ length }) => length === 1,
    );
  });

  test('include a receipt after a trial with a working card', async () => {
    const subscriber = await seedSubscriber();
    await stripe.subscriptions.update(subscriber.subscriptionId, { trial_end: 'now' });
    await reportAll(subscriber);
    await eventually(
      () => mailsTo(subscriber),
      ({ length }) => length > 0,
    );
    await refresh(subscriber);
    expect(await mailsTo(subscriber)).toEqual(['Your receipt']);
    const [receipt] = await ses.vendor.outbox(subscriber.user.email);
    expect(receipt?.text).toContain('$10.00');
  });

  test('report a failed payment once while access continues', async () => {
    const subscriber = await seedSubscriber({}, 'pm_card_chargeCustomerFail');
    await stripe.subscriptions.update(subscriber.subscriptionId, { trial_end: 'now' });
    await reportAll(subscriber);
    await eventually(
      () => mailsTo(subscriber),
      ({ length }) => length > 0,
    );
    await reportAll(subscriber);
    await refresh(subscriber);
    expect(await mailsTo(subscriber)).toEqual(['Your payment failed']);
    expect(await findSubscription(api.pool, subscriber.user.id)).toMatchObject({ status: 'past_due' });
  });

  test('report each cancellation once, including one after a reversal', async () => {
    const subscriber = await seedSubscriber({ trial_period_days: 0 });
    const change = async (isEnding: boolean) => {
      await stripe.subscriptions.update(subscriber.subscriptionId, { cancel_at_period_end: isEnding });
      await reportAll(subscriber);
      await refresh(subscriber);
    };
    await change(true);
    // One read found both, so they may be sent in either order.
    expect((await mailsTo(subscriber)).toSorted()).toEqual(['Your receipt', 'Your subscription is cancelled']);
    await change(false);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await change(true);
    expect((await mailsTo(subscriber)).filter((subject) => subject.includes('cancelled'))).toHaveLength(2);
  });
});

test('5 lifecycle events lead to the same state and the same emails, whatever their order', async () => {
  const orders = sample(permutations([0, 1, 2, 3, 4]), 'orders of lifecycle events', 40);
  const lanes = await Promise.all([0, 1, 2, 3].map(async () => await liveThrough(await seedSubscriber())));
  const outcomes = await Promise.all(
    lanes.map(async (lane, number) => {
      const results: string[] = [];
      for (const order of orders.filter((_, index) => index % lanes.length === number)) {
        await forget(lane.subscriber);
        const suffix = `${number}_${order.join('')}`;
        for (const index of order) {
          const event = lane.events[index];
          expect(await report(api.url, { ...event, id: `${event?.id}_${suffix}` })).toBe(200);
        }
        results.push(await outcomeOf(lane.subscriber));
        await expectCopy(lane.subscriber);
      }
      return results;
    }),
  );
  expect(new Set(outcomes.flat())).toEqual(new Set(['receipt sent, subscription-cancelled sent']));
  expect(outcomes.flat()).toHaveLength(isDeep ? 120 : 40);
});

/**
 * Runs a subscription through payment, cancellation, reinstatement and end. Returns its five events, not yet delivered.
 */
async function liveThrough(subscriber: Subscriber) {
  const { customerId, subscriptionId } = subscriber;
  await stripe.subscriptions.update(subscriptionId, { trial_end: 'now' });
  await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
  await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false });
  await stripe.subscriptions.cancel(subscriptionId);
  const types = ['created', 'updated', 'deleted'].map((what) => `customer.subscription.${what}`);
  const events = await listEventsOf(stripe, customerId, types);
  expect(events).toHaveLength(5);
  return { subscriber, events };
}

/** Deletes our copy of the subscription and its user's emails. */
async function forget({ user }: Subscriber): Promise<void> {
  await api.pool.query(sql.typeAlias('void')`delete from subscriptions where user_id = ${user.id}`);
  await api.pool.query(sql.typeAlias('void')`delete from emails where user_id = ${user.id}`);
}

/** Returns the kinds and states of a user's emails once all work is done. */
async function outcomeOf(subscriber: Subscriber): Promise<string> {
  const { id } = subscriber.user;
  const row = z.object({ isDone: z.boolean(), mails: z.string().nullable() });
  const read = () =>
    api.pool.one(sql.type(row)`
      select not exists (select from outbox where message ->> 'userId' = ${id}) and
          exists (select from emails where user_id = ${id}) and
          not exists (select from emails where user_id = ${id} and state in ('queued', 'sending')) as "isDone",
        (select string_agg(kind || ' ' || state, ', ' order by kind) from emails where user_id = ${id}) as mails
    `);
  await eventually(read, ({ isDone }) => isDone);
  // The last event may have started another run.
  await handleOf(subscriber).result();
  return (await eventually(read, ({ isDone }) => isDone)).mails ?? '';
}

describe('the daily reconciliation', () => {
  test('repairs and counts changes that no event reported', async () => {
    const subscriber = await seedSubscriber();
    await reportAll(subscriber);
    // Once refreshed, the workflow has processed every event and will no longer change the copy.
    await refresh(subscriber);
    await api.pool.query(sql.typeAlias('void')`
      update subscriptions set status = 'canceled', trial_ends_at = null where user_id = ${subscriber.user.id}
    `);
    const handle = await engine.client.workflow.start(RECONCILE_SUBSCRIPTIONS, {
      workflowId: 'reconcile-test',
      taskQueue: QUEUES.core,
    });
    const result = z.object({ checked: z.number(), repaired: z.number() }).parse(await handle.result());
    expect(result.checked).toBeGreaterThan(0);
    expect(result.repaired).toBe(1);
    await expectCopy(subscriber);
    expect((await readMetadata(handle)).currentDetails).toContain('Repaired: 1');
    await captureHistory('reconcile-subscriptions-done', handle);
  });

  test('skips a customer rejected by the provider', async () => {
    await api.sandbox.control(api.sandbox.stripe, '/faults', { path: '/v1/subscriptions', status: 400 });
    const handle = await engine.client.workflow.start(RECONCILE_SUBSCRIPTIONS, {
      workflowId: 'reconcile-refused-test',
      taskQueue: QUEUES.core,
    });
    expect(await handle.result()).toMatchObject({ repaired: 0 });
    const journal = await fetch(`${api.sandbox.stripe.url}/_control/journal`);
    expect(await journal.text()).toContain('"status":400');
  });

  test('compares a customer last if the provider keeps failing for it', async () => {
    const [first, second] = [await seedSubscriber(), await seedSubscriber()];
    const [failing, other] = first.user.id < second.user.id ? [first, second] : [second, first];
    for (const subscriber of [failing, other]) {
      await reportAll(subscriber);
      await refresh(subscriber);
      await api.pool.query(sql.typeAlias('void')`
        update subscriptions set status = 'canceled' where user_id = ${subscriber.user.id}
      `);
    }
    const path = `/v1/subscriptions?customer=${failing.customerId}`;
    await api.sandbox.control(api.sandbox.stripe, '/faults', { path, status: 500, times: 1000 });
    const handle = await engine.client.workflow.start(RECONCILE_SUBSCRIPTIONS, {
      workflowId: 'reconcile-failing-test',
      taskQueue: QUEUES.core,
    });
    await eventually(
      async () => (await handle.describe()).raw.pendingActivities?.[0]?.activityType?.name,
      (activity) => activity === 'reconcileUser',
    );
    await expectCopy(other);
    expect((await readMetadata(handle)).currentDetails).toContain('Failed: 1');
    await handle.terminate();
    await fetch(`${api.sandbox.stripe.url}/_control/faults`, { method: 'DELETE' });
  });

  test('attack 45: repairs other copies despite a corrupt one, which is retried until fixed', async () => {
    const [first, second] = [await seedSubscriber(), await seedSubscriber()];
    const [corrupt, sound] = first.user.id < second.user.id ? [first, second] : [second, first];
    for (const subscriber of [corrupt, sound]) {
      await reportAll(subscriber);
      await refresh(subscriber);
    }
    const setPeriodStart = async ({ user }: Subscriber, to: string | null) =>
      await api.pool.query(sql.typeAlias('void')`
        update subscriptions set current_period_start = ${to}::timestamptz where user_id = ${user.id}
      `);
    await setPeriodStart(corrupt, 'infinity');
    await setPeriodStart(sound, null);
    const handle = await engine.client.workflow.start(RECONCILE_SUBSCRIPTIONS, {
      workflowId: 'reconcile-corrupt-test',
      taskQueue: QUEUES.core,
    });
    await eventually(
      () => findSubscription(api.pool, sound.user.id),
      (copy) => copy?.currentPeriodStart !== null,
    );
    await eventually(
      async () => (await handle.describe()).raw.pendingActivities?.[0]?.lastFailure,
      (failure) => failure?.applicationFailureInfo?.type === 'unexpected',
    );
    await setPeriodStart(corrupt, null);
    expect(await handle.result()).toMatchObject({ failed: 0 });
    await expectCopy(corrupt);
  });

  test('has a daily schedule, even after concurrent starts', async () => {
    await Promise.all([ensureSchedules(engine.client), ensureSchedules(engine.client)]);
    const { spec } = await engine.client.schedule.getHandle(RECONCILE_SCHEDULE).describe();
    expect(spec.intervals).toMatchObject([{ every: DAY_S * 1000 }]);
  });
});

test('the workflow ends if its user has no customer record', async () => {
  const { id: userId } = await seedUser(api.pool);
  await deliverMessage(engine.client, { workflow: 'subscription', userId });
  await engine.client.workflow.getHandle(subscriptionWorkflowId(userId)).result();
  expect(await findSubscription(api.pool, userId)).toBeNull();
});

function permutations(items: number[]): number[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((first) => permutations(items.filter((item) => item !== first)).map((rest) => [first, ...rest]));
}
