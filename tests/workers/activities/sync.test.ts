import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { disableCalendars } from '#db/queries/calendar-integrations.ts';
import { forgetComingMeetings, updateCalendarSwitch } from '#db/queries/calendars.ts';
import { getMeetingStatistics } from '#db/queries/meetings.ts';
import { sql } from '#db/sql.ts';
import { NO_BRIEFING } from '#domain/briefable.ts';
import { RateLimitedError, VendorUnavailableError } from '#providers/errors.ts';
import { grantAtSandbox } from '#scripts/demo/connect-google.ts';
import {
  connectCalendar,
  integrationOf,
  listMeetings,
  meetingOf,
  takeOutbox,
} from '#tests/support/calendar-account.ts';
import {
  eventAt,
  inHours,
  startGoogle,
  type TestAccount,
  type TestEvent,
  type TestGoogle,
} from '#tests/support/google-account.ts';
import { createTestContext } from '#tests/support/worker.ts';
import { type SyncRun, syncAccount } from '#workers/calendar/sync-account.ts';
import type { WorkerContext } from '#workers/context.ts';

const EVENTS = '/calendar/v3/calendars/';

let google: TestGoogle;
let context: WorkerContext;
let close: () => Promise<void>;
beforeAll(async () => {
  google = await startGoogle();
  ({ context, close } = await createTestContext({ calendars: { google: google.provider({ pageSize: 2 }) } }));
});
afterEach(async () => {
  await google.clearFaults();
});
afterAll(async () => {
  await close();
  await google.close();
});

type Account = Awaited<ReturnType<typeof connectCalendar>>;

let count = 0;
let person: TestAccount;
let account: Account;
/** Everybody in these tests is new, so that no test sees another's meetings. */
beforeEach(async () => {
  count += 1;
  person = await google.account(`person${count}@harborline.test`);
  account = await connectCalendar(context, person);
  await takeOutbox(context);
});

async function sync(run: Partial<SyncRun> = {}) {
  const { userId, provider } = account;
  const whole: SyncRun = { signal: new AbortController().signal, onProgress: () => {}, deadlineMs: Infinity, ...run };
  return await syncAccount(context, { userId, provider }, whole);
}
const meeting = async (eventId: string) => await meetingOf(context, account.userId, eventId);
const meetings = async () => await listMeetings(context, account.userId);
const ines = { email: 'ines@brightwater.test' };
const colleague = { email: 'sam@harborline.test' };

