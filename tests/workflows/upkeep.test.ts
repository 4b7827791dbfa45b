import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { deliverMessage } from '#api/deliver-message.ts';
import { RETENTION_MONTHS } from '#contract/limits.ts';
import { closeAccount } from '#db/close-account.ts';
import { hashToken } from '#db/link-token.ts';
import { insertChannel } from '#db/queries/calendar-channels.ts';
import { outboxMessage } from '#db/queries/outbox.ts';
import { sql } from '#db/sql.ts';
import { seedBriefing } from '#tests/support/briefing-builders.ts';
import { seedCalendar, seedMeeting, seedResearch, seedUser } from '#tests/support/builders.ts';
import { connectCalendar, integrationOf, listMeetings, takeOutbox } from '#tests/support/calendar-account.ts';
import { inHours } from '#tests/support/calendar-person.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { startGoogle } from '#tests/support/google-account.ts';
import { captureHistory } from '#tests/support/histories.ts';
import { connectEngine, createTestContext } from '#tests/support/worker.ts';
import { ensureSchedules } from '#workers/schedules.ts';
import {
  calendarSyncId,
  DELETE_EXPIRED,
  DELETE_EXPIRED_SCHEDULE,
  deleteAccountId,
  pauseSignal,
  QUEUES,
  RECONCILE_CALENDARS,
  RECONCILE_CALENDARS_SCHEDULE,
  RENEW_CHANNELS,
  RENEW_CHANNELS_SCHEDULE,
} from '#workflows/names.ts';
import { eventually } from './meeting-lab.ts';

const google = await forThisFile(startGoogle());
const { context } = await forThisFile(createTestContext({ calendars: { google: google.provider() } }));
const engine = await forThisFile(connectEngine());
await engine.startWorker(context, ['core', 'sync']);
beforeEach(async () => {
  await context.pool.query(sql.typeAlias('void')`delete from users`);
  await context.pool.query(sql.typeAlias('void')`delete from journal_entries`);
  await context.pool.query(sql.typeAlias('void')`delete from mail_suppressions`);
  await takeOutbox(context);
});

let count = 0;
/** Connects an account that was last synced the given number of hours ago. */
async function connect(hoursAgo: number, error: string | null = null) {
  count += 1;
  const person = await google.person(`person${count}@harborline.test`);
  const account = await connectCalendar(context, person);
  await context.pool.query(sql.typeAlias('void')`
    update calendar_integrations
    set last_sync_at = now() - ${hoursAgo} * interval '1 hour', last_sync_error = ${error} where id = ${account.integrationId}
  `);
  return { person, ...account };
}

async function run(workflowType: string): Promise<unknown> {
  return (await runToEnd(workflowType)).result;
}

async function runToEnd(workflowType: string) {
  const options = { workflowId: `${workflowType}-${randomUUID()}`, taskQueue: QUEUES.core };
  const handle = await engine.client.workflow.start(workflowType, options);
  const result: unknown = await handle.result();
  // The histories `delete-expired-done` and `-in-batches` are from before its steps were independent.
  const phase = workflowType === DELETE_EXPIRED ? 'in-steps' : 'done';
  await captureHistory(`${kebab(workflowType)}-${phase}`, handle);
  return { result, handle };
}
const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Dispatches queued messages, as the API does. */
async function dispatch(): Promise<number> {
  const messages = await takeOutbox(context);
  for (const message of messages) await deliverMessage(engine.client, outboxMessage.parse(message));
  return messages.length;
}
const syncHandle = (userId: string) => engine.client.workflow.getHandle(calendarSyncId({ userId, provider: 'google' }));
const syncMessage = (userId: string) => ({ workflow: 'calendar-sync', userId, provider: 'google', signal: 'sync' });

