import { Connection, type Client as EngineClient, type WorkflowExecutionInfo } from '@temporalio/client';
import { Client } from 'pg';
import { Stripe } from 'stripe';
import { localDatabaseUrls } from '#db/local/roles.ts';
import { openPool } from '#db/pool.ts';
import { migrate } from '#ops/commands/migrate.ts';
import { registerNamespace } from '#ops/commands/register-engine.ts';
import type { Store } from '#sandbox/control/store.ts';
import { startVendor } from '#sandbox/start-vendor.ts';
import { stripeState } from '#sandbox/stripe/state.ts';
import { createStripe } from '#sandbox/stripe/stripe.ts';
import { workerProcess } from '#scripts/stack/product.ts';
import { seedMeeting, seedResearch, seedUser } from '#tests/support/builders.ts';
import { withEngine } from '#tests/support/engine-client.ts';
import {
  DELETE_EXPIRED_SCHEDULE,
  DIGESTS_SCHEDULE,
  RECONCILE_CALENDARS_SCHEDULE,
  RECONCILE_SCHEDULE,
  RENEW_CHANNELS_SCHEDULE,
} from '#workflows/names.ts';
import type { Fault } from './fault.ts';
import { engineOf, type Instance } from './instance.ts';
import { startTwin } from './twin.ts';
import { until } from './until.ts';

/** Runs each schedule for more customers than one workflow history can hold. */
export const scale: Fault[] = [{ title: 'scheduled workflows at scale', run: goThroughAll, unaffected: 'all' }];

const CUSTOMERS = Number(process.env['SCALE_CUSTOMERS'] ?? 200_000);
/** One customer in this many has a subscription that we don't know about, and a digest that is due. */
const ONE_IN = 200;
const FEW = CUSTOMERS / ONE_IN;
const MOST_EVENTS = 10_000;
const MOST_MS = 90 * 60_000;
const NAME = 'scale';

type Rows = { database: Client; ownerUrl: string; databaseUrl: string };
type Walk = {
  scheduleId: string;
  /** The workflow's expected result. */
  returns: Record<string, number>;
  /** The part of a query after `select` that counts rows, and the counts it must return. */
  rows: string;
  expected: Record<string, number>;
};

/** Each schedule and its work: one item per customer, but only a few subscriptions to repair and digests to send. */
const WALKS: readonly Walk[] = [
  {
    scheduleId: RECONCILE_SCHEDULE,
    returns: { checked: CUSTOMERS, repaired: FEW, failed: 0 },
    rows: `(select count(*) from payment_customers where version > 0) as compared,
      (select count(*) from subscriptions where status = 'trialing') as found`,
    expected: { compared: CUSTOMERS, found: FEW },
  },
  {
    scheduleId: RECONCILE_CALENDARS_SCHEDULE,
    returns: { accounts: CUSTOMERS, meetings: CUSTOMERS },
    rows: `(select count(*) from outbox where message->>'workflow' = 'calendar-sync') as syncs,
      (select count(distinct message->>'userId') from outbox where message->>'workflow' = 'calendar-sync') as accounts,
      (select count(*) from outbox where message->>'workflow' = 'meeting') as starts,
      (select count(distinct message->>'meetingId') from outbox where message->>'workflow' = 'meeting') as meetings`,
    expected: { syncs: CUSTOMERS, accounts: CUSTOMERS, starts: CUSTOMERS, meetings: CUSTOMERS },
  },
  {
    scheduleId: RENEW_CHANNELS_SCHEDULE,
    returns: { accounts: CUSTOMERS },
    rows: `count(*) as syncs, count(distinct message->>'userId') as accounts from outbox`,
    expected: { syncs: CUSTOMERS, accounts: CUSTOMERS },
  },
  {
    scheduleId: DIGESTS_SCHEDULE,
    returns: { queued: FEW },
    rows: `count(*) as mails, count(distinct user_id) as readers from emails where kind = 'digest'`,
    expected: { mails: FEW, readers: FEW },
  },
  {
    scheduleId: DELETE_EXPIRED_SCHEDULE,
    // One session and one meeting per customer.
    returns: { rows: 2 * CUSTOMERS },
    rows: `(select count(*) from sessions) as sessions, (select count(*) from meetings) as meetings`,
    expected: { sessions: 0, meetings: CUSTOMERS },
  },
];

/**
 * Runs each schedule for the customers of a second product, which shares Temporal, Postgres and the machine with the
 * first. It has no dispatcher, so the messages that the schedules write can be counted.
 */