describe('a full sync', () => {
  test('of dana’s seeded calendar gives the demo dashboard +12% and +0.5', async () => {
    const dana = 'dana@harborline.test';
    account = await connectCalendar(context, { email: dana, grant: (provider) => grantAtSandbox(provider, dana) });
    await context.pool.query(sql.typeAlias('void')`
      update users set timezone = 'Europe/Amsterdam' where id = ${account.userId}
    `);
    expect((await sync()).outcome).toBe('synced');
    const { change } = await getMeetingStatistics(context.pool, account.userId);
    expect(change).toEqual({ totalPercent: 12, averageExternalAttendees: 0.5 });
  });

  test('tells internal, external and mixed meetings apart and plans the outside ones', async () => {
    const start = inHours(5);
    const external = await person.addEvent(eventAt(start, { attendees: [ines] }));
    const mixed = await person.addEvent(eventAt(inHours(6), { attendees: [ines, colleague] }));
    const internal = await person.addEvent(eventAt(inHours(7), { attendees: [colleague] }));
    const alone = await person.addEvent(eventAt(inHours(8)));

    expect(await sync()).toMatchObject({ outcome: 'synced', written: 4, cancelled: 0, isAutomatic: true });
    expect(await meeting(external)).toMatchObject({
      type: 'external',
      domains: ['brightwater.test'],
      guests: ['ines@brightwater.test'],
      start,
      research: 'pending',
      briefing: 'scheduled',
      dueAt: new Date(start.getTime() - 2 * 3_600_000),
      reason: null,
      version: 1,
    });
    expect(await meeting(mixed)).toMatchObject({ type: 'mixed', research: 'pending' });
    expect(await meeting(internal)).toMatchObject({ type: 'internal', research: 'none', briefing: 'none', guests: [] });
    expect(await meeting(alone)).toMatchObject({ type: 'internal', research: 'none' });
    expect(await takeOutbox(context)).toEqual(
      [await meeting(external), await meeting(mixed)].map(({ id }) => ({
        workflow: 'meeting',
        userId: account.userId,
        meetingId: id,
        version: 1,
      })),
    );
  });

  test('keeps what a past meeting was without planning anything for it', async () => {
    const past = await person.addEvent(eventAt(inHours(-48), { attendees: [ines] }));
    await sync();
    expect(await meeting(past)).toMatchObject({ type: 'external', research: 'none', dueAt: null });
    expect(await takeOutbox(context)).toEqual([]);
  });

  test('reads the calendars of the account, not only the primary one', async () => {
    const team = await person.addCalendar('Team');
    expect(await sync()).toMatchObject({ outcome: 'synced' });
    const names = await context.pool.anyFirst(sql.type(z.object({ id: z.string() }))`
      select provider_calendar_id as id from calendars where integration_id = ${account.integrationId} order by is_primary desc
    `);
    expect(names).toEqual([person.email, team]);
  });

  test('case 45: that is cut off goes on from its last page', async () => {
    for (const hours of [1, 2, 3, 4, 5]) await person.addEvent(eventAt(inHours(hours), { attendees: [ines] }));
    const abort = new AbortController();
    // The list of calendars, the first page, and then the worker goes away.
    const onProgress = ({ pages }: { pages: number }) => pages === 3 && abort.abort(new Error('killed'));
    await expect(sync({ signal: abort.signal, onProgress })).rejects.toThrow('killed');
    expect(await meetings()).toHaveLength(2);

    const requests = await google.watchRequests();
    await sync();
    expect(await meetings()).toHaveLength(5);
    const pages = (await requests()).filter((request) => request.endsWith('/events'));
    expect(pages).toHaveLength(2);
    expect(await takeOutbox(context)).toHaveLength(5);
  });

  test('ends between two pages when its time is used up, and goes on from there', async () => {
    for (const hours of [1, 2, 3]) await person.addEvent(eventAt(inHours(hours)));
    await sync({ deadlineMs: 0 });
    expect(await sync({ deadlineMs: 0 })).toEqual({ outcome: 'unfinished' });
    expect(await sync()).toMatchObject({ outcome: 'synced', written: 3 });
  });
});