describe('an overdue account', () => {
  test('without a workflow gets a new one, which catches up', async () => {
    const { person, userId, integrationId } = await connect(3);
    await person.add({ title: 'Missed', start: inHours(5) });
    await connect(0.1);
    expect(await run(RECONCILE_CALENDARS)).toEqual({ accounts: 1, meetings: 0 });
    expect(await dispatch()).toBe(1);
    await eventually(
      () => integrationOf(context, integrationId),
      ({ lastSyncAt }) => Date.now() - (lastSyncAt?.getTime() ?? 0) < 60_000,
    );
    expect(await listMeetings(context, userId)).toMatchObject([{ title: 'Missed' }]);
    expect(await run(RECONCILE_CALENDARS)).toEqual({ accounts: 0, meetings: 0 });
    await syncHandle(userId).terminate();
  });

  test('paused by an operator or with an unreachable vendor is skipped', async () => {
    const paused = await connect(3);
    const unlucky = await connect(3, 'unavailable');
    for (const { userId } of [paused, unlucky]) {
      await deliverMessage(engine.client, outboxMessage.parse(syncMessage(userId)));
      await syncHandle(userId).signal(pauseSignal);
    }
    await eventually(
      () => integrationOf(context, unlucky.integrationId),
      ({ error }) => error === null,
    );
    await context.pool.query(sql.typeAlias('void')`
      update calendar_integrations set last_sync_at = now() - interval '3 hours',
        last_sync_error = case when id = ${unlucky.integrationId} then 'unavailable' end
    `);
    expect(await run(RECONCILE_CALENDARS)).toEqual({ accounts: 0, meetings: 0 });
    expect(await takeOutbox(context)).toEqual([]);
    for (const { userId } of [paused, unlucky]) await syncHandle(userId).terminate();
  });

  test('drops a refused cursor and requests a sync', async () => {
    const { userId, integrationId } = await connect(3, 'bad_request');
    await context.pool.query(sql.typeAlias('void')`
      insert into calendars (integration_id, provider_calendar_id, name, sync_cursor, window_start, window_end)
      values (${integrationId}, 'somewhere', 'Work', 'refused', now() - interval '30 days', now() + interval '30 days')
    `);
    expect(await run(RECONCILE_CALENDARS)).toEqual({ accounts: 1, meetings: 0 });
    const cursors = await context.pool.anyFirst(sql.type(z.object({ cursor: z.string().nullable() }))`
      select sync_cursor as cursor from calendars where integration_id = ${integrationId}
    `);
    expect(cursors).toEqual([null]);
    expect(await takeOutbox(context)).toEqual([syncMessage(userId)]);
  });

  test.each([
    ['disconnected', sql.fragment`status = 'disconnected'`],
    ['waiting to be reconnected', sql.fragment`status = 'reconnect_needed'`],
    ['not synced automatically', sql.fragment`sync_enabled = false`],
  ])('that is %s is skipped', async (_, change) => {
    const { integrationId } = await connect(3);
    await context.pool.query(sql.typeAlias('void')`
      update calendar_integrations set ${change} where id = ${integrationId}
    `);
    expect(await run(RECONCILE_CALENDARS)).toEqual({ accounts: 0, meetings: 0 });
  });
});

test('attack 46: a deletion whose workflow was lost is restarted, even if the user’s row is already gone', async () => {
  const close = async ({ minutesAgo }: { minutesAgo: number }) => {
    const { id: userId } = await seedUser(context.pool, { hasPassword: false });
    await context.pool.transaction((transaction) => closeAccount(transaction, userId, 'due'));
    const noticeId = await context.pool.oneFirst(sql.typeAlias('id')`
      update emails set created_at = now() - ${minutesAgo} * interval '1 minute'
      where mail_key = ${`account-deleted:${userId}`} returning id
    `);
    return { workflow: 'account-deletion' as const, userId, noticeId };
  };
  const lost = await close({ minutesAgo: 20 });
  const rowless = await close({ minutesAgo: 20 });
  const kept = await close({ minutesAgo: 20 });
  await close({ minutesAgo: 5 });
  await context.pool.query(sql.typeAlias('void')`delete from users where id = ${rowless.userId}`);
  // It waits for the queue `billing`, which has no worker.
  await deliverMessage(engine.client, kept);
  await takeOutbox(context);

  expect(await run(RECONCILE_CALENDARS)).toEqual({ accounts: 2, meetings: 0 });
  expect(await takeOutbox(context)).toEqual([lost, rowless]);
  await engine.client.workflow.getHandle(deleteAccountId(kept.userId)).terminate();
  await context.pool.query(sql.typeAlias('void')`delete from emails where kind = 'account-deleted'`);
});