async function goThroughAll(instance: Instance): Promise<string> {
  const { stack } = instance;
  const connection = await Connection.connect(engineOf(instance));
  await registerNamespace(connection, { name: NAME, description: '', retentionDays: 1 }).finally(() =>
    connection.close(),
  );
  const rows = await createRows(instance);
  const payments = await startVendor(createStripe, { store: await fillStripe(instance) });
  try {
    const { env, ...worker } = workerProcess(stack, 'built');
    const settings = {
      DATABASE_URL: rows.databaseUrl,
      STRIPE_BASE_URL: payments.url,
      TEMPORAL_NAMESPACE: NAME,
      WORKER_QUEUES: 'core,billing',
      JOURNAL_DIR: '',
    };
    const twin = await startTwin(stack, { ...worker, env: { ...env, ...settings } }, 'WORKER_PORT');
    try {
      return await withEngine({ ...engineOf(instance), namespace: NAME }, async (client) => {
        // So that each runs once, after the customers have been added.
        for (const { scheduleId } of WALKS) await client.schedule.getHandle(scheduleId).pause();
        await fillRows(instance, rows);
        const seen: string[] = [];
        for (const walk of WALKS) seen.push(await goThrough(client, rows.database, walk));
        return `${CUSTOMERS} customers: ${seen.join('; ')}`;
      });
    } finally {
      await twin.stop();
    }
  } finally {
    await payments.close();
    await rows.database.end();
    await asOwner(rows.ownerUrl, `drop database ${NAME} with (force)`);
  }
}

/**
 * Triggers a schedule and waits until it is done.
 *
 * @throws if it misses a customer, handles one twice or has too long a history
 */
async function goThrough(client: EngineClient, database: Client, walk: Walk): Promise<string> {
  const { scheduleId, returns, rows, expected } = walk;
  await database.query('truncate outbox');
  await database.query('vacuum analyze');
  const began = Date.now();
  await client.schedule.getHandle(scheduleId).trigger();
  const query = `WorkflowId STARTS_WITH '${scheduleId}' and StartTime >= '${new Date(began).toISOString()}'`;
  let runs: WorkflowExecutionInfo[] = [];
  const isDone = async () => {
    runs = [];
    for await (const run of client.workflow.list({ query })) runs.push(run);
    return runs.length > 0 && runs.every(({ status }) => status.name !== 'RUNNING');
  };
  await until(`${scheduleId} is done`, isDone, MOST_MS);
  const seconds = Math.round((Date.now() - began) / 1000);
  const longest = Math.max(...runs.map(({ historyLength }) => historyLength));
  const returned: unknown = await client.workflow.getHandle(runs[0]?.workflowId ?? '').result();
  const found = await database.query<Record<string, string>>(`select ${rows}`);
  const counted = Object.fromEntries(Object.entries(found.rows[0] ?? {}).map(([name, count]) => [name, Number(count)]));
  const seen = `${scheduleId} ${seconds} s, ${runs.length} runs of at most ${longest} events`;
  const asJson = (value: unknown) => JSON.stringify(value, Object.keys({ ...returns, ...expected }).toSorted());
  if (asJson(returned) !== asJson(returns)) throw new Error(`${seen}, returned ${JSON.stringify(returned)}`);
  if (asJson(counted) !== asJson(expected)) throw new Error(`${seen}, left ${JSON.stringify(counted)}`);
  if (longest >= MOST_EVENTS) throw new Error(seen);
  return seen;
}

/** Returns the payment provider's data: a customer for each of ours, a few with a subscription we don't know about. */
async function fillStripe({ stack }: Instance): Promise<Store> {
  let saved = '';
  const keep: Store = { load: () => undefined, save: (document) => void (saved = JSON.stringify(document)) };
  const { url, close } = await startVendor(createStripe, { store: keep });
  const { hostname, port } = new URL(url);
  const stripe = new Stripe(stack.env['STRIPE_SECRET_KEY'] ?? '', { host: hostname, port, protocol: 'http' });
  const customer = await stripe.customers.create({ email: 'customer@scale.test' });
  const [price] = (await stripe.prices.list({ limit: 1 })).data;
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price?.id ?? '' }],
    trial_period_days: 30,
  });
  await close();
  const state = stripeState.parse(JSON.parse(saved));
  const { customer: customers, subscription: subscriptions } = state.objects;
  const [model, bought] = [customers[customer.id], subscriptions[subscription.id]];
  if (!model || !bought) throw new Error('The payment provider did not store its first customer.');
  for (let n = 1; n <= CUSTOMERS; n += 1) {
    const id = `cus_scale${n}`;
    customers[id] = { ...model, id };
    if (n % ONE_IN === 0) subscriptions[`sub_scale${n}`] = { ...bought, id: `sub_scale${n}`, customer: id };
  }
  return { load: (schema) => schema.parse(state), save: () => undefined };
}

