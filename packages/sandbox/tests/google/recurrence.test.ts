import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGoogle, type GoogleVendor } from '#sandbox/google/google.ts';
import { type Started, startVendor } from '#sandbox/start-vendor.ts';
import { calendarOf, control, refusal } from '#sandbox/tests/google/google-client.ts';

const calendarId = 'primary';
const timeZone = 'Europe/Amsterdam';
/** Four Mondays, 10:00 to 11:00 in Amsterdam, across the end of DST on 25 October 2026. */
const mondays: calendar_v3.Schema$Event = {
  summary: 'Weekly',
  start: { dateTime: '2026-10-12T10:00:00', timeZone },
  end: { dateTime: '2026-10-12T11:00:00', timeZone },
  recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'],
};
let google: Started<GoogleVendor>;
let ada: calendar_v3.Calendar;

beforeAll(async () => {
  google = await startVendor(createGoogle);
});
beforeEach(async () => {
  await google.vendor.control.resetAll();
  await control(google.url, 'accounts', { email: 'ada@harborline.test', name: 'Ada Lane', timeZone });
  await control(google.url, 'accounts', { email: 'ben@harborline.test', name: 'Ben Poole', timeZone });
  ada = await calendarOf(google.url, 'ada@harborline.test');
});
afterAll(async () => {
  await google.close();
});

describe('a series', () => {
  test('keeps its local time across the end of DST', async () => {
    const id = await insert(mondays);
    const items = await list();
    expect(items.map(({ start }) => start?.dateTime)).toEqual([
      '2026-10-12T10:00:00+02:00',
      '2026-10-19T10:00:00+02:00',
      '2026-10-26T10:00:00+01:00',
      '2026-11-02T10:00:00+01:00',
    ]);
    expect(items[2]).toMatchObject({
      id: `${id}_20261026T090000Z`,
      recurringEventId: id,
      originalStartTime: { dateTime: '2026-10-26T10:00:00+01:00', timeZone },
      end: { dateTime: '2026-10-26T11:00:00+01:00' },
      iCalUID: `${id}@google.com`,
    });
    expect(items[2]?.recurrence).toBeUndefined();
  });

  test("keeps its own zone's local time across the start of DST", async () => {
    const start = { dateTime: '2027-03-13T09:00:00', timeZone: 'America/New_York' };
    const end = { ...start, dateTime: '2027-03-13T09:30:00' };
    await insert({ ...mondays, start, end, recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] });
    expect((await list()).map(({ start: at }) => at?.dateTime)).toEqual([
      '2027-03-13T09:00:00-05:00',
      '2027-03-14T09:00:00-04:00',
      '2027-03-15T09:00:00-04:00',
    ]);
  });

  test('is listed as one event without singleEvents if any instance is in the window', async () => {
    const id = await insert(mondays);
    const window = { timeMin: '2026-10-26T00:00:00Z', timeMax: '2026-10-27T00:00:00Z' };
    const { data } = await ada.events.list({ calendarId, ...window });
    expect(data.items).toMatchObject([{ id, recurrence: mondays.recurrence, start: { timeZone } }]);
    expect((await ada.events.list({ calendarId, timeMin: '2026-12-01T00:00:00Z' })).data.items).toEqual([]);
    expect(await list(window)).toHaveLength(1);
  });

  test('supports EXDATE, RDATE, UNTIL, ordinal weekdays and all-day events', async () => {
    await insert({
      ...mondays,
      recurrence: [
        'RRULE:FREQ=WEEKLY;UNTIL=20261026T090000Z',
        `EXDATE;TZID=${timeZone}:20261019T100000`,
        'RDATE:20261021T080000Z',
      ],
    });
    expect((await list()).map(({ start }) => start?.dateTime)).toEqual([
      '2026-10-12T10:00:00+02:00',
      '2026-10-21T10:00:00+02:00',
      '2026-10-26T10:00:00+01:00',
    ]);
    await google.vendor.control.resetAll();
    await control(google.url, 'accounts', { email: 'ada@harborline.test', name: 'Ada Lane', timeZone });
    ada = await calendarOf(google.url, 'ada@harborline.test');
    const id = await insert({
      summary: 'Second Tuesday',
      start: { date: '2026-10-13' },
      end: { date: '2026-10-14' },
      recurrence: ['RRULE:FREQ=MONTHLY;BYDAY=2TU;COUNT=2'],
    });
    expect(await list()).toMatchObject([
      { id: `${id}_20261013`, start: { date: '2026-10-13' }, originalStartTime: { date: '2026-10-13' } },
      { id: `${id}_20261110`, start: { date: '2026-11-10' }, end: { date: '2026-11-11' } },
    ]);
  });

  test('without an end expands as far as requested', async () => {
    await insert({ ...mondays, recurrence: ['RRULE:FREQ=DAILY'] });
    const timeMax = '2026-11-11T00:00:00Z';
    expect(await list({ timeMax })).toHaveLength(30);
    const later = { timeMin: '2031-01-01T00:00:00Z', timeMax: '2031-01-08T00:00:00Z' };
    expect(await list(later)).toHaveLength(7);
    const pages = await ada.events.list({
      calendarId,
      singleEvents: true,
      orderBy: 'startTime',
      timeMax,
      maxResults: 20,
    });
    expect(pages.data.items).toHaveLength(20);
    const pageToken = pages.data.nextPageToken ?? '';
    const rest = await ada.events.list({ calendarId, singleEvents: true, orderBy: 'startTime', timeMax, pageToken });
    expect(rest.data.items).toHaveLength(10);
  });

  test.each<[string, calendar_v3.Schema$Event, string]>([
    ['an unknown frequency', { recurrence: ['RRULE:FREQ=FORTNIGHTLY'] }, 'invalid'],
    ['an hourly frequency', { recurrence: ['RRULE:FREQ=HOURLY'] }, 'invalid'],
    ['both COUNT and UNTIL', { recurrence: ['RRULE:FREQ=DAILY;COUNT=2;UNTIL=20270101T000000Z'] }, 'invalid'],
    ['exceptions but no rule', { recurrence: ['EXDATE:20261019T080000Z'] }, 'invalid'],
    ['an invalid date', { recurrence: ['RRULE:FREQ=DAILY', 'EXDATE:soon'] }, 'invalid'],
    [
      'a start with an offset but no zone',
      { start: { dateTime: '2026-10-12T10:00:00+02:00' }, end: { dateTime: '2026-10-12T11:00:00+02:00' } },
      'required',
    ],
  ])('is rejected with %s', async (_what, wrong, reason) => {
    const call = ada.events.insert({ calendarId, requestBody: { ...mondays, ...wrong } });
    expect(await refusal(call)).toEqual([400, reason]);
  });
});

