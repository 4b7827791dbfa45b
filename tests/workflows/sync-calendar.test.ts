import { setTimeout as sleep } from 'node:timers/promises';
import { type WorkflowHandle, WorkflowIdConflictPolicy } from '@temporalio/client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sql } from '#db/sql.ts';
import {
  connectCalendar,
  integrationOf,
  listMeetings,
  meetingOf,
  takeOutbox,
} from '#tests/support/calendar-account.ts';
import { inHours } from '#tests/support/calendar-person.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { startGoogle } from '#tests/support/google-account.ts';
import { captureHistory } from '#tests/support/histories.ts';
import { PATIENCE_MS } from '#tests/support/patience.ts';
import { connectEngine, createTestContext } from '#tests/support/worker.ts';
import {
  CALENDAR_SYNC,
  calendarSyncId,
  calendarSyncStatusQuery,
  pauseSignal,
  QUEUES,
  resumeSignal,
  setIntervalSignal,
  stopSignal,
  syncNowUpdate,
  syncSignal,
} from '#workflows/names.ts';
import type { CalendarSyncState } from '#workflows/sync-calendar-state.ts';
import { type HistoryEvents, readMetadata, workflowTimeOf } from './meeting-lab.ts';

const settings = { publicUrl: 'http://localhost:3000', supportEmail: 'support@foreword.test', syncIntervalS: 900 };
const google = await forThisFile(startGoogle());
const calendars = { google: google.provider({ pageSize: 2 }) };
const { context, metrics } = await forThisFile(createTestContext({ calendars, settings }));
const engine = await forThisFile(connectEngine());
let worker = await engine.startWorker(context, ['core', 'sync']);
afterEach(async () => {
  settings.syncIntervalS = 900;
  await google.clearFaults();
});

/** Requests that come within this time after a sync began share the next one (workflows/sync-calendar.ts). */
const BURST_MS = 5_000;

let count = 0;
const ines = 'ines@brightwater.test';

async function connect() {
  count += 1;
  const person = await google.person(`person${count}@harborline.test`);
  return { person, account: await connectCalendar(context, person) };
}

/** Starts the workflow as the dispatcher does when a calendar is connected. */
async function start(account: { userId: string }, state?: CalendarSyncState) {
  const input = { userId: account.userId, provider: 'google' as const };
  return await engine.client.workflow.signalWithStart(CALENDAR_SYNC, {
    workflowId: calendarSyncId(input),
    taskQueue: QUEUES.core,
    args: [state ? { ...input, state } : input],
    signal: syncSignal,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
  });
}

type Handle = Awaited<ReturnType<typeof start>>;
const statusOf = async (handle: Handle) => await handle.query(calendarSyncStatusQuery);
const reaches = async (handle: Handle, state: string) =>
  await expect.poll(() => statusOf(handle)).toMatchObject({ state });

async function historyOf(handle: WorkflowHandle) {
  const { events } = await handle.fetchHistory();
  return events ?? [];
}

/** Returns when each sync began, in epoch milliseconds by the workflow's clock. */
function syncStarts(events: HistoryEvents): number[] {
  return events.flatMap((event, at) => (event.activityTaskScheduledEventAttributes ? workflowTimeOf(events, at) : []));
}

test('connecting syncs the meetings and then waits for the next poll', async () => {
  const { person, account } = await connect();
  const eventId = await person.add({ start: inHours(5), guests: [ines] });
  const handle = await start(account);
  await reaches(handle, 'waiting');
  expect(await meetingOf(context, account.userId, eventId)).toMatchObject({ type: 'external', research: 'pending' });

  const { lastSyncAt, nextSyncAt, syncs } = await statusOf(handle);
  expect(syncs).toBe(1);
  const waitMs = Date.parse(nextSyncAt ?? '') - Date.parse(lastSyncAt ?? '');
  expect(waitMs).toBeGreaterThan(0);
  expect(waitMs).toBeLessThanOrEqual(900_000);
  await captureHistory('sync-calendar-waiting', handle);
  await handle.signal(stopSignal);
  await handle.result();
  await captureHistory('sync-calendar-stopped', handle);
});