test('a workflow is restarted only for meetings without one whose briefing is due soon or overdue', async () => {
  const user = await seedUser(context.pool, { hasPassword: false });
  const seed = async (dueInMinutes: number, state = 'scheduled') => {
    const meetingId = await seedMeeting(context.pool, { userId: user.id, startsInMinutes: dueInMinutes + 120 });
    await context.pool.query(sql.typeAlias('void')`
      update meetings set briefing_state = ${state}, briefing_due_at = now() + ${dueInMinutes} * interval '1 minute',
        version = 7, research_state = 'completed' where id = ${meetingId}
    `);
    return meetingId;
  };
  const soon = await seed(60);
  const overdue = await seed(-10);
  const kept = await seed(30);
  await seed(600);
  await seed(30, 'sent');
  const message = (meetingId: string) => ({ workflow: 'meeting', userId: user.id, meetingId, version: 7 });
  await deliverMessage(engine.client, outboxMessage.parse(message(kept)));

  expect(await run(RECONCILE_CALENDARS)).toEqual({ accounts: 0, meetings: 2 });
  expect(await takeOutbox(context)).toEqual([message(soon), message(overdue)]);
  await engine.client.workflow.getHandle(`meeting:${kept}`).terminate();
});

test('reserved quota is released only for research that will never run', async () => {
  const { id: userId } = await seedUser(context.pool, { hasPassword: false });
  const reserve = async (change: ReturnType<typeof sql.fragment>, hoursAgo = 2) => {
    const meetingId = await seedMeeting(context.pool, { userId, startsInMinutes: 300 });
    await context.pool.query(sql.typeAlias('void')`update meetings set ${change} where id = ${meetingId}`);
    await context.pool.query(sql.typeAlias('void')`
      insert into usage_entries (user_id, kind, reference, state, created_at)
      values (${userId}, 'research', ${`${meetingId}:1`}, 'reserved', now() - ${hoursAgo} * interval '1 hour')
    `);
    return `${meetingId}:1`;
  };
  const wanted = [
    await reserve(sql.fragment`research_state = 'pending'`),
    await reserve(sql.fragment`research_state = 'running'`),
    await reserve(sql.fragment`research_state = 'none'`, 0.1),
  ];
  await reserve(sql.fragment`research_state = 'pending', status = 'cancelled'`);
  await reserve(sql.fragment`research_state = 'none', user_response = 'declined'`);
  await reserve(sql.fragment`research_state = 'failed'`);
  await reserve(
    sql.fragment`research_state = 'pending', start_time = now() - interval '2 hours', end_time = now() - interval '1 hour'`,
  );
  await context.pool.query(sql.typeAlias('void')`
    insert into usage_entries (user_id, kind, reference, state, created_at)
    values (${userId}, 'research', ${`${randomUUID()}:0`}, 'reserved', now() - interval '1 day')
  `);
  expect(await run(RECONCILE_CALENDARS)).toEqual({ accounts: 0, meetings: 5 });
  const reserved = await context.pool.anyFirst(sql.type(z.object({ reference: z.string() }))`
    select reference from usage_entries where state = 'reserved' and user_id = ${userId}
  `);
  expect(reserved.toSorted()).toEqual(wanted.toSorted());
  expect(await run(RECONCILE_CALENDARS)).toEqual({ accounts: 0, meetings: 0 });
});