describe('an incremental sync', () => {
  test('that finds nothing new asks once and writes no meeting', async () => {
    await person.addEvent(eventAt(inHours(5), { attendees: [ines] }));
    await sync();
    await takeOutbox(context);
    const before = await rowVersions();
    const requests = await google.watchRequests();
    expect(await sync()).toMatchObject({ outcome: 'synced', written: 0, cancelled: 0 });
    expect(await requests()).toEqual([`GET ${EVENTS}${encodeURIComponent(person.email)}/events`]);
    expect(await rowVersions()).toEqual(before);
    expect(await takeOutbox(context)).toEqual([]);
  });

  test('keeps a moved event the same meeting, with its briefing due at another time', async () => {
    const eventId = await person.addEvent(eventAt(inHours(5), { attendees: [ines] }));
    await sync();
    const before = await meeting(eventId);
    await takeOutbox(context);
    const moved = inHours(9);
    const { start, end } = eventAt(moved);
    await person.changeEvent(eventId, { start: start ?? {}, end: end ?? {} });

    await sync();
    const dueAt = new Date(moved.getTime() - 2 * 3_600_000);
    expect(await meeting(eventId)).toMatchObject({ id: before.id, start: moved, dueAt, version: 2 });
    expect(await takeOutbox(context)).toEqual([
      { workflow: 'meeting', userId: account.userId, meetingId: before.id, version: 2 },
    ]);
  });

  test('takes a new title over without waking anybody', async () => {
    const eventId = await person.addEvent(eventAt(inHours(5), { attendees: [ines] }));
    await sync();
    await takeOutbox(context);
    await person.changeEvent(eventId, { summary: 'Renewal talk' });
    await sync();
    expect(await meeting(eventId)).toMatchObject({ title: 'Renewal talk', version: 1 });
    expect(await takeOutbox(context)).toEqual([]);
  });

  test('case 4: cancels a deleted event by its id alone', async () => {
    const eventId = await person.addEvent(eventAt(inHours(5), { attendees: [ines] }));
    await sync();
    const { id } = await meeting(eventId);
    await takeOutbox(context);
    await person.deleteEvent(eventId);
    expect(await sync()).toMatchObject({ cancelled: 1 });
    expect(await meeting(eventId)).toMatchObject({
      status: 'cancelled',
      research: 'none',
      briefing: 'skipped',
      dueAt: null,
    });
    expect(await takeOutbox(context)).toEqual([
      { workflow: 'meeting', userId: account.userId, meetingId: id, version: 2 },
    ]);
  });

  test('lets a meeting that its user declines rest until it is accepted again', async () => {
    const answer = async (eventId: string, responseStatus: string) =>
      await person.changeEvent(eventId, { attendees: [ines, { email: person.email, responseStatus }] });
    const eventId = await person.addEvent(eventAt(inHours(5), { attendees: [ines, { email: person.email }] }));
    await sync();
    await answer(eventId, 'declined');
    await sync();
    expect(await meeting(eventId)).toMatchObject({
      research: 'none',
      briefing: 'skipped',
      reason: 'You declined the meeting.',
    });
    await answer(eventId, 'accepted');
    await sync();
    expect(await meeting(eventId)).toMatchObject({
      research: 'pending',
      briefing: 'scheduled',
      reason: null,
      version: 3,
    });
    expect(await takeOutbox(context)).toHaveLength(3);
  });

  test('follows an event out of the window and back', async () => {
    const eventId = await person.addEvent(eventAt(inHours(5), { attendees: [ines] }));
    await sync();
    const far = eventAt(inHours(24 * 45));
    await person.changeEvent(eventId, { start: far.start ?? {}, end: far.end ?? {} });
    await sync();
    expect(await meeting(eventId)).toMatchObject({
      status: 'confirmed',
      research: 'none',
      briefing: 'skipped',
      dueAt: null,
    });
    const start = inHours(6);
    const near = eventAt(start);
    await person.changeEvent(eventId, { start: near.start ?? {}, end: near.end ?? {} });
    await sync();
    const dueAt = new Date(start.getTime() - 2 * 3_600_000);
    expect(await meeting(eventId)).toMatchObject({ research: 'pending', briefing: 'scheduled', dueAt });
  });

  test('plans a meeting that was moved out of the window when the window reaches it', async () => {
    const eventId = await person.addEvent(eventAt(inHours(5), { attendees: [ines] }));
    await sync();
    await shiftWindow('-22 hours');
    const far = eventAt(inHours(24 * 29.5));
    await person.changeEvent(eventId, { start: far.start ?? {}, end: far.end ?? {} });
    await sync();
    const { id, ...moved } = await meeting(eventId);
    expect(moved).toMatchObject({ research: 'none', briefing: 'skipped', reason: NO_BRIEFING.beyond_window });
    await takeOutbox(context);

    await shiftWindow('-4 hours');
    await sync();
    expect(await meeting(eventId)).toMatchObject({ research: 'pending', briefing: 'scheduled', reason: null });
    const { userId } = account;
    expect(await takeOutbox(context)).toEqual([
      { workflow: 'meeting', userId, meetingId: id, version: moved.version + 1 },
    ]);
  });

  test('passes over what lies outside the window from the start', async () => {
    await sync();
    await person.addEvent(eventAt(inHours(24 * 45), { attendees: [ines] }));
    await sync();
    expect(await meetings()).toEqual([]);
  });
});