describe('one instance', () => {
  test('is found by its id only if the rules produce it', async () => {
    const id = await insert(mondays);
    const { data } = await ada.events.get({ calendarId, eventId: `${id}_20261019T080000Z` });
    expect(data).toMatchObject({ recurringEventId: id, start: { dateTime: '2026-10-19T10:00:00+02:00' } });
    expect((await refusal(ada.events.get({ calendarId, eventId: `${id}_20261020T080000Z` })))[0]).toBe(404);
  });

  test('can move on its own and still follows its series in unchanged fields', async () => {
    const id = await insert({ ...mondays, description: 'Agenda' });
    const eventId = `${id}_20261019T080000Z`;
    const start = { dateTime: '2026-10-20T15:00:00', timeZone };
    const requestBody = { start, end: { ...start, dateTime: '2026-10-20T16:00:00' }, location: 'Quay 3' };
    const moved = await ada.events.patch({ calendarId, eventId, requestBody });
    expect(moved.data).toMatchObject({
      id: eventId,
      recurringEventId: id,
      originalStartTime: { dateTime: '2026-10-19T10:00:00+02:00' },
    });
    await ada.events.patch({ calendarId, eventId: id, requestBody: { summary: 'Renamed', location: 'Quay 1' } });
    const items = await list();
    expect(items).toHaveLength(4);
    expect(items.map(({ summary }) => summary)).toEqual(Array.from({ length: 4 }, () => 'Renamed'));
    expect(items.find((item) => item.id === eventId)).toMatchObject({
      location: 'Quay 3',
      start: { dateTime: '2026-10-20T15:00:00+02:00' },
    });
  });

  test('can be cancelled on its own and leaves a tombstone', async () => {
    const id = await insert(mondays);
    const { syncToken } = await fullSync();
    const eventId = `${id}_20261019T080000Z`;
    await ada.events.delete({ calendarId, eventId });
    const [gone, ...others] = (await sync(syncToken)).items;
    expect(others).toEqual([]);
    expect(gone).toEqual({
      kind: 'calendar#event',
      etag: expect.any(String),
      id: eventId,
      status: 'cancelled',
      recurringEventId: id,
      originalStartTime: { dateTime: '2026-10-19T10:00:00+02:00', timeZone },
    });
    expect(await list()).toHaveLength(3);
    const series = await ada.events.list({ calendarId });
    expect(series.data.items?.map((item) => [item.id, item.status])).toEqual(
      expect.arrayContaining([
        [id, 'confirmed'],
        [eventId, 'cancelled'],
      ]),
    );
  });

  test('cannot become a series itself', async () => {
    const id = await insert(mondays);
    const eventId = `${id}_20261019T080000Z`;
    const call = ada.events.patch({ calendarId, eventId, requestBody: { recurrence: ['RRULE:FREQ=DAILY'] } });
    expect(await refusal(call)).toEqual([400, 'invalid']);
  });

  test('is listed by events.instances if moved, and found by its original start', async () => {
    const id = await insert(mondays);
    const moved = `${id}_20261019T080000Z`;
    const at = (dateTime: string) => ({ dateTime, timeZone });
    const requestBody = { start: at('2026-12-01T10:00:00'), end: at('2026-12-01T11:00:00') };
    await ada.events.patch({ calendarId, eventId: moved, requestBody });
    await ada.events.delete({ calendarId, eventId: `${id}_20261026T090000Z` });
    const { data } = await ada.events.instances({ calendarId, eventId: id });
    expect(data.items?.map((item) => item.id)).toEqual([`${id}_20261012T080000Z`, `${id}_20261102T090000Z`, moved]);
    const all = await ada.events.instances({ calendarId, eventId: id, showDeleted: true });
    expect(all.data.items).toHaveLength(4);
    const one = await ada.events.instances({ calendarId, eventId: id, originalStart: '2026-10-19T10:00:00+02:00' });
    expect(one.data.items).toMatchObject([{ id: moved }]);
  });
});

