import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import type { EventChange } from '#domain/calendar-event.ts';
import { RequestRejectedError } from '#providers/errors.ts';
import {
  connectCalendar,
  integrationOf,
  listMeetings,
  meetingOf,
  rowVersions,
  shiftWindow,
  syncNow,
  type TestAccount,
  takeOutbox,
} from '#tests/support/calendar-account.ts';
import { inHours, type PlannedEvent } from '#tests/support/calendar-person.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { startMicrosoft } from '#tests/support/microsoft-account.ts';
import type { MicrosoftPerson } from '#tests/support/microsoft-person.ts';
import { graphEventAt, guest } from '#tests/support/microsoft-person.ts';
import { createTestContext } from '#tests/support/worker.ts';

const CALENDARS = 'GET /v1.0/me/calendars';
const DELTA = 'GET /v1.0/me/calendarView/delta';
const TOKEN = 'POST /common/oauth2/v2.0/token';

const microsoft = await forThisFile(startMicrosoft());
const calendar = microsoft.provider({ pageSize: 3 });
const { context } = await forThisFile(createTestContext({ calendars: { microsoft: calendar } }));
afterEach(async () => {
  context.calendars.microsoft = calendar;
  await microsoft.clearFaults();
});

let count = 0;
let person: MicrosoftPerson;
let account: TestAccount;
/** Every test has new users, so that tests don't see each other's meetings. */
beforeEach(async () => {
  count += 1;
  person = await microsoft.person(`person${count}@eastgate.test`);
  account = await connectCalendar(context, person, 'microsoft');
  await takeOutbox(context);
});

const sync = () => syncNow(context, account);
const meeting = async (eventId: string) => await meetingOf(context, account.userId, eventId);
const meetings = async () => await listMeetings(context, account.userId);
const coming = async () => (await meetings()).filter(({ status }) => status === 'confirmed');
const ines = 'ines@brightwater.test';

/** Returns a daily series that starts tomorrow. */
const daily = (repeats: number): PlannedEvent => ({
  title: 'Weekly numbers',
  start: inHours(24),
  guests: [ines],
  repeats,
});
const occurrencesOf = async () => (await person.list(...window)).map(({ id }) => id);
const window = [inHours(-720), inHours(720)] as const;

describe('case 13: a delta round', () => {
  test('follows every page without select, filter or order', async () => {
    for (const hours of [1, 2, 3, 4, 5, 6, 7]) await person.add({ start: inHours(hours) });
    const requests = await microsoft.recordRequests();
    await sync();
    expect(await meetings()).toHaveLength(7);
    const pages = (await requests()).filter(({ path }) => path.includes('/calendarView/delta'));
    expect(pages).toHaveLength(3);
    for (const { path, headers } of pages) {
      expect(decodeURIComponent(path)).not.toMatch(/\$(?:select|filter|orderby|expand|search|top)/);
      expect(headers['prefer']).toContain('odata.maxpagesize=3');
    }
  });

  test('repeated by the vendor writes nothing new', async () => {
    await sync();
    const cursor = await cursorOf();
    await person.add({ start: inHours(5), guests: [ines] });
    await person.remove(await person.add({ start: inHours(6) }));
    expect(await sync()).toMatchObject({ written: 1 });
    await takeOutbox(context);
    const before = await rowVersions(context, account.userId);
    await setCursor(cursor);
    expect(await sync()).toMatchObject({ outcome: 'synced', written: 0, cancelled: 0 });
    expect(await rowVersions(context, account.userId)).toEqual(before);
    expect(await takeOutbox(context)).toEqual([]);
  });

  test('reads the content of occurrences from their series', async () => {
    await person.add(daily(3));
    expect(await sync()).toMatchObject({ written: 3 });
    const occurrences = await occurrencesOf();
    expect((await meetings()).map(({ eventId }) => eventId)).toEqual(occurrences);
    for (const occurrence of await meetings()) {
      expect(occurrence).toMatchObject({ title: 'Weekly numbers', type: 'external', research: 'pending' });
    }
  });
});