/** Creates an empty database for the second product. */
async function createRows({ stack }: Instance): Promise<Rows> {
  const ownerUrl = stack.env['DATABASE_OWNER_URL'] ?? '';
  await asOwner(ownerUrl, `create database ${NAME}`);
  const urls = localDatabaseUrls(stack.ports.postgres, NAME);
  await migrate(urls.ownerUrl);
  const database = new Client({ connectionString: urls.ownerUrl });
  // An interrupted run stops Postgres first. The next query reports that; unhandled, it would end the process before
  // the second worker is stopped.
  database.on('error', () => undefined);
  await database.connect();
  return { database, ownerUrl, databaseUrl: urls.databaseUrl };
}

async function asOwner(ownerUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/**
 * Fills the database. Each customer's calendar account is overdue for a sync and has an old channel, an upcoming meeting
 * has no workflow, and a session and a past meeting are old enough to be deleted.
 */
async function fillRows({ stack }: Instance, { database }: Rows): Promise<void> {
  const pool = await openPool(localDatabaseUrls(stack.ports.postgres, NAME).ownerUrl);
  const { id: userId } = await seedUser(pool, { hasPassword: false, isWhitelisted: false });
  const meetingId = await seedMeeting(pool, { userId, startsInMinutes: 300 });
  await seedResearch(pool, { userId, meetingId });
  await pool.end();
  await database.query(`
    create temporary table customers as select uuidv7() as id, uuidv7() as meeting_id, n from generate_series(1, ${CUSTOMERS}) n;
    create temporary table few as select * from customers where n % ${ONE_IN} = 0;
    create unique index on customers (n);
    insert into users (id, email, email_verified_at, first_name, company_domain, briefing_digest, timezone)
      select id, 'customer-' || n || '@scale.test', now(), 'Robin', 'scale.test', true,
        case when n % ${ONE_IN} = 0 then '${zoneAt('07:30')}' else 'Etc/GMT-' || n % 12 end from customers;
    insert into payment_customers (user_id, provider_customer_id) select id, 'cus_scale' || n from customers;
    insert into sessions (user_id, expires_at) select id, now() - interval '3 days' from customers;
    insert into whitelist_entries (email) select 'customer-' || n || '@scale.test' from few;
    with integrations as (
      insert into calendar_integrations (user_id, provider, account_subject, account_email, status, last_sync_at)
      select id, 'google', 'subject-' || n, 'customer-' || n || '@scale.test', 'connected', now() - interval '1 day' from customers
      returning id
    ), added as (
      insert into calendars (integration_id, provider_calendar_id, name, is_primary)
      select id, 'primary', 'Work', true from integrations returning id
    )
    insert into calendar_channels (provider, channel_id, calendar_id, token_hash, expires_at, renew_at)
      select 'google', id, id, '', now() + interval '1 day', now() - interval '3 hours' from added;
    insert into meetings
      select made.* from (select to_jsonb(meetings) as was from meetings where id = '${meetingId}') as original
      cross join customers
      cross join lateral jsonb_populate_record(null::meetings, was || jsonb_build_object('id', meeting_id, 'user_id', customers.id,
        'provider_event_id', 'event-' || n, 'briefing_state', 'scheduled', 'briefing_due_at', now() + interval '30 minutes')) as made;
    insert into attendees (meeting_id, email, response_status, is_external)
      select meeting_id, 'ines@brightwater.test', 'accepted', true from customers;
    insert into meetings
      select made.* from (select to_jsonb(meetings) as was from meetings where id = '${meetingId}') as original
      cross join customers
      cross join lateral jsonb_populate_record(null::meetings, was || jsonb_build_object('id', uuidv7(), 'user_id', customers.id,
        'provider_event_id', 'old-' || n, 'start_time', now() - interval '14 months', 'end_time', now() - interval '14 months')) as made;
    insert into research_results
      select made.* from (select to_jsonb(research_results) as was from research_results where meeting_id = '${meetingId}') as original
      cross join few
      cross join lateral jsonb_populate_record(null::research_results, was || jsonb_build_object('id', uuidv7(), 'user_id', few.id,
        'meeting_id', few.meeting_id)) as made;
    delete from users where id = '${userId}';
  `);
}

/** Returns a time zone whose clocks show about this time. */
function zoneAt(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const now = new Date();
  const offset = Math.round(hours + minutes / 60 - now.getUTCHours() - now.getUTCMinutes() / 60);
  const east = ((offset + 11 + 24) % 24) - 11;
  // The names count hours west of Greenwich.
  return `Etc/GMT${east <= 0 ? '+' : '-'}${Math.abs(east)}`;
}