describe('guests', () => {
  test('share the instance ids, can respond to one instance and see its cancellation', async () => {
    const attendees = [{ email: 'ada@harborline.test' }, { email: 'ben@harborline.test' }];
    const id = await insert({ ...mondays, attendees });
    const ben = await calendarOf(google.url, 'ben@harborline.test');
    const eventId = `${id}_20261019T080000Z`;
    const answer = [{ email: 'ben@harborline.test', responseStatus: 'declined' }];
    await ben.events.patch({ calendarId, eventId, requestBody: { attendees: answer } });
    const statusOf = async (instance: string) => {
      const { data } = await ada.events.get({ calendarId, eventId: instance });
      return data.attendees?.find(({ email }) => email === 'ben@harborline.test')?.responseStatus;
    };
    expect(await statusOf(eventId)).toBe('declined');
    expect(await statusOf(`${id}_20261026T090000Z`)).toBe('needsAction');
    await ada.events.delete({ calendarId, eventId });
    expect((await ben.events.get({ calendarId, eventId })).data.status).toBe('cancelled');
    const left = await ben.events.list({ calendarId, singleEvents: true });
    expect(left.data.items?.map((item) => item.id)).not.toContain(eventId);
    expect(left.data.items).toHaveLength(3);
  });

  test('removed from one instance keep the others', async () => {
    const attendees = [{ email: 'ada@harborline.test' }, { email: 'ben@harborline.test' }];
    const id = await insert({ ...mondays, attendees });
    const ben = await calendarOf(google.url, 'ben@harborline.test');
    const eventId = `${id}_20261019T080000Z`;
    await ada.events.patch({ calendarId, eventId, requestBody: { attendees: attendees.slice(0, 1) } });
    const left = await ben.events.list({ calendarId, singleEvents: true });
    expect(left.data.items).toHaveLength(3);
    expect(left.data.items?.map((item) => item.id)).not.toContain(eventId);
  });
});