describe('case 14: an @removed item', () => {
  test('for a series cancels each of its occurrences', async () => {
    const seriesId = await person.add(daily(3));
    await sync();
    await person.remove(seriesId);
    expect(await sync()).toMatchObject({ cancelled: 3 });
    expect(await coming()).toEqual([]);
  });

  test('is not needed to cancel an occurrence missing from its series', async () => {
    await person.add(daily(4));
    await sync();
    const [first, second] = await occurrencesOf();
    await person.remove(second ?? '');
    // Microsoft may list only the remaining occurrences, without mentioning the removed one.
    await hideRemovals(async () => {
      await person.change(first ?? '', { title: 'Kick-off' });
      await sync();
    });
    expect((await coming()).map(({ title }) => title)).toEqual(['Kick-off', 'Weekly numbers', 'Weekly numbers']);
    expect(await meeting(second ?? '')).toMatchObject({ status: 'cancelled' });
  });
});

test('case 14: a series moved to another time moves its meetings', async () => {
  const seriesId = await person.add(daily(3));
  await sync();
  const start = inHours(27);
  await person.change(seriesId, { start });
  await sync();
  const days = [0, 1, 2].map((day) => new Date(start.getTime() + day * 86_400_000));
  expect((await coming()).map((occurrence) => occurrence.start)).toEqual(days);
});

test.each([
  {
    name: 'stays connected if its grant has the permission',
    scopes: '{Calendars.Read}',
    outcome: expect.any(RequestRejectedError),
    after: { status: 'connected', error: 'forbidden' },
    isRead: true,
  },
  {
    name: 'asks to reconnect if its grant lacks the permission',
    scopes: '{openid}',
    outcome: { outcome: 'reconnect_needed' },
    after: { status: 'reconnect_needed', error: 'scope_missing' },
    isRead: false,
  },
])('an account whose calendars cannot be listed $name', async ({ scopes, outcome, after, isRead }) => {
  await sync();
  const eventId = await person.add({ start: inHours(5), guests: [ines] });
  await context.pool.query(sql.typeAlias('void')`
    update calendar_integrations set scopes = ${scopes}::text::text[] where id = ${account.integrationId}
  `);
  await shiftWindow(context, account.integrationId, '-1 day');
  const body = { error: { code: 'ErrorAccessDenied', message: 'Access is denied.' } };
  await microsoft.fault({ path: '/v1.0/me/calendars', status: 403, body });
  expect(await sync().catch((failure: unknown) => failure)).toEqual(outcome);
  expect(await integrationOf(context, account.integrationId)).toMatchObject(after);
  expect((await meetings()).map((row) => row.eventId)).toEqual(isRead ? [eventId] : []);
});

test('calendars are listed with only the fields that are read', async () => {
  const requests = await microsoft.recordRequests();
  await sync();
  const listed = (await requests())
    .map(({ path }) => decodeURIComponent(path))
    .filter((path) => path.includes('$select'));
  expect(listed).toEqual(['/v1.0/me/calendars?$top=100&$select=id,name,isDefaultCalendar,canEdit,owner']);
});

test('case 16: a new overlapping round starts each day, since a round’s window is fixed', async () => {
  const known = await person.add({ start: inHours(5), guests: [ines] });
  await sync();
  const before = await meeting(known);
  await shiftWindow(context, account.integrationId, '-2 days');
  const beyond = await person.add({ start: inHours(24 * 29), guests: [ines] });
  const requests = await microsoft.recordRequests();
  expect(await sync()).toMatchObject({ written: 1, cancelled: 0 });
  expect(await meeting(beyond)).toMatchObject({ briefing: 'scheduled' });
  expect(await meeting(known)).toEqual(before);
  const round = (await requests()).find(({ path }) => path.includes('/calendarView/delta'));
  const asked = new URL(round?.path ?? '', microsoft.url).searchParams;
  expect(new Date(asked.get('endDateTime') ?? '').getTime()).toBeGreaterThan(inHours(719).getTime());
  expect(asked.has('$deltatoken')).toBe(false);
});

