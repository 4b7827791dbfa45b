import { setTimeout as sleep } from 'node:timers/promises';
import { Stripe } from 'stripe';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import { withEngine } from '#tests/support/engine-client.ts';
import { engineOf, type Instance } from './instance.ts';
import { vendorUrl } from './newcomer.ts';
import { listSentMails } from './sent-mails.ts';

export type InvariantResult = { id: string; says: string; violations: readonly string[] };

const OUTBOX_DEADLINE_MS = 60_000;
const MAX_TASK_ATTEMPTS = 3;

/** Checks invariants I1 to I7 in docs/reliability.md against rows, sent emails and the engine. */
export async function checkInvariants(instance: Instance): Promise<InvariantResult[]> {
  return [
    { id: 'I1', says: 'one meeting row per calendar and event', violations: await duplicateMeetings(instance) },
    {
      id: 'I2',
      says: 'one briefing per meeting that is due, at most one update',
      violations: await missingBriefings(instance),
    },
    {
      id: 'I3',
      says: 'usage equals successful research, and nothing else stays reserved',
      violations: await wrongUsage(instance),
    },
    {
      id: 'I4',
      says: 'each email, message, webhook and push is sent at most once, and exactly once unless its row is unknown',
      violations: [
        // Checked first, since nothing may be sent while the others count.
        ...(await openDeliveries(instance)),
        ...(await wrongMails(instance)),
        ...(await wrongMessages(instance)),
        ...(await wrongWebhooks(instance)),
        ...(await unsentMessages(instance)),
        ...(await unusedDeliveries(instance)),
      ],
    },
    {
      id: 'I5',
      says: "subscription row equals the payment provider's object",
      violations: await wrongSubscriptions(instance),
    },
    { id: 'I6', says: 'outbox empty within 60 s', violations: await waitingOutbox(instance) },
    { id: 'I7', says: 'no stuck workflow task', violations: await stuckWorkflows(instance) },
  ];
}

const problem = z.object({ problem: z.string() });

async function duplicateMeetings({ pool }: Instance): Promise<readonly string[]> {
  return await pool.anyFirst(sql.type(problem)`
    select provider_event_id || ' has ' || count(*) || ' rows' as problem from meetings
    where calendar_id is not null group by calendar_id, provider_event_id having count(*) > 1
  `);
}

/** Returns overdue and duplicate briefings. Allows a minute, so that an email due this second is not reported. */
async function missingBriefings({ pool }: Instance): Promise<readonly string[]> {
  return await pool.anyFirst(sql.type(problem)`
    select 'meeting ' || m.id || ' was due at ' || m.briefing_due_at || ' and is ' || m.briefing_state as problem
    from meetings m
    where m.status = 'confirmed' and m.briefing_state in ('scheduled', 'sending')
      and m.briefing_due_at < now() - interval '1 minute' and m.start_time > now()
    union all
    select 'meeting ' || meeting_id || ' has ' || count(*) || ' of ' || kind from briefings group by meeting_id, kind having count(*) > 1
  `);
}

/** Returns usage that does not match results, or is reserved for requests that nothing is working on. */
export async function wrongUsage({ pool }: Pick<Instance, 'pool'>): Promise<readonly string[]> {
  return await pool.anyFirst(sql.type(problem)`
    select 'user ' || id || ' used ' || used || ', researched ' || researched as problem
    from users
    cross join lateral (select count(*) as used from usage_entries where user_id = users.id and kind = 'research' and state = 'used') u
    cross join lateral (select count(*) as researched from research_results where user_id = users.id) r
    where used <> researched
    union all
    select 'user ' || user_id || ' has ' || reference || ' reserved, which nothing will settle' from usage_entries entry
    where kind = 'research' and state = 'reserved' and not exists (
      select from meetings
      where user_id = entry.user_id and starts_with(entry.reference, id || ':')
        and status = 'confirmed' and research_state in ('pending', 'running') and start_time > now() - interval '1 minute'
    )
  `);
}

const emailRow = z.object({ id: z.uuid(), mailKey: z.string(), state: z.string() });