describe('events that are not briefed', () => {
  test.for<[string, TestEvent, string]>([
    ['all-day', { start: { date: dateIn(3) }, end: { date: dateIn(4) } }, 'All-day events are not briefed.'],
    ['private', { visibility: 'private' }, 'The event is private, so its details are not used.'],
    [
      'declined by every guest from outside',
      { attendees: [{ ...ines, responseStatus: 'declined' }] },
      'Every guest from outside declined.',
    ],
  ])('%s', async ([, event, reason]) => {
    const eventId = await person.addEvent(eventAt(inHours(50), { attendees: [ines], ...event }));
    await sync();
    expect(await meeting(eventId)).toMatchObject({ type: 'external', research: 'none', briefing: 'skipped', reason });
    expect(await takeOutbox(context)).toEqual([]);
  });

  test('of a private event neither title nor description is kept', async () => {
    const secret = { summary: 'Oncologist', description: 'results', location: 'Ward 7', visibility: 'private' };
    const eventId = await person.addEvent(eventAt(inHours(5), { attendees: [ines], ...secret }));
    await sync();
    expect(await meeting(eventId)).toMatchObject({ title: 'Private event' });
    expect(JSON.stringify(await rowsAsText())).not.toMatch(/Oncologist|results|Ward 7/);
  });

  test('case 38: focus time is no meeting at all', async () => {
    await person.addEvent(eventAt(inHours(5), { eventType: 'focusTime', summary: 'Deep work' }));
    await sync();
    expect(await meetings()).toEqual([]);
  });

  test('text that a database cannot store is stored without the part it cannot', async () => {
    const eventId = await person.addEvent(eventAt(inHours(5), { summary: 'Nul\0l and half \ud83d a pair' }));
    await sync();
    expect((await meeting(eventId)).title).toBe('Null and half \ufffd a pair');
  });
});

describe('when the vendor fails', () => {
  test('case 3: a forgotten cursor leads to a full sync that finds what went missing', async () => {
    const kept = await person.addEvent(eventAt(inHours(5), { attendees: [ines] }));
    const gone = await person.addEvent(eventAt(inHours(6), { attendees: [ines] }));
    const later = await person.addEvent(eventAt(inHours(7), { attendees: [ines] }));
    await sync();
    await takeOutbox(context);
    await person.deleteEvent(gone);
    await google.expireCursors();
    expect(await sync()).toMatchObject({ outcome: 'synced', written: 0, cancelled: 1 });
    expect(await meeting(gone)).toMatchObject({ status: 'cancelled' });
    expect(await meeting(kept)).toMatchObject({ status: 'confirmed', version: 1 });
    expect(await meeting(later)).toMatchObject({ status: 'confirmed', version: 1 });
    expect(await takeOutbox(context)).toHaveLength(1);
  });

  test('cases 3 and 45: a page that fails deletes nothing', async () => {
    const ids = [];
    for (const hours of [1, 2, 3, 4]) ids.push(await person.addEvent(eventAt(inHours(hours), { attendees: [ines] })));
    await sync();
    await person.deleteEvent(ids[0] ?? '');
    await google.expireCursors();
    // The cursor's own answer, the first page, and then an outage.
    await google.fault({ path: EVENTS, delayMs: 1, times: 2 });
    await google.fault({ path: EVENTS, status: 503 });
    await expect(sync()).rejects.toThrow(VendorUnavailableError);
    expect((await meetings()).map(({ status }) => status)).toEqual([
      'confirmed',
      'confirmed',
      'confirmed',
      'confirmed',
    ]);
    expect(await integrationOf(context, account.integrationId)).toMatchObject({
      status: 'connected',
      error: 'unavailable',
    });

    expect(await sync()).toMatchObject({ cancelled: 1 });
    expect(await integrationOf(context, account.integrationId)).toMatchObject({ error: null });
  });

  test('case 44: a request to slow down carries the time to wait', async () => {
    await google.fault({ path: EVENTS, status: 429, headers: { 'retry-after': '11' } });
    const failure = await sync().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RateLimitedError);
    expect(failure).toMatchObject({ retryAfterMs: 11_000 });
  });

  test('an access token that is used up is replaced once, and kept for the next sync', async () => {
    await sync();
    await person.expireAccessTokens();
    const requests = await google.watchRequests();
    await sync();
    await sync();
    const made = await requests();
    expect(made.filter((request) => request === 'POST /token')).toHaveLength(1);
    expect(made).toHaveLength(4);
  });

  test('case 43: an ended grant asks for a new one once, and deletes nothing', async () => {
    const eventId = await person.addEvent(eventAt(inHours(5), { attendees: [ines] }));
    await sync();
    await takeOutbox(context);
    await person.endGrants();
    expect(await sync()).toEqual({ outcome: 'reconnect_needed' });
    expect(await integrationOf(context, account.integrationId)).toMatchObject({
      status: 'reconnect_needed',
      error: 'grant_revoked',
    });
    expect(await meeting(eventId)).toMatchObject({ status: 'confirmed', briefing: 'scheduled' });
    const requests = await google.watchRequests();
    expect(await sync()).toEqual({ outcome: 'reconnect_needed' });
    expect(await requests()).toEqual([]);

    const mails = await context.pool.any(sql.type(mailRow)`
      select id, kind, to_address as "to", data from emails where user_id = ${account.userId}
    `);
    expect(mails).toMatchObject([{ kind: 'reconnect-calendar', to: person.email, data: { provider: 'google' } }]);
    expect(await takeOutbox(context)).toEqual([{ workflow: 'send-email', emailId: mails[0]?.id }]);
  });

  test.each([
    ['the grant the calendar was made from', 'same', '-1 hour', null],
    ['an older grant of the account', 'older', '-1 hour', null],
    ['a grant that came with a sign-in since', 'newer', '1 hour', 'newer'],
  ])('an ended grant of an account that also signs in with it: %s', async (_, token, age, left) => {
    const { userId, integrationId } = account;
    await context.pool.query(sql.typeAlias('void')`
      insert into identities (issuer, subject, provider, user_id, email, refresh_token, scopes, updated_at)
      select 'https://accounts.google.com', account_subject, provider, user_id, account_email,
        case when ${token} = 'same' then refresh_token else ${token} end, '{calendar}', now() + ${age}::interval
      from calendar_integrations where id = ${integrationId}
    `);
    await person.endGrants();
    expect(await sync()).toEqual({ outcome: 'reconnect_needed' });
    const identity = await context.pool.one(sql.type(identityRow)`
      select refresh_token as token, scopes from identities where user_id = ${userId}
    `);
    expect(identity).toEqual({ token: left, scopes: left === null ? [] : ['calendar'] });
  });

  test('a calendar that was disconnected is left alone, even by a sync that had begun', async () => {
    for (const hours of [1, 2, 3]) await person.addEvent(eventAt(inHours(hours), { attendees: [ines] }));
    await google.fault({ path: EVENTS, delayMs: 2_000 });
    const requests = await google.watchRequests();
    const running = sync().catch(String);
    await expect.poll(async () => (await requests()).join(), { timeout: 10_000 }).toContain(EVENTS);
    await context.pool.query(sql.typeAlias('void')`
      update calendar_integrations set status = 'disconnected' where id = ${account.integrationId}
    `);
    expect(await running).toContain('moved on');
    expect(await meetings()).toEqual([]);
    expect(await sync()).toEqual({ outcome: 'disconnected' });
  });
});