test('syncNow returns once all earlier changes have been read', async () => {
  const { person, account } = await connect();
  const handle = await start(account);
  await reaches(handle, 'waiting');
  const eventId = await person.add({ start: inHours(5), guests: [ines] });
  await handle.executeUpdate(syncNowUpdate);
  expect(await meetingOf(context, account.userId, eventId)).toMatchObject({ status: 'confirmed' });
  await person.remove(eventId);
  await handle.executeUpdate(syncNowUpdate);
  expect(await meetingOf(context, account.userId, eventId)).toMatchObject({ status: 'cancelled' });
  await captureHistory('sync-calendar-updated', handle);
  await handle.signal(stopSignal);
});

test('notifications in a burst cause syncs at least 5 s apart, and syncNow does not wait for them', async () => {
  const { account } = await connect();
  const handle = await start(account);
  await reaches(handle, 'waiting');
  await Promise.all(Array.from({ length: 20 }, () => handle.signal(syncSignal)));
  await expect.poll(async () => (await statusOf(handle)).syncs).toBeGreaterThan(1);
  const run = engine.client.workflow.getHandle(handle.workflowId, handle.signaledRunId);
  const starts = syncStarts(await historyOf(run));
  expect(starts.length).toBeGreaterThan(1);
  for (const [index, start] of starts.slice(1).entries()) {
    expect(start - (starts[index] ?? Number.NaN)).toBeGreaterThanOrEqual(BURST_MS);
  }

  await handle.signal(syncSignal);
  await handle.executeUpdate(syncNowUpdate);
  const events = await historyOf(run);
  const asked = events.findIndex((event) => event.workflowExecutionUpdateAcceptedEventAttributes);
  const answered = events.findIndex((event) => event.workflowExecutionUpdateCompletedEventAttributes);
  expect(answered).toBeGreaterThan(asked);
  // No timer for the end of the burst fired.
  expect(events.slice(asked, answered).filter((event) => event.timerFiredEventAttributes)).toEqual([]);
  await captureHistory('sync-calendar-calmed', handle);
  await handle.signal(stopSignal);
});

test('case 47: a calendar is polled automatically, at the interval set by an operator', async () => {
  const { person, account } = await connect();
  settings.syncIntervalS = 1;
  const handle = await start(account);
  await reaches(handle, 'waiting');
  const eventId = await person.add({ start: inHours(5) });
  await vi.waitFor(async () => await meetingOf(context, account.userId, eventId), {
    timeout: PATIENCE_MS,
    interval: 100,
  });
  await handle.signal(setIntervalSignal, { seconds: 3600 });
  await expect
    .poll(async () => Date.parse((await statusOf(handle)).nextSyncAt ?? ''))
    .toBeGreaterThan(Date.now() + 3_500_000);
  await handle.signal(stopSignal);
});

test('a paused calendar syncs only on request until it is resumed', async () => {
  const { person, account } = await connect();
  settings.syncIntervalS = 1;
  const handle = await start(account);
  await reaches(handle, 'waiting');
  await handle.signal(pauseSignal);
  await reaches(handle, 'paused');
  const { syncs } = await statusOf(handle);
  const eventId = await person.add({ start: inHours(5) });
  await sleep(2500);
  expect(await statusOf(handle)).toMatchObject({ state: 'paused', syncs, nextSyncAt: null });
  await handle.executeUpdate(syncNowUpdate);
  expect(await meetingOf(context, account.userId, eventId)).toMatchObject({ status: 'confirmed' });
  expect(await statusOf(handle)).toMatchObject({ state: 'paused' });
  await handle.signal(resumeSignal);
  await reaches(handle, 'waiting');
  await captureHistory('sync-calendar-resumed', handle);
  await handle.signal(stopSignal);
});

test('an account with polling switched off is synced once and then paused', async () => {
  const { account } = await connect();
  await context.pool.query(sql.typeAlias('void')`
    update calendar_integrations set sync_enabled = false where id = ${account.integrationId}
  `);
  const handle = await start(account);
  await reaches(handle, 'paused');
  expect(await integrationOf(context, account.integrationId)).toMatchObject({
    error: null,
    lastSyncAt: expect.any(Date),
  });
  await handle.signal(stopSignal);
});

