import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGoogle, type GoogleVendor } from '#sandbox/google/google.ts';
import { type Started, startVendor } from '#sandbox/start-vendor.ts';
import { calendarOf, calendarWith, connect, control, refusal } from '#sandbox/tests/google/google-client.ts';

const guest = 'nora.guest@brightwater.test';
let google: Started<GoogleVendor>;
let url: string;
let ada: calendar_v3.Calendar;

beforeAll(async () => {
  google = await startVendor(createGoogle);
  ({ url } = google);
});
beforeEach(async () => {
  await google.vendor.control.resetAll();
  await control(url, 'accounts', { email: 'ada@harborline.test', name: 'Ada Lane', timeZone: 'Europe/Amsterdam' });
  await control(url, 'accounts', { email: 'ben@harborline.test', name: 'Ben Poole' });
  ada = await calendarOf(url, 'ada@harborline.test');
});
afterAll(async () => {
  await google.close();
});

describe('on insert', () => {
  test('an event is returned with its ids, organizer, times and self flags', async () => {
    const { data } = await insert({ attendees: [{ email: 'Ada@harborline.test' }, { email: guest }] });
    expect(data).toMatchObject({
      kind: 'calendar#event',
      id: expect.stringMatching(/^[a-v0-9]{26}$/),
      iCalUID: `${data.id}@google.com`,
      status: 'confirmed',
      eventType: 'default',
      htmlLink: expect.stringContaining('https://www.google.com/calendar/event?eid='),
      creator: { email: 'ada@harborline.test', self: true },
      organizer: { email: 'ada@harborline.test', self: true },
      start: { dateTime: '2027-03-01T10:00:00+01:00', timeZone: 'Europe/Amsterdam' },
      sequence: 0,
      attendees: [
        { email: 'ada@harborline.test', self: true, organizer: true, responseStatus: 'needsAction' },
        { email: guest, responseStatus: 'needsAction' },
      ],
    });
    expect((await ada.events.get({ calendarId: 'primary', eventId: data.id ?? '' })).data).toEqual(data);
  });

  test('all-day events keep their dates, and local times use their zone', async () => {
    const day = await insert({ start: { date: '2027-03-01' }, end: { date: '2027-03-02' } });
    expect(day.data.start).toEqual({ date: '2027-03-01' });
    const timeZone = 'America/New_York';
    const call = await insert({
      start: { dateTime: '2027-07-01T09:00:00', timeZone },
      end: { dateTime: '2027-07-01T09:30:00', timeZone },
    });
    expect(call.data.start).toEqual({ dateTime: '2027-07-01T09:00:00-04:00', timeZone });
  });

  test('rooms are marked as resources, and conferences need conferenceDataVersion 1', async () => {
    const conferenceData = { createRequest: { requestId: 'r1', conferenceSolutionKey: { type: 'hangoutsMeet' } } };
    const attendees = [{ email: 'c_1@resource.calendar.google.com' }];
    expect((await insert({ attendees, conferenceData })).data).toMatchObject({ attendees: [{ resource: true }] });
    expect((await insert({ conferenceData })).data.hangoutLink).toBeUndefined();
    const requestBody = { ...tenToEleven, conferenceData };
    const { data } = await ada.events.insert({ calendarId: 'primary', conferenceDataVersion: 1, requestBody });
    expect(data.hangoutLink).toMatch(/^https:\/\/meet\.google\.com\/[a-z]{3}-[a-z]{4}-[a-z]{3}$/);
    expect(data.conferenceData?.entryPoints).toMatchObject([{ entryPointType: 'video', uri: data.hangoutLink }]);
  });

  test.each<[string, calendar_v3.Schema$Event, number, string]>([
    ['a missing end', { start: { date: '2027-03-01' } }, 400, 'required'],
    ['an end before the start', { start: { date: '2027-03-02' }, end: { date: '2027-03-01' } }, 400, 'timeRangeEmpty'],
    [
      'a date mixed with a time',
      { start: { date: '2027-03-02' }, end: { dateTime: '2027-03-02T10:00:00Z' } },
      400,
      'invalid',
    ],
    [
      'a time without a zone',
      { start: { dateTime: '2027-03-02T10:00:00' }, end: { dateTime: '2027-03-02T11:00:00' } },
      400,
      'invalid',
    ],
    ['an unknown response status', { attendees: [{ email: guest, responseStatus: 'maybe' }] }, 400, 'invalid'],
    ['an id with invalid characters', { id: 'wxyz!' }, 400, 'invalid'],
  ])('%s is rejected', async (_what, wrong, status, reason) => {
    const times = wrong.start ? {} : { start: tenToEleven.start, end: tenToEleven.end };
    const call = ada.events.insert({ calendarId: 'primary', requestBody: { ...times, ...wrong } });
    expect(await refusal(call)).toEqual([status, reason]);
  });

  test('an id cannot be reused', async () => {
    await insert({ id: 'abc12345' });
    expect(await refusal(insert({ id: 'abc12345' }))).toEqual([409, 'duplicate']);
  });
});