async function wrongMails(instance: Instance): Promise<string[]> {
  const emails = await instance.pool.any(
    sql.type(emailRow)`select id, mail_key as "mailKey", state from emails where not by_message`,
  );
  const copies = new Map<string, number>();
  for (const { emailId } of await listSentMails(instance)) copies.set(emailId, (copies.get(emailId) ?? 0) + 1);
  // Emails may be sent between the first two reads; their rows exist by this one.
  const known = new Set(await instance.pool.anyFirst(sql.typeAlias('id')`select id from emails where not by_message`));
  return [
    ...emails.flatMap(({ id, mailKey, state }) => {
      const count = copies.get(id) ?? 0;
      if (count > 1) return [`${mailKey} was sent ${count} times`];
      // The demo's past emails were sent before the sandbox started.
      return count === 0 && state === 'sent' && !mailKey.startsWith('demo:')
        ? [`${mailKey} is marked sent but never was`]
        : [];
    }),
    ...[...copies.keys()].filter((id) => !known.has(id)).map((id) => `${id} was sent but has no row`),
  ];
}

const taken = z.object({ messages: z.array(z.object({ path: z.string() })) });
const told = z.object({ path: z.string(), delivered: z.number(), unknown: z.number() });

/** Returns mismatches between rows and what arrived at their paths. Each user in a fault run has their own paths. */
async function wrongMessages(instance: Instance): Promise<string[]> {
  const response = await fetch(`${vendorUrl(instance, 'messages')}/_control/messages`);
  const { messages } = taken.parse(await response.json());
  const rows = await instance.pool.any(sql.type(told)`
    with sent as (
      select '/' || kind || '/' || user_id as path, state from channel_messages
      union all
      select '/push/' || user_id, state from push_deliveries d join push_subscriptions s on s.id = d.subscription_id
    )
    select path, count(*) filter (where state = 'delivered') as delivered, count(*) filter (where state = 'unknown') as unknown
    from sent group by path
  `);
  const known = new Set(rows.map(({ path }) => path));
  return [
    ...rows.flatMap(({ path, delivered, unknown }) => {
      const count = messages.filter((message) => message.path === path).length;
      const isRight = count >= delivered && count <= delivered + unknown;
      return isRight ? [] : [`${path} got ${count} messages: ${delivered} delivered, ${unknown} unknown`];
    }),
    ...messages.filter(({ path }) => !known.has(path)).map(({ path }) => `${path} got a message without a row`),
  ];
}

const delivery = z.object({ id: z.uuid(), state: z.string(), attempts: z.number() });