describe('in an incremental sync', () => {
  test('"this and following" ends the series with tombstones and starts a new one', async () => {
    const id = await insert(mondays);
    const { syncToken } = await fullSync();
    const recurrence = ['RRULE:FREQ=WEEKLY;UNTIL=20261025T215959Z'];
    await ada.events.patch({ calendarId, eventId: id, requestBody: { recurrence } });
    const start = { dateTime: '2026-10-26T14:00:00', timeZone };
    const following = await insert({
      ...mondays,
      start,
      end: { ...start, dateTime: '2026-10-26T15:00:00' },
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'],
    });
    const { items, next } = await sync(syncToken);
    expect(new Set(items.map((item) => `${item.id} ${item.status}`))).toEqual(
      new Set([
        `${id}_20261012T080000Z confirmed`,
        `${id}_20261019T080000Z confirmed`,
        `${id}_20261026T090000Z cancelled`,
        `${id}_20261102T090000Z cancelled`,
        `${following}_20261026T130000Z confirmed`,
        `${following}_20261102T130000Z confirmed`,
      ]),
    );
    expect((await sync(next)).items).toEqual([]);
  });

  test('a deleted series returns a single tombstone', async () => {
    const id = await insert(mondays);
    await ada.events.patch({ calendarId, eventId: `${id}_20261019T080000Z`, requestBody: { summary: 'Other' } });
    const { syncToken } = await fullSync();
    await ada.events.delete({ calendarId, eventId: id });
    expect((await sync(syncToken)).items).toMatchObject([{ id, status: 'cancelled' }]);
    expect(await list()).toEqual([]);
  });

  test("instances outside the first call's window are not tracked", async () => {
    const id = await insert(mondays);
    const window = { timeMin: '2026-10-18T00:00:00Z', timeMax: '2026-10-27T00:00:00Z' };
    const { syncToken } = await fullSync(window);
    await ada.events.patch({ calendarId, eventId: id, requestBody: { summary: 'Renamed' } });
    expect((await sync(syncToken)).items.map((item) => item.id)).toEqual([
      `${id}_20261019T080000Z`,
      `${id}_20261026T090000Z`,
    ]);
  });

  test('an instance restored by a rule change reappears', async () => {
    const id = await insert(mondays);
    const cut = { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] };
    await ada.events.patch({ calendarId, eventId: id, requestBody: cut });
    const { syncToken } = await fullSync();
    await ada.events.patch({ calendarId, eventId: id, requestBody: { recurrence: mondays.recurrence ?? [] } });
    const { items } = await sync(syncToken);
    expect(items.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'confirmed'));
  });

  test('a token from another calendar or older than 30 days returns 410', async () => {
    const { syncToken } = await fullSync();
    const { data: other } = await ada.calendars.insert({ requestBody: { summary: 'Other' } });
    const foreign = ada.events.list({ calendarId: other.id ?? '', singleEvents: true, syncToken });
    expect(await refusal(foreign)).toEqual([410, 'fullSyncRequired']);
    await control(google.url, 'clock', { advanceMs: 31 * 86_400_000 });
    const aged = ada.events.list({ calendarId, singleEvents: true, syncToken });
    expect(await refusal(aged)).toEqual([410, 'fullSyncRequired']);
  });
});

async function insert(requestBody: calendar_v3.Schema$Event): Promise<string> {
  const { data } = await ada.events.insert({ calendarId, requestBody });
  return data.id ?? '';
}

async function list(window: { timeMin?: string; timeMax?: string } = {}): Promise<calendar_v3.Schema$Event[]> {
  const asked = { calendarId, singleEvents: true, orderBy: 'startTime', ...window };
  return (await ada.events.list(asked)).data.items ?? [];
}

async function fullSync(window: { timeMin?: string; timeMax?: string } = {}): Promise<{ syncToken: string }> {
  const { data } = await ada.events.list({ calendarId, singleEvents: true, ...window });
  return { syncToken: data.nextSyncToken ?? '' };
}

async function sync(syncToken: string) {
  const { data } = await ada.events.list({ calendarId, singleEvents: true, syncToken });
  return { items: data.items ?? [], next: data.nextSyncToken ?? '' };
}