describe('case 17: a secondary calendar', () => {
  test('is listed in full each time to find additions, changes and deletions', async () => {
    const teamId = await person.addCalendar('Team');
    const add = async (hours: number, title: string) =>
      await person.add({ title, start: inHours(hours), guests: [ines] }, teamId);
    const [kept, gone] = [await add(5, 'Kept'), await add(6, 'Gone')];
    for (const hours of [7, 8]) await add(hours, 'More');
    expect(await sync()).toMatchObject({ written: 4 });

    await person.remove(gone);
    await person.change(kept, { title: 'Kept and renamed' });
    await add(9, 'New');
    const requests = await microsoft.watchRequests();
    expect(await sync()).toMatchObject({ outcome: 'synced', written: 2, cancelled: 1 });
    expect((await coming()).map(({ title }) => title)).toEqual(['Kept and renamed', 'More', 'More', 'New']);
    const view = `GET /v1.0/me/calendars/${encodeURIComponent(teamId)}/calendarView`;
    expect(await requests()).toEqual([DELTA, view, view]);
  });

  test('writes nothing if unchanged and includes occurrences of its series', async () => {
    const teamId = await person.addCalendar('Team');
    await person.add(daily(2), teamId);
    expect(await sync()).toMatchObject({ written: 2 });
    const before = await rowVersions(context, account.userId);
    expect(await sync()).toMatchObject({ written: 0, cancelled: 0 });
    expect(await rowVersions(context, account.userId)).toEqual(before);
  });
});

describe('case 18: times', () => {
  test('are requested in UTC, and their Windows zones are converted to IANA zones', async () => {
    const day = inHours(48).toISOString().slice(0, 10);
    const event = {
      ...graphEventAt(inHours(5), { attendees: [guest(ines)] }),
      start: { dateTime: `${day}T09:30:00`, timeZone: 'Tokyo Standard Time' },
      end: { dateTime: `${day}T10:30:00`, timeZone: 'Tokyo Standard Time' },
    };
    const eventId = await person.insert(event);
    const requests = await microsoft.recordRequests();
    await sync();
    const { start } = await meeting(eventId);
    expect(start).toEqual(new Date(`${day}T00:30:00Z`));
    expect(await zoneOf(eventId)).toBe('Asia/Tokyo');
    const graph = (await requests()).filter(({ path }) => path.startsWith('/v1.0/'));
    expect(graph.length).toBeGreaterThan(1);
    for (const { headers } of graph) expect(headers['prefer']).toContain('outlook.timezone="UTC"');
  });
});

describe('case 19: an event', () => {
  test('is stored under its immutable id, which every request asks for', async () => {
    const eventId = await person.add({ start: inHours(5), guests: [ines] });
    const requests = await microsoft.recordRequests();
    await sync();
    const graph = (await requests()).filter(({ path }) => path.startsWith('/v1.0/'));
    for (const { headers } of graph) expect(headers['prefer']).toContain('IdType="ImmutableId"');
    expect((await meetings()).map((row) => row.eventId)).toEqual([eventId]);
  });

  test('in two calendars is one meeting that survives deletion from one', async () => {
    const teamId = await person.addCalendar('Team');
    const primary = await person.add({ start: inHours(5), guests: [ines] });
    const copy = await person.add({ start: inHours(5), guests: [ines] }, teamId);
    await sameInBoth(async () => {
      expect(await sync()).toMatchObject({ written: 1 });
      expect((await meetings()).map(({ eventId }) => eventId)).toEqual([primary]);
      await takeOutbox(context);
      const before = await rowVersions(context, account.userId);
      expect(await sync()).toMatchObject({ written: 0, cancelled: 0 });
      expect(await rowVersions(context, account.userId)).toEqual(before);

      await person.remove(primary);
      expect(await sync()).toMatchObject({ written: 1, cancelled: 1 });
      expect(await meeting(copy)).toMatchObject({ status: 'confirmed', briefing: 'scheduled' });
      expect((await coming()).map(({ eventId }) => eventId)).toEqual([copy]);
      // A sync is requested for accounts with copies, which may now need their own meetings.
      const { userId, provider } = account;
      expect(await takeOutbox(context)).toContainEqual({ workflow: 'calendar-sync', userId, provider, signal: 'sync' });
      expect(await sync()).toMatchObject({ written: 0, cancelled: 0 });
    });
  });

  test('is a separate meeting for each occurrence and each user', async () => {
    const teamId = await person.addCalendar('Team');
    await person.add({ start: inHours(5), guests: [ines] });
    await person.add({ start: inHours(6), guests: [ines] }, teamId);
    await sameInBoth(async () => {
      await sync();
      expect(await meetings()).toHaveLength(2);
    }, true);
    const first = account;
    person = await microsoft.person(`neighbour${count}@eastgate.test`);
    account = await connectCalendar(context, person, 'microsoft');
    await person.add({ start: inHours(5), guests: [ines] });
    await sameInBoth(async () => {
      await sync();
    });
    expect(await meetings()).toHaveLength(1);
    account = first;
  });
});