/** Returns webhooks that do not match their rows or arrived more often than they were sent. */
async function wrongWebhooks({ pool, receiver }: Instance): Promise<string[]> {
  const copies = new Map<string, number>();
  for (const { headers } of receiver.received) {
    const id = String(headers['webhook-id']);
    copies.set(id, (copies.get(id) ?? 0) + 1);
  }
  const rows = await pool.any(sql.type(delivery)`select id, state, attempts from webhook_deliveries`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [
    ...rows
      .filter(({ id, state }) => state === 'delivered' && !copies.has(id))
      .map(({ id }) => `webhook ${id} is marked delivered but never arrived`),
    ...[...copies]
      .filter(([id, count]) => {
        const row = byId.get(id);
        return !row || count > row.attempts || !['delivered', 'unknown'].includes(row.state);
      })
      .map(([id, count]) => `webhook ${id} arrived ${count} times and is ${byId.get(id)?.state ?? 'without a row'}`),
  ];
}

/** Outlasts the first retries, which begin while a part is still down. */
const DELIVERIES_DEADLINE_MS = 300_000;

/** Waits for open deliveries and returns those left. Every receiver accepts everything, so none may stay open. */
async function openDeliveries({ pool }: Instance): Promise<readonly string[]> {
  const deadline = Date.now() + DELIVERIES_DEADLINE_MS;
  for (;;) {
    const rows = await pool.anyFirst(sql.type(problem)`
      select 'webhook ' || id || ' is ' || state as problem from webhook_deliveries where state in ('queued', 'sending')
      union all
      select 'message ' || id || ' is ' || state from channel_messages where state in ('queued', 'sending')
      union all
      select 'push ' || id || ' is ' || state from push_deliveries where state in ('queued', 'sending')
    `);
    if (rows.length === 0 || Date.now() > deadline) return rows;
    await sleep(1000);
  }
}

async function unsentMessages({ pool }: Instance): Promise<readonly string[]> {
  return await pool.anyFirst(sql.type(problem)`
    select 'email ' || mail_key || ' was replaced by a message that nothing sent' as problem from emails
    where by_message and not exists (select from channel_messages where email_id = emails.id and state in ('delivered', 'unknown'))
  `);
}

/** Reports kinds that were never delivered, which would make their counts meaningless. */
async function unusedDeliveries({ pool }: Instance): Promise<readonly string[]> {
  return await pool.anyFirst(sql.type(problem)`
    select 'no ' || kind || ' was delivered' as problem from (values
      ('webhook', exists (select from webhook_deliveries where state = 'delivered')),
      ('message', exists (select from channel_messages where state = 'delivered')),
      ('push', exists (select from push_deliveries where state = 'delivered'))
    ) as kinds (kind, is_used) where not is_used
  `);
}

/** The columns that must match the payment provider. */
const copiedSubscription = z.object({
  userId: z.uuid(),
  subscriptionId: z.string(),
  status: z.string(),
  cancelAtPeriodEnd: z.boolean(),
  trialEndsAt: z.date().nullable(),
  currentPeriodEnd: z.date().nullable(),
});

/** Returns a client from the vendor's library, since a mistake in ours would affect both sides. */
export function stripeOf({ stack }: Pick<Instance, 'stack'>): Stripe {
  const { hostname, port } = new URL(stack.env['STRIPE_BASE_URL'] ?? '');
  return new Stripe(stack.env['STRIPE_SECRET_KEY'] ?? '', { host: hostname, port, protocol: 'http' });
}

async function wrongSubscriptions({ pool, stack }: Instance): Promise<string[]> {
  const stripe = stripeOf({ stack });
  const copies = await pool.any(sql.type(copiedSubscription)`
    select user_id as "userId", provider_subscription_id as "subscriptionId", status, cancel_at_period_end as "cancelAtPeriodEnd",
      trial_ends_at as "trialEndsAt", current_period_end as "currentPeriodEnd"
    from subscriptions where provider_subscription_id is not null
  `);
  const problems: string[] = [];
  for (const { userId, subscriptionId, ...copy } of copies) {
    const original = await stripe.subscriptions.retrieve(subscriptionId);
    const expected = {
      status: original.status,
      cancelAtPeriodEnd: original.cancel_at_period_end,
      trialEndsAt: toDate(original.trial_end),
      currentPeriodEnd: toDate(original.items.data[0]?.current_period_end ?? null),
    };
    if (JSON.stringify(copy) !== JSON.stringify(expected))
      problems.push(`user ${userId} has ${JSON.stringify(copy)} instead of ${JSON.stringify(expected)}`);
  }
  const known = new Set(copies.map(({ subscriptionId }) => subscriptionId));
  for await (const { id, status } of stripe.subscriptions.list())
    if (!known.has(id)) problems.push(`${id}, which is ${status}, has no row`);
  return problems;
}

const toDate = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000));

async function waitingOutbox({ pool }: Instance): Promise<string[]> {
  const count = z.object({ count: z.number() });
  const deadline = Date.now() + OUTBOX_DEADLINE_MS;
  for (;;) {
    const rows = await pool.oneFirst(sql.type(count)`select count(*) as count from outbox`);
    if (rows === 0) return [];
    if (Date.now() > deadline) return [`${rows} rows are still waiting`];
    await sleep(1000);
  }
}

async function stuckWorkflows(instance: Instance): Promise<string[]> {
  return await withEngine(engineOf(instance), async (client) => {
    const stuck: string[] = [];
    for await (const { workflowId } of client.workflow.list({ query: "ExecutionStatus = 'Running'" })) {
      const handle = client.workflow.getHandle(workflowId);
      const { raw } = await handle.describe();
      const attempt = raw.pendingWorkflowTask?.attempt ?? 0;
      if (attempt <= MAX_TASK_ATTEMPTS) continue;
      const { events } = await handle.fetchHistory();
      const failed = events?.findLast(({ workflowTaskFailedEventAttributes }) => workflowTaskFailedEventAttributes);
      const why = failed?.workflowTaskFailedEventAttributes?.failure?.message ?? 'no failure in its history';
      stuck.push(`${workflowId} is at attempt ${attempt}: ${why}`);
    }
    for await (const { workflowId } of client.workflow.list({ query: "ExecutionStatus = 'Failed'" }))
      stuck.push(`${workflowId} failed`);
    return stuck;
  });
}