describe('an account that gave way to another one and is connected again', () => {
  test('has its coming meetings announced, however unchanged they are; those of the past are let be', async () => {
    const coming = await person.addEvent(eventAt(inHours(5), { attendees: [ines] }));
    await person.addEvent(eventAt(inHours(-48), { attendees: [ines] }));
    await sync();
    const { userId, integrationId } = account;
    await takeOutbox(context);
    await context.pool.transaction((transaction) => disableCalendars(transaction, integrationId));
    // As the meeting's workflow leaves it when it ends.
    await context.pool.query(sql.typeAlias('void')`
      update meetings set briefing_state = 'skipped', briefing_due_at = null, briefing_reason = ${NO_BRIEFING.disconnected}
      where user_id = ${userId} and provider_event_id = ${coming}
    `);

    expect(await sync()).toMatchObject({ outcome: 'synced', written: 1 });
    const { id, ...back } = await meeting(coming);
    expect(back).toMatchObject({ briefing: 'scheduled', reason: null, version: 2 });
    expect(await takeOutbox(context)).toEqual([{ workflow: 'meeting', userId, meetingId: id, version: 2 }]);
    expect(await sync()).toMatchObject({ written: 0 });
  });
});

describe('a calendar that its user switched off', () => {
  const idOf = async (providerCalendarId: string) =>
    await context.pool.oneFirst(sql.typeAlias('id')`
      select id from calendars
      where integration_id = ${account.integrationId} and provider_calendar_id = ${providerCalendarId}
    `);

  test('is asked nothing about, stays off when the list is read again, and comes back as it is by then', async () => {
    const team = await person.addCalendar('Team');
    const primary = `GET ${EVENTS}${encodeURIComponent(person.email)}/events`;
    await sync();
    const calendarId = await idOf(team);
    await context.pool.transaction((transaction) => updateCalendarSwitch(transaction, calendarId, true));
    const requests = await google.watchRequests();
    await sync();
    expect(await requests()).toEqual([primary]);

    await shiftWindow('-1 day');
    const daily = await google.watchRequests();
    expect(await sync()).toMatchObject({ outcome: 'synced', cancelled: 0 });
    expect(await daily()).toEqual(['GET /calendar/v3/users/me/calendarList', primary]);

    await context.pool.transaction((transaction) => updateCalendarSwitch(transaction, calendarId, false));
    const back = await google.watchRequests();
    await sync();
    expect(await back()).toContain(`GET ${EVENTS}${encodeURIComponent(team)}/events`);
  });

  test('has its meetings planned anew by the sync that follows, but for those that were cancelled meanwhile', async () => {
    const kept = await person.addEvent(eventAt(inHours(5), { attendees: [ines] }));
    const cancelled = await person.addEvent(eventAt(inHours(6), { attendees: [ines] }));
    await sync();
    const calendarId = await idOf(person.email);
    const turn = async (isOff: boolean) =>
      await context.pool.transaction(async (transaction) => {
        await updateCalendarSwitch(transaction, calendarId, isOff);
        if (isOff) await forgetComingMeetings(transaction, calendarId);
      });
    await turn(true);
    // As the meetings' workflows leave them when they end.
    await context.pool.query(sql.typeAlias('void')`
      update meetings set briefing_state = 'skipped', briefing_due_at = null, briefing_reason = ${NO_BRIEFING.calendar_off}
      where user_id = ${account.userId}
    `);
    await person.deleteEvent(cancelled);
    await sync();
    expect(await meeting(cancelled)).toMatchObject({ status: 'confirmed', briefing: 'skipped' });

    await takeOutbox(context);
    await turn(false);
    await sync();
    const { id, ...planned } = await meeting(kept);
    expect(planned).toMatchObject({ briefing: 'scheduled', reason: null, version: 3 });
    expect(await meeting(cancelled)).toMatchObject({ status: 'cancelled', briefing: 'skipped' });
    expect(await takeOutbox(context)).toContainEqual({
      workflow: 'meeting',
      userId: account.userId,
      meetingId: id,
      version: 3,
    });
    expect(await sync()).toMatchObject({ written: 0, cancelled: 0 });
  });
});