describe('on patch, update and delete', () => {
  test('patch merges fields, and update replaces all but id and organizer', async () => {
    const { data } = await insert({ description: 'Agenda', location: 'Quay 3' });
    const eventId = data.id ?? '';
    const patched = await ada.events.patch({ calendarId: 'primary', eventId, requestBody: { summary: 'Renamed' } });
    expect(patched.data).toMatchObject({ summary: 'Renamed', description: 'Agenda', location: 'Quay 3', sequence: 0 });
    expect(patched.data.etag).not.toBe(data.etag);
    const updated = await ada.events.update({ calendarId: 'primary', eventId, requestBody: tenToEleven });
    expect(updated.data.description).toBeUndefined();
    expect(updated.data).toMatchObject({ id: eventId, organizer: { email: 'ada@harborline.test' }, sequence: 1 });
  });

  test('null removes a field, and a move raises the sequence', async () => {
    const { data } = await insert({ description: 'Agenda' });
    const requestBody = { description: null, start: { dateTime: '2027-03-01T09:30:00Z' } };
    const moved = await ada.events.patch({ calendarId: 'primary', eventId: data.id ?? '', requestBody });
    expect(moved.data.description).toBeUndefined();
    expect(moved.data).toMatchObject({ sequence: 1, start: { dateTime: '2027-03-01T10:30:00+01:00' } });
  });

  test('a deleted event rejects writes and reads as cancelled', async () => {
    const { data } = await insert();
    const eventId = data.id ?? '';
    await ada.events.delete({ calendarId: 'primary', eventId, sendUpdates: 'all' });
    expect((await ada.events.get({ calendarId: 'primary', eventId })).data.status).toBe('cancelled');
    expect(await refusal(ada.events.delete({ calendarId: 'primary', eventId }))).toEqual([410, 'deleted']);
    const patch = ada.events.patch({ calendarId: 'primary', eventId, requestBody: { summary: 'x' } });
    expect(await refusal(patch)).toEqual([410, 'deleted']);
  });

  test('If-Match prevents lost updates', async () => {
    const { data } = await insert();
    const eventId = data.id ?? '';
    await ada.events.patch({ calendarId: 'primary', eventId, requestBody: { summary: 'First' } });
    const late = ada.events.patch(
      { calendarId: 'primary', eventId, requestBody: { summary: 'Second' } },
      { headers: { 'If-Match': data.etag ?? '' } },
    );
    expect(await refusal(late)).toEqual([412, 'conditionNotMet']);
  });
});

