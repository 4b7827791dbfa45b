import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { Provider } from '#contract/http.ts';
import { triggerResearch } from '#contract/research.ts';
import { createSubscription } from '#contract/subscriptions.ts';
import { sql } from '#db/sql.ts';
import { submitCard } from '#sandbox/tests/stripe/stripe-client.ts';
import { listEventsOf, report } from '#tests/support/stripe-account.ts';
import { type Cohort, syncAll } from './cohort.ts';
import { secondsSince } from './crashes.ts';
import type { Fault } from './fault.ts';
import type { Instance } from './instance.ts';
import { stripeOf } from './invariants.ts';
import { clearFaults, control, type SandboxVendor, signInNewcomer } from './newcomer.ts';
import { until } from './until.ts';

/** Vendors that are slow, unavailable or return unusual responses. */
export const vendors: Fault[] = [
  {
    title: 'google answers after 20 s',
    run: (instance, cohort) => slowCalendar(instance, cohort, 'google'),
    unaffected: 'microsoft',
  },
  {
    title: 'microsoft answers after 20 s',
    run: (instance, cohort) => slowCalendar(instance, cohort, 'microsoft'),
    unaffected: 'google',
  },
  { title: 'the model answers after 20 s', run: slowModel, unaffected: 'all' },
  { title: 'the mail service answers after 25 s', run: slowMail },
  { title: 'the payment provider answers after 20 s', run: slowPayments, unaffected: 'all' },
  { title: 'the model refuses, fails, breaks off and hangs', run: failingModel, unaffected: 'all' },
  { title: 'the mail service is down for 10 minutes', run: mailDown, leadMinutes: 20 },
  { title: 'payment events arrive a hundred times and in every order', run: shuffledReports, unaffected: 'all' },
];

const SLOW_MS = 20_000;
const LASTS_MS = 60_000;
const MANY = 100_000;

async function slowDown(instance: Instance, vendor: SandboxVendor, delayMs = SLOW_MS): Promise<void> {
  await clearFaults(instance, vendor);
  await control(instance, vendor, '/faults', { delayMs, times: MANY });
}

/** Slows every call, including token requests, while both accounts sync repeatedly. */
async function slowCalendar(instance: Instance, { people }: Cohort, provider: Provider): Promise<string> {
  const { calendar } = people[provider];
  // Makes the next sync begin with a new token.
  await calendar.expireAccessTokens();
  await slowDown(instance, provider);
  for (const end = Date.now() + LASTS_MS; Date.now() < end; await sleep(10_000)) await syncAll(instance, people);
  return `each of its calls for ${LASTS_MS / 1000} s, while both calendars were syncing`;
}

async function slowModel(instance: Instance): Promise<string> {
  await slowDown(instance, 'anthropic');
  await sleep(LASTS_MS);
  return `each of its calls for ${LASTS_MS / 1000} s`;
}

/** Slows mail by less than the 30 s after which the outcome of an email counts as unknown. */
async function slowMail(instance: Instance): Promise<string> {
  await slowDown(instance, 'ses', 25_000);
  await sleep(LASTS_MS);
  return `each of its calls for ${LASTS_MS / 1000} s`;
}

/** Slows payments while a user subscribes. */
async function slowPayments(instance: Instance): Promise<string> {
  const customer = await subscribe(instance);
  await slowDown(instance, 'stripe');
  await customer.pay();
  await sleep(LASTS_MS);
  await clearFaults(instance, 'stripe');
  await until('the subscription exists', () => isSubscribed(instance, customer.userId), 120_000);
  return `each of its calls for ${LASTS_MS / 1000} s; the user who paid in the meantime had access`;
}

/** Signs in a new user and takes them as far as the card form. */
async function subscribe(instance: Instance) {
  const { client, userId } = await signInNewcomer(instance);
  const { url } = await client.data(createSubscription, { body: { ...createSubscription.example, startTrial: true } });
  return { userId, pay: async () => await submitCard(url, '4242 4242 4242 4242', { email: 'ada@example.test' }) };
}

async function isSubscribed({ pool }: Instance, userId: string): Promise<boolean> {
  return await pool.exists(sql.typeAlias('void')`
    select from subscriptions where user_id = ${userId} and provider_subscription_id is not null
  `);
}

/** Makes the model fail in one way after another, while meetings that were briefed are researched again. */
async function failingModel(instance: Instance, { people }: Cohort): Promise<string> {
  await clearFaults(instance, 'anthropic');
  const answers = [{ status: 429, headers: { 'retry-after': '3' } }, { status: 500 }, { status: 529 }, { drop: true }];
  for (const answer of answers)
    await control(instance, 'anthropic', '/faults', { method: 'POST', path: '/v1/messages', times: 4, ...answer });
  for (const { client, userId } of Object.values(people)) {
    const sent = await instance.pool.any(sql.typeAlias('id')`
      select id from meetings where user_id = ${userId} and briefing_state = 'sent' order by id
    `);
    for (const { id } of sent) {
      const { status } = await client.call(triggerResearch, { body: { meetingId: id, force: true } });
      if (status !== 200) throw new Error(`asking for research returned ${status}`);
    }
  }
  await sleep(20_000);
  const behaviours = ['pause_turn', 'refusal', 'max_tokens', 'search_error', 'hang'];
  for (const behaviour of behaviours) await control(instance, 'anthropic', '/next', { behaviour, times: 3 });
  await sleep(20_000);
  return `429, 500, 529, broken connections, then ${behaviours.join(', ')}, 31 times in all`;
}

async function mailDown(instance: Instance): Promise<string> {
  await clearFaults(instance, 'ses');
  await control(instance, 'ses', '/faults', { status: 503, times: MANY });
  await sleep(600_000);
  await clearFaults(instance, 'ses');
  const began = Date.now();
  const waiting = sql.typeAlias('void')`
    select from emails where state in ('queued', 'sending') and created_at < ${new Date(began).toISOString()}
  `;
  await until('the waiting emails are sent', async () => !(await instance.pool.exists(waiting)), 120_000);
  return `the waiting emails were sent ${secondsSince(began)} s after it was back`;
}

/** Sends one of a customer's events a hundred times concurrently, then five of them in all 120 orders. */
async function shuffledReports(instance: Instance): Promise<string> {
  const customer = await subscribe(instance);
  await customer.pay();
  await until('the subscription exists', () => isSubscribed(instance, customer.userId), 60_000);
  const stripe = stripeOf(instance);
  const customerId = await instance.pool.oneFirst(sql.type(z.object({ customerId: z.string() }))`
    select provider_customer_id as "customerId" from subscriptions where user_id = ${customer.userId}
  `);
  const events = (await listEventsOf(stripe, customerId)).slice(-5);
  if (events.length < 5) throw new Error(`the provider has only ${events.length} events`);
  const [first] = events;
  const url = instance.stack.publicUrl;
  const duplicates = await Promise.all(Array.from({ length: 100 }, () => report(url, first)));
  const orders = permutations(events);
  const statuses = new Set(duplicates);
  for (const [number, order] of orders.entries())
    for (const event of order) statuses.add(await report(url, { ...event, id: `${event.id}_${number}` }));
  if (String([...statuses]) !== '200') throw new Error(`events got ${[...statuses].join(', ')}`);
  return `100 at once and ${orders.length} orders of ${events.length}, each got a 200`;
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}