describe('the grant', () => {
  test('is replaced at each refresh, and the new one is used next', async () => {
    await sync();
    for (let round = 0; round < 3; round += 1) {
      await person.expireAccessTokens();
      // Replaced tokens are invalid, so only the newest refresh token works.
      await person.expireReplacedTokens();
      expect(await sync()).toMatchObject({ outcome: 'synced' });
    }
    expect(await integrationOf(context, account.integrationId)).toMatchObject({ status: 'connected', error: null });
  });

  test('is refreshed once by concurrent syncs', async () => {
    await sync();
    await person.expireAccessTokens();
    await microsoft.fault({ path: '/common/oauth2/v2.0/token', delayMs: 200 });
    const requests = await microsoft.watchRequests();
    const outcomes = await Promise.allSettled([sync(), sync(), sync()]);
    expect((await requests()).filter((request) => request === TOKEN)).toHaveLength(1);
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    await person.expireReplacedTokens();
    await person.expireAccessTokens();
    expect(await sync()).toMatchObject({ outcome: 'synced' });
  });

  test('of a new connection is not overwritten by a refresh of the old one', async () => {
    await sync();
    await person.expireAccessTokens();
    await microsoft.fault({ path: '/common/oauth2/v2.0/token', delayMs: 700 });
    const requests = await microsoft.watchRequests();
    const running = sync();
    // The refresh has reached Microsoft, which answers later.
    await expect.poll(requests).toContain(TOKEN);
    await context.pool.query(sql.typeAlias('void')`
      update calendar_integrations set refresh_token = 'of the new connection' where id = ${account.integrationId}
    `);
    await running;
    const token = await context.pool.oneFirst(sql.type(z.object({ token: z.string() }))`
      select refresh_token as token from calendar_integrations where id = ${account.integrationId}
    `);
    expect(token).toBe('of the new connection');
  });
});

test('a first sync makes one request each for a token, the calendars and the events', async () => {
  const requests = await microsoft.watchRequests();
  await sync();
  expect(await requests()).toEqual([TOKEN, CALENDARS, DELTA]);
});

async function cursorOf(): Promise<string> {
  return await context.pool.oneFirst(sql.type(z.object({ cursor: z.string() }))`
    select sync_cursor as cursor from calendars where integration_id = ${account.integrationId}
  `);
}

async function setCursor(cursor: string): Promise<void> {
  await context.pool.query(sql.typeAlias('void')`
    update calendars set sync_cursor = ${cursor} where integration_id = ${account.integrationId}
  `);
}

async function zoneOf(eventId: string): Promise<string> {
  return await context.pool.oneFirst(sql.type(z.object({ zone: z.string() }))`
    select time_zone as zone from meetings where provider_event_id = ${eventId}
  `);
}

/** Makes all events look like the same one, or like occurrences of it, while the action runs. */
async function sameInBoth(action: () => Promise<void>, areOccurrences = false): Promise<void> {
  await withChanges(action, (change) =>
    change.status === 'cancelled'
      ? [change]
      : [{ ...change, iCalUid: 'the same', originalStart: areOccurrences ? change.start : null }],
  );
}

/** Hides the vendor's `@removed` items while the action runs. */
async function hideRemovals(action: () => Promise<void>): Promise<void> {
  await withChanges(action, (change) => (change.status === 'cancelled' ? [] : [change]));
}

/** Edits the changes that the vendor lists while the action runs. */
async function withChanges(action: () => Promise<void>, edit: (change: EventChange) => EventChange[]): Promise<void> {
  context.calendars.microsoft = {
    ...calendar,
    listEvents: async (...call) => {
      const page = await calendar.listEvents(...call);
      return { ...page, changes: page.changes.flatMap(edit) };
    },
  };
  await action();
  context.calendars.microsoft = calendar;
}