describe('once a day', () => {
  test('the window moves on, which writes nothing that is as it was', async () => {
    const eventId = await person.addEvent(eventAt(inHours(5), { attendees: [ines] }));
    const team = await person.addCalendar('Team');
    await sync();
    const before = await meeting(eventId);
    await shiftWindow('-1 day');
    const requests = await google.watchRequests();
    expect(await sync()).toMatchObject({ written: 0, cancelled: 0 });
    expect(await meeting(eventId)).toEqual(before);
    expect(await requests()).toEqual([
      'GET /calendar/v3/users/me/calendarList',
      `GET ${EVENTS}${encodeURIComponent(person.email)}/events`,
      `GET ${EVENTS}${encodeURIComponent(team)}/events`,
    ]);
  });
});

/** Lets the clock go on for the account's calendars. */
async function shiftWindow(by: string): Promise<void> {
  await context.pool.query(sql.typeAlias('void')`
    update calendars set window_start = window_start + ${by}::text::interval, window_end = window_end + ${by}::text::interval
    where integration_id = ${account.integrationId}
  `);
}

const identityRow = z.object({ token: z.string().nullable(), scopes: z.array(z.string()) });
const mailRow = z.object({ id: z.uuid(), kind: z.string(), to: z.string(), data: z.unknown() });

/** Where each row lies and who wrote it last: what changes with every write, even of the same values. */
async function rowVersions() {
  return await context.pool.any(sql.type(z.object({ row: z.string() }))`
    select 'm' || meetings.ctid || meetings.xmin as row from meetings where user_id = ${account.userId}
    union all
    select 'a' || attendees.ctid || attendees.xmin from attendees
    join meetings on meetings.id = attendees.meeting_id where user_id = ${account.userId}
    order by row
  `);
}

async function rowsAsText() {
  return await context.pool.any(sql.type(z.object({ row: z.string() }))`
    select meetings::text as row from meetings where user_id = ${account.userId}
  `);
}

function dateIn(days: number): string {
  return inHours(24 * days)
    .toISOString()
    .slice(0, 10);
}