test('a sync is requested only for push channels over an hour late for renewal, unless switched off', async () => {
  const seed = async (renewAt: ReturnType<typeof sql.fragment>) => {
    const { id: userId } = await seedUser(context.pool, { hasPassword: false });
    const { calendarId } = await seedCalendar(context.pool, { userId, encryption: context.encryption });
    const channelId = randomUUID();
    const expiresAt = new Date(Date.now() + 86_400_000);
    const key = { provider: 'google', channelId, calendarId, resourceId: null } as const;
    await insertChannel(context.pool, { ...key, tokenHash: hashToken(channelId), expiresAt });
    await context.pool.query(sql.typeAlias('void')`
      update calendar_channels set renew_at = ${renewAt} where channel_id = ${channelId}
    `);
    return { userId, calendarId };
  };
  const old = await seed(sql.fragment`now() - interval '2 hours'`);
  await seed(sql.fragment`now() - interval '5 minutes'`);
  const off = await seed(sql.fragment`now() - interval '2 hours'`);
  await context.pool.query(sql.typeAlias('void')`
    update calendars set is_switched_off = true where id = ${off.calendarId}
  `);
  expect(await run(RENEW_CHANNELS)).toEqual({ accounts: 1 });
  expect(await takeOutbox(context)).toEqual([syncMessage(old.userId)]);
});

test('expired rows are deleted, and nothing else', async () => {
  const { id: userId } = await seedUser(context.pool, { hasPassword: false });
  const { calendarId } = await seedCalendar(context.pool, { userId, encryption: context.encryption });
  const token = () => sql.binary(hashToken(randomUUID()));
  const ages = ['-1 hour', '-60 days'] as const;
  for (const age of ages) {
    await context.pool.query(sql.typeAlias('void')`
      insert into sessions (user_id, expires_at) values (${userId}, now() + ${age}::interval)
    `);
    await context.pool.query(sql.typeAlias('void')`
      insert into auth_tokens (user_id, purpose, token_hash, email, expires_at)
      values (${userId}, 'reset_password', ${token()}, 'robin@harborline.test', now() + ${age}::interval)
    `);
    await context.pool.query(sql.typeAlias('void')`
      insert into newsletter_subscriptions (email, token_hash, token_expires_at, confirmed_at)
      values (${`${randomUUID()}@x.test`}, ${token()}, now() + ${age}::interval, null),
        (${`${randomUUID()}@x.test`}, ${token()}, now() + ${age}::interval, now())
    `);
    await context.pool.query(sql.typeAlias('void')`
      insert into objections (id, kind, subject, listed, is_own, token_hash, token_expires_at, confirmed_at)
      values (${randomUUID()}, 'address', ${randomUUID()}, 'x', true, ${token()}, now() + ${age}::interval - interval '1 day', null),
        (${randomUUID()}, 'address', ${randomUUID()}, 'x', true, ${token()}, now() + ${age}::interval, now())
    `);
    await context.pool.query(sql.typeAlias('void')`
      insert into emails (mail_key, kind, to_address, data, created_at)
      values (${`objection-confirm:${randomUUID()}:1`}, 'objection-confirm', 'ines@brightwater.test', '{}', now() + ${age}::interval)
    `);
    await context.pool.query(sql.typeAlias('void')`
      insert into calendar_channels (provider, channel_id, calendar_id, token_hash, expires_at, renew_at)
      values ('google', ${randomUUID()}, ${calendarId}, ${token()}, now() + ${age}::interval, now())
    `);
  }
  await context.pool.query(sql.typeAlias('void')`
    insert into full_sync_seen (calendar_id, provider_event_id) values (${calendarId}, 'left over')
  `);
  await context.pool.query(sql.typeAlias('void')`
    insert into audit_log (at, action, subject, ip) values (now() - interval '91 days', 'test', 'user:x', '192.0.2.1')
  `);
  await context.pool.query(sql.typeAlias('void')`
    insert into journal_entries (entry, at) values ('{}', now() - interval '401 days'), ('{}', now() - interval '399 days')
  `);
  await context.pool.query(sql.typeAlias('void')`
    insert into mail_suppressions (address, reason, reported_at, lifted_at)
    select ${randomUUID()}::text || n, 'bounce', now() - reported, now() - lifted
    from (values (1, interval '12 months', interval '31 days'), (2, '12 months', '29 days'), (3, '14 months', null), (4, '12 months', null))
      as kept (n, reported, lifted)
    union all select email, 'bounce', now() - interval '2 years', null from users where id = ${userId}
  `);
  expect(await run(DELETE_EXPIRED)).toEqual({ rows: 12 });
  expect(
    await context.pool.anyFirst(sql.type(z.object({ ip: z.string().nullable() }))`select ip from audit_log`),
  ).toEqual([null]);
  const left = await context.pool.one(sql.type(z.object({ counts: z.string() }))`
    select (select count(*) from sessions) || ' ' || (select count(*) from auth_tokens) || ' '
      || (select count(*) from newsletter_subscriptions) || ' ' || (select count(*) from calendar_channels) || ' '
      || (select count(*) from full_sync_seen) || ' ' || (select count(*) from objections) || ' '
      || (select count(*) from emails where to_address like 'ines@%') || ' ' || (select count(*) from journal_entries) || ' '
      || (select count(*) from mail_suppressions) as counts
  `);
  expect(left.counts).toBe('1 1 3 1 0 2 1 1 3');
});