test('case 43: a revoked grant parks the sync, and reconnecting resumes it without loss', async () => {
  const { person, account } = await connect();
  const eventId = await person.add({ start: inHours(5), guests: [ines] });
  const handle = await start(account);
  await reaches(handle, 'waiting');
  await takeOutbox(context);
  await person.endGrants();
  await expect(handle.executeUpdate(syncNowUpdate)).rejects.toThrow('Update failed');
  expect(await statusOf(handle)).toMatchObject({ state: 'reconnect_needed', nextSyncAt: null });
  await captureHistory('sync-calendar-parked', handle);
  expect(await meetingOf(context, account.userId, eventId)).toMatchObject({ status: 'confirmed' });
  expect(await takeOutbox(context)).toMatchObject([{ workflow: 'send-email' }]);

  const provider = context.calendars.google;
  const grant = provider && (await person.grant(provider));
  const token = context.encryption.encrypt(grant?.refreshToken ?? '', `${account.userId}:google`);
  await context.pool.query(sql.typeAlias('void')`
    update calendar_integrations set status = 'connected', refresh_token = ${token}, access_token = null where id = ${account.integrationId}
  `);
  const later = await person.add({ start: inHours(6), guests: [ines] });
  await handle.signal(syncSignal);
  await reaches(handle, 'waiting');
  expect(await listMeetings(context, account.userId)).toHaveLength(2);
  expect(await meetingOf(context, account.userId, later)).toMatchObject({ status: 'confirmed' });
  await handle.signal(stopSignal);
});

test('case 44: a sync that gets a 429 is retried after the requested delay, not sooner', async () => {
  const { person, account } = await connect();
  await google.fault({ method: 'GET', path: '/calendar/v3/calendars/', status: 429, headers: { 'retry-after': '3' } });
  const eventId = await person.add({ start: inHours(5) });
  const began = Date.now();
  const handle = await start(account);
  await reaches(handle, 'waiting');
  expect(Date.now() - began).toBeGreaterThan(2_900);
  expect(await meetingOf(context, account.userId, eventId)).toMatchObject({ status: 'confirmed' });
  expect((await statusOf(handle)).syncs).toBe(1);
  await handle.signal(stopSignal);
});

test('case 45: another worker continues a sync interrupted between pages', async () => {
  const { person, account } = await connect();
  await takeOutbox(context);
  for (const hours of [1, 2, 3, 4, 5]) await person.add({ start: inHours(hours), guests: [ines] });
  await google.fault({ method: 'GET', path: '/calendar/v3/calendars/', delayMs: 1 });
  await google.fault({ method: 'GET', path: '/calendar/v3/calendars/', drop: true, times: 100 });
  const handle = await start(account);
  await expect.poll(() => listMeetings(context, account.userId)).toHaveLength(2);
  await worker.stop();
  await google.clearFaults();
  worker = await engine.startWorker(context, ['core', 'sync']);
  await reaches(handle, 'waiting');
  expect(await listMeetings(context, account.userId)).toHaveLength(5);
  expect(await takeOutbox(context)).toHaveLength(5);
  await handle.signal(stopSignal);
});

test('case 46: stopping ends the workflow even mid-sync, and a later sync starts a new one', async () => {
  const { account } = await connect();
  // Nearly as long as the product waits for Google. The test doesn't wait for it.
  await google.fault({ method: 'GET', path: '/calendar/v3/calendars/', delayMs: 15_000 });
  const first = await start(account);
  await reaches(first, 'syncing');
  await first.signal(stopSignal);
  await first.result();
  await captureHistory('sync-calendar-stopped-while-syncing', first);
  const second = await start(account);
  expect(second.signaledRunId).not.toBe(first.signaledRunId);
  await reaches(second, 'waiting');
  await second.signal(stopSignal);
});

test('a deleted account ends the workflow', async () => {
  const { account } = await connect();
  await context.pool.query(sql.typeAlias('void')`delete from users where id = ${account.userId}`);
  const handle = await start(account);
  await handle.result();
  expect((await handle.describe()).status.name).toBe('COMPLETED');
});

test('a run begun by an earlier build continues as new after 500 syncs and carries over its state', async () => {
  const { account } = await connect();
  const handle = await start(account, {
    isPaused: true,
    isParked: false,
    intervalS: 900,
    ownIntervalS: 3600,
    syncs: 499,
    lastSyncAt: null,
    nextSyncAt: null,
    lastFailure: null,
  });
  const latest = engine.client.workflow.getHandle(handle.workflowId);
  await expect.poll(async () => (await latest.describe()).runId).not.toBe(handle.signaledRunId);
  expect(await latest.query(calendarSyncStatusQuery)).toMatchObject({ state: 'paused', syncs: 500 });
  await captureHistory('sync-calendar-continued', latest);
  await latest.signal(stopSignal);
});