describe('with guests who have accounts', () => {
  test("the organizer sees a guest's response", async () => {
    const ben = await calendarOf(url, 'ben@harborline.test');
    const { data } = await insert({ attendees: [{ email: 'ben@harborline.test' }] });
    const eventId = data.id ?? '';
    const seen = await ben.events.get({ calendarId: 'primary', eventId });
    expect(seen.data.organizer).toEqual({ email: 'ada@harborline.test', displayName: 'Ada Lane' });
    expect(seen.data.attendees).toMatchObject([{ email: 'ben@harborline.test', self: true }]);

    const requestBody = { attendees: [{ email: 'ben@harborline.test', responseStatus: 'declined' }] };
    await ben.events.patch({ calendarId: 'primary', eventId, requestBody });
    const answered = await ada.events.get({ calendarId: 'primary', eventId });
    expect(answered.data.attendees).toMatchObject([{ email: 'ben@harborline.test', responseStatus: 'declined' }]);
  });

  test('only the organizer can move the event, and guests see moves and cancellations', async () => {
    const ben = await calendarOf(url, 'ben@harborline.test');
    const eventId = (await insert({ attendees: [{ email: 'ben@harborline.test' }] })).data.id ?? '';
    const requestBody = { end: { dateTime: '2027-03-01T12:00:00Z' } };
    const move = ben.events.patch({ calendarId: 'primary', eventId, requestBody });
    expect(await refusal(move)).toEqual([403, 'forbiddenForNonOrganizer']);
    await ada.events.patch({ calendarId: 'primary', eventId, requestBody });
    const moved = await ben.events.get({ calendarId: 'primary', eventId });
    expect(Date.parse(moved.data.end?.dateTime ?? '')).toBe(Date.parse('2027-03-01T12:00:00Z'));
    await ada.events.delete({ calendarId: 'primary', eventId });
    expect((await ben.events.get({ calendarId: 'primary', eventId })).data.status).toBe('cancelled');
  });

  test('a removed guest no longer sees the event', async () => {
    const ben = await calendarOf(url, 'ben@harborline.test');
    const eventId = (await insert({ attendees: [{ email: 'ben@harborline.test' }] })).data.id ?? '';
    await ada.events.patch({ calendarId: 'primary', eventId, requestBody: { attendees: [{ email: guest }] } });
    expect((await ben.events.list({ calendarId: 'primary' })).data.items).toEqual([]);
  });

  test('import adds an external event, or replaces it unless the sequence is lower', async () => {
    const requestBody = {
      ...tenToEleven,
      iCalUID: 'outside-1@brightwater.test',
      organizer: { email: guest, displayName: 'Nora Guest' },
      attendees: [{ email: guest }, { email: 'ada@harborline.test' }],
    };
    const first = await ada.events.import({ calendarId: 'primary', requestBody });
    expect(first.data.organizer).toEqual({ email: guest, displayName: 'Nora Guest' });
    const again = { ...requestBody, summary: 'Moved by Nora', sequence: 1 };
    const second = await ada.events.import({ calendarId: 'primary', requestBody: again });
    expect(second.data).toMatchObject({ id: first.data.id, summary: 'Moved by Nora' });
    expect(await refusal(ada.events.import({ calendarId: 'primary', requestBody }))).toEqual([400, 'invalid']);
  });
});

describe('in access checks', () => {
  test('a missing or unknown token returns 401, a missing scope 403', async () => {
    const bare = await fetch(`${url}/calendar/v3/calendars/primary/events`);
    expect(bare.status).toBe(401);
    expect(bare.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(await refusal(calendarWith(url, 'ya29.nobody').events.list({ calendarId: 'primary' }))).toEqual([
      401,
      'authError',
    ]);
    const readonly = 'https://www.googleapis.com/auth/calendar.events.readonly';
    const { tokens } = await connect(url, { scope: ['openid', readonly], account: 'ada@harborline.test' });
    const reader = calendarWith(url, tokens.access_token ?? '');
    await expect(reader.events.list({ calendarId: 'primary' })).resolves.toBeDefined();
    const write = reader.events.insert({ calendarId: 'primary', requestBody: tenToEleven });
    expect(await refusal(write)).toEqual([403, 'insufficientPermissions']);
    expect(await refusal(reader.calendarList.list())).toEqual([403, 'insufficientPermissions']);
  });

  test("another account's calendar is not found", async () => {
    const calendarId = 'ben@harborline.test';
    expect(await refusal(ada.events.list({ calendarId }))).toEqual([404, 'notFound']);
    expect(await refusal(ada.calendars.get({ calendarId }))).toEqual([404, 'notFound']);
  });
});

test('secondary calendars can be created and deleted; the primary cannot be deleted', async () => {
  const created = await ada.calendars.insert({ requestBody: { summary: 'Events', timeZone: 'Asia/Tokyo' } });
  const calendarId = created.data.id ?? '';
  const list = await ada.calendarList.list();
  expect(list.data.items?.map((entry) => [entry.id, entry.primary])).toEqual([
    ['ada@harborline.test', true],
    [calendarId, undefined],
  ]);
  const { data } = await ada.events.insert({ calendarId, requestBody: tenToEleven });
  expect(data.organizer).toEqual({ email: calendarId, displayName: 'Events', self: true });
  expect(data.start?.dateTime).toBe('2027-03-01T18:00:00+09:00');
  await ada.calendars.delete({ calendarId });
  expect(await refusal(ada.events.list({ calendarId }))).toEqual([404, 'notFound']);
  expect((await refusal(ada.calendars.delete({ calendarId: 'primary' })))[0]).toBe(403);
});

test('an injected 403 looks like a quota error', async () => {
  await control(url, 'faults', { path: '/calendar/', status: 403 });
  expect(await refusal(ada.calendarList.list())).toEqual([403, 'rateLimitExceeded']);
});

const tenToEleven = {
  summary: 'Intro call',
  start: { dateTime: '2027-03-01T09:00:00Z' },
  end: { dateTime: '2027-03-01T10:00:00Z' },
};

function insert(event: calendar_v3.Schema$Event = {}) {
  return ada.events.insert({ calendarId: 'primary', requestBody: { ...tenToEleven, ...event } });
}