test('attack 39: floods of sign-ups, sessions and addresses in the log are deleted in batches', async () => {
  const { pool } = context;
  const { id: userId } = await seedUser(pool, { hasPassword: false });
  await pool.query(sql.typeAlias('void')`
    insert into users (email, created_at)
    select 'flood' || n || '@brightwater.test', now() - interval '8 days' from generate_series(1, 2500) as n
  `);
  await pool.query(sql.typeAlias('void')`
    insert into auth_tokens (user_id, purpose, token_hash, email, password_hash, expires_at)
    select id, 'verify_email', uuid_send(id), email, 'x', now() - interval '7 days' from users where email like 'flood%'
  `);
  await pool.query(sql.typeAlias('void')`
    insert into sessions (user_id, expires_at) select ${userId}, now() - interval '2 days' from generate_series(1, 12000)
  `);
  await pool.query(sql.typeAlias('void')`
    insert into audit_log (at, action, subject, ip)
    select now() - interval '91 days', 'test', 'user:x', '192.0.2.1' from generate_series(1, 25000)
  `);
  const { result, handle } = await runToEnd(DELETE_EXPIRED);
  expect(result).toEqual({ rows: 2_500 + 12_000 + 25_000 });
  const { events } = await handle.fetchHistory();
  const batches = (name: string) =>
    (events ?? []).filter(
      ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name === name,
    ).length;
  // The last batch of each finds nothing.
  expect(['deleteExpired', 'deleteUnverified', 'forgetAddresses'].map(batches)).toEqual([4, 4, 4]);
  const left = await pool.one(sql.type(z.object({ users: z.number(), sessions: z.number(), addresses: z.number() }))`
    select (select count(*) from users) as users, (select count(*) from sessions) as sessions,
      (select count(*) from audit_log where ip is not null) as addresses
  `);
  expect(left).toEqual({ users: 1, sessions: 0, addresses: 0 });
});

test('meetings and everything about them are kept for thirteen months', async () => {
  const { id: userId } = await seedUser(context.pool, { hasPassword: false });
  const months = (count: number, days: number) =>
    sql.fragment`now() - make_interval(months => ${count}, days => ${days})`;
  const seed = async (endedAt: ReturnType<typeof sql.fragment>) => {
    const meetingId = await seedMeeting(context.pool, { userId, researchState: 'completed' });
    await seedResearch(context.pool, { userId, meetingId });
    await seedBriefing(context.pool, { userId, meetingId });
    await context.pool.query(sql.typeAlias('void')`
      update meetings set start_time = ${endedAt} - interval '1 hour', end_time = ${endedAt} where id = ${meetingId}
    `);
    await context.pool.query(sql.typeAlias('void')`
      update emails set created_at = ${endedAt} - interval '3 hours'
      where id in (select email_id from briefings where meeting_id = ${meetingId})
    `);
    return meetingId;
  };
  const counts = async () =>
    await context.pool.one(sql.type(z.object({ ids: z.array(z.string()), counts: z.string() }))`
      select array(select id::text from meetings order by id) as ids,
        (select count(*) from attendees) || ' ' || (select count(*) from research_results) || ' '
          || (select count(*) from briefings) || ' ' || (select count(*) from emails where user_id = ${userId}) as counts
    `);
  const young = await seed(months(RETENTION_MONTHS, -2));
  await seed(months(RETENTION_MONTHS, 2));
  await context.pool.query(sql.typeAlias('void')`
    insert into usage_entries (user_id, kind, reference, state, created_at)
    values (${userId}, 'research', 'old:1', 'used', ${months(14, 0)})
  `);
  await context.pool.query(sql.typeAlias('void')`
    insert into emails (mail_key, user_id, kind, to_address, data, created_at)
    values (${`waiting:${randomUUID()}`}, ${userId}, 'receipt', 'robin@harborline.test', '{}', ${months(14, 0)})
  `);

  expect(await run(DELETE_EXPIRED)).toEqual({ rows: 2 });
  expect(await counts()).toEqual({ ids: [young], counts: '1 1 1 2' });
  expect(await run(DELETE_EXPIRED)).toEqual({ rows: 0 });
  expect(
    await context.pool.oneFirst(sql.type(z.object({ kept: z.number() }))`
    select count(*) as kept from usage_entries where user_id = ${userId}
  `),
  ).toBe(1);
});