// Before each sync, a worker replays the run of a workflow that it hasn't cached, and it caches only 500.
test('every run has at most four syncs, including the first', async () => {
  const { account } = await connect();
  const handle = await start(account);
  await reaches(handle, 'waiting');
  for (let syncs = 2; syncs <= 9; syncs += 1) await handle.executeUpdate(syncNowUpdate);
  const latest = engine.client.workflow.getHandle(handle.workflowId);
  expect(await latest.query(calendarSyncStatusQuery)).toMatchObject({ syncs: 9 });
  const query = `WorkflowId = '${handle.workflowId}'`;
  await expect.poll(async () => (await engine.client.workflow.count(query)).count).toBe(3);
  await captureHistory(
    'sync-calendar-first-run',
    engine.client.workflow.getHandle(handle.workflowId, handle.signaledRunId),
  );
  await captureHistory('sync-calendar-short-run', latest);
  await latest.signal(stopSignal);
});

describe('the workflow history', () => {
  test('has one activity and one timer per sync, with summaries and no personal data', async () => {
    const { person, account } = await connect();
    await person.add({ title: 'Renewal with Ines', start: inHours(5), guests: [ines] });
    const handle = await start(account);
    await reaches(handle, 'waiting');
    await google.fault({ method: 'GET', path: '/calendar/v3/calendars/', status: 503 });
    await handle.executeUpdate(syncNowUpdate);
    const events = await historyOf(handle);
    expect(events.filter(({ activityTaskScheduledEventAttributes: scheduled }) => scheduled)).toHaveLength(2);
    expect(events.filter(({ timerStartedEventAttributes: timer }) => timer).length).toBeLessThanOrEqual(2);
    const text = events.map((event) => JSON.stringify(event)).join('\n');
    const decoded = text.replace(/"data":"([A-Za-z0-9+/=]+)"/g, (_, data) =>
      Buffer.from(String(data), 'base64').toString(),
    );
    expect(decoded).toContain(account.userId);
    expect(decoded).toContain('Read what changed');
    expect(decoded).not.toMatch(/harborline|brightwater|Renewal|ya29|eyJ/);
    await handle.signal(stopSignal);
  });

  test('comes with details of what the workflow is waiting for', async () => {
    const { account } = await connect();
    const handle = await start(account);
    await reaches(handle, 'waiting');
    expect((await readMetadata(handle)).currentDetails).toContain('**Waiting** for the next poll');
    await handle.signal(stopSignal);
  });
});

test('attack 45: a corrupt calendar row is reported without blocking other calendars', async () => {
  const [{ person, account }, neighbour] = [await connect(), await connect()];
  const second = await person.addCalendar('Projects');
  const handles = [await start(account), await start(neighbour.account)];
  for (const handle of handles) await reaches(handle, 'waiting');
  await context.pool.query(sql.typeAlias('void')`
    update calendars set window_end = 'infinity'
    where integration_id = ${account.integrationId} and provider_calendar_id = ${second}
  `);
  const eventIds = [person, neighbour.person].map((one) => one.add({ start: inHours(5), guests: [ines] }));
  for (const handle of handles) await handle.signal(syncSignal);
  for (const [index, { userId }] of [account, neighbour.account].entries()) {
    const eventId = (await eventIds[index]) ?? '';
    await expect
      .poll(async () => (await listMeetings(context, userId)).map((meeting) => meeting.eventId))
      .toContain(eventId);
  }
  // The number of failures within five minutes that triggers the alert ActivitiesFail.
  const failures = /^foreword_activity_unexpected_total\{.*activity="syncCalendarAccount".*\} (\d+)$/m;
  await expect.poll(async () => Number(failures.exec(await metrics.read())?.[1] ?? 0)).toBeGreaterThan(2);

  // Once the row is repaired, the sync continues automatically.
  await context.pool.query(sql.typeAlias('void')`
    update calendars set window_end = null where integration_id = ${account.integrationId}
  `);
  for (const handle of handles) await reaches(handle, 'waiting');
  for (const handle of handles) await handle.signal(stopSignal);
});