test('answers about a guest are kept for thirteen months after the last meeting', async () => {
  const { id: userId } = await seedUser(context.pool, { hasPassword: false });
  const answer = async (email: string, days: number) => {
    await context.pool.query(sql.typeAlias('void')`
      insert into person_answers (user_id, email, rejected_urls, answered_at)
      values (${userId}, ${email}, '{https://people.test/another}',
        now() - make_interval(months => ${RETENTION_MONTHS}, days => ${days}))
    `);
  };
  const answered = async () =>
    await context.pool.anyFirst(sql.type(z.object({ email: z.string() }))`
      select email from person_answers order by email
    `);
  const meetingId = await seedMeeting(context.pool, { userId });
  await context.pool.query(sql.typeAlias('void')`
    insert into attendees (meeting_id, email, response_status, is_external)
    values (${meetingId}, 'met@brightwater.test', 'accepted', true)
    on conflict do nothing
  `);
  await answer('met@brightwater.test', 300);
  await answer('recent@brightwater.test', -2);
  await answer('unmet@brightwater.test', 2);
  expect(await run(DELETE_EXPIRED)).toEqual({ rows: 1 });
  expect(await answered()).toEqual(['met@brightwater.test', 'recent@brightwater.test']);

  await context.pool.query(sql.typeAlias('void')`
    update meetings set start_time = now() - interval '15 months', end_time = now() - interval '14 months'
  `);
  expect(await run(DELETE_EXPIRED)).toEqual({ rows: 2 });
  expect(await answered()).toEqual(['recent@brightwater.test']);
});

test.each([
  [RECONCILE_CALENDARS_SCHEDULE, 900],
  [RENEW_CHANNELS_SCHEDULE, 3600],
  [DELETE_EXPIRED_SCHEDULE, 86_400],
])('the schedule %s exists once, runs every %i s and never overlaps', async (id, seconds) => {
  await Promise.all([ensureSchedules(engine.client), ensureSchedules(engine.client)]);
  const { spec, policies } = await engine.client.schedule.getHandle(id).describe();
  expect(spec.intervals).toMatchObject([{ every: seconds * 1000 }]);
  expect(policies.overlap).toBe('SKIP');
});

test('a schedule from another build is updated and stays paused', async () => {
  const handle = engine.client.schedule.getHandle(RENEW_CHANNELS_SCHEDULE);
  await ensureSchedules(engine.client);
  await handle.update(({ policies, action }) => ({
    spec: { intervals: [{ every: '2 hours' }] },
    policies,
    action: { ...action, staticSummary: 'As it was before' },
    state: { paused: true, note: 'By an operator' },
  }));
  await ensureSchedules(engine.client);
  const mended = await handle.describe();
  expect(mended.spec).toMatchObject({ intervals: [{ every: 3_600_000, offset: 1_200_000 }], jitter: 600_000 });
  expect(mended.action.staticSummary).toBe('Renew ageing push channels');
  expect(mended.state).toEqual({ paused: true, note: 'By an operator' });
  await ensureSchedules(engine.client);
  expect((await handle.describe()).info.lastUpdatedAt).toEqual(mended.info.lastUpdatedAt);
});
