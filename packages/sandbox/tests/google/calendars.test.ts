import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGoogle, type GoogleVendor } from '#sandbox/google/google.ts';
import { type Started, startVendor } from '#sandbox/start-vendor.ts';
import { calendarOf, control, refusal } from '#sandbox/tests/google/google-client.ts';

const timed = { start: { dateTime: '2027-03-01T09:00:00Z' }, end: { dateTime: '2027-03-01T10:00:00Z' } };
let google: Started<GoogleVendor>;
let ada: calendar_v3.Calendar;

beforeAll(async () => {
  google = await startVendor(createGoogle);
});
beforeEach(async () => {
  await google.vendor.control.resetAll();
  await control(google.url, 'accounts', { email: 'ada@harborline.test', name: 'Ada Lane' });
  await control(google.url, 'accounts', { email: 'ben@harborline.test', name: 'Ben Poole' });
  ada = await calendarOf(google.url, 'ada@harborline.test');
});
afterAll(async () => {
  await google.close();
});

test('a hidden calendar is listed on request alone, and is read all the same', async () => {
  const calendarId = await addCalendar('Side project');
  await ada.calendarList.patch({ calendarId, requestBody: { hidden: true, selected: false, summaryOverride: 'Side' } });
  const listed = await ada.calendarList.list({ minAccessRole: 'owner' });
  expect(listed.data.items?.map(({ id }) => id)).toEqual(['ada@harborline.test']);
  const all = await ada.calendarList.list({ showHidden: true });
  expect(all.data.items?.[1]).toMatchObject({
    id: calendarId,
    hidden: true,
    summaryOverride: 'Side',
    summary: 'Side project',
  });
  expect(all.data.items?.[1]?.selected).toBeUndefined();
  expect((await ada.events.list({ calendarId })).data.items).toEqual([]);
});

describe('events.move', () => {
  test('changes the organizer, keeps the id, and leaves a tombstone where the event was', async () => {
    const destination = await addCalendar('Side project');
    const { data } = await ada.events.insert({ calendarId: 'primary', requestBody: { summary: 'Call', ...timed } });
    const eventId = data.id ?? '';
    const { data: page } = await ada.events.list({ calendarId: 'primary' });
    const moved = await ada.events.move({ calendarId: 'primary', eventId, destination });
    expect(moved.data).toMatchObject({ id: eventId, organizer: { email: destination, self: true } });
    const sync = await ada.events.list({ calendarId: 'primary', syncToken: page.nextSyncToken ?? '' });
    expect(sync.data.items).toMatchObject([{ id: eventId, status: 'cancelled' }]);
    expect((await ada.events.list({ calendarId: destination })).data.items).toMatchObject([{ id: eventId }]);
  });

  test('takes a series with its changed instances, but no instance alone', async () => {
    const destination = await addCalendar('Side project');
    const start = { dateTime: '2027-03-01T09:00:00', timeZone: 'Europe/London' };
    const end = { ...start, dateTime: '2027-03-01T10:00:00' };
    const requestBody = { summary: 'Weekly', start, end, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] };
    const { data } = await ada.events.insert({ calendarId: 'primary', requestBody });
    const eventId = data.id ?? '';
    const instance = `${eventId}_20270308T090000Z`;
    await ada.events.patch({ calendarId: 'primary', eventId: instance, requestBody: { summary: 'Other' } });
    const alone = ada.events.move({ calendarId: 'primary', eventId: instance, destination });
    expect(await refusal(alone)).toEqual([400, 'invalid']);
    await ada.events.move({ calendarId: 'primary', eventId, destination });
    const there = await ada.events.list({ calendarId: destination, singleEvents: true, orderBy: 'startTime' });
    expect(there.data.items?.map(({ summary }) => summary)).toEqual(['Weekly', 'Other', 'Weekly']);
    expect((await ada.events.list({ calendarId: 'primary', singleEvents: true })).data.items).toEqual([]);
  });

  test("is the organizer's alone", async () => {
    const attendees = [{ email: 'ben@harborline.test' }];
    const { data } = await ada.events.insert({ calendarId: 'primary', requestBody: { ...timed, attendees } });
    const ben = await calendarOf(google.url, 'ben@harborline.test');
    const { data: side } = await ben.calendars.insert({ requestBody: { summary: "Ben's" } });
    const call = ben.events.move({ calendarId: 'primary', eventId: data.id ?? '', destination: side.id ?? '' });
    expect(await refusal(call)).toEqual([403, 'cannotChangeOrganizer']);
  });
});

describe('what is shown', () => {
  test('fields cut an answer down to what they name', async () => {
    await ada.events.insert({ calendarId: 'primary', requestBody: { summary: 'Call', location: 'Quay 3', ...timed } });
    const fields = 'items(summary,start/dateTime),nextSyncToken';
    const { data } = await ada.events.list({ calendarId: 'primary', fields });
    expect(data).toEqual({
      items: [{ summary: 'Call', start: { dateTime: '2027-03-01T09:00:00Z' } }],
      nextSyncToken: expect.any(String),
    });
    const wrong = ada.events.list({ calendarId: 'primary', fields: 'items(summary' });
    expect(await refusal(wrong)).toEqual([400, 'invalidParameter']);
  });

  test('guests of an organizer who hides them see themselves alone', async () => {
    const attendees = ['ben@harborline.test', 'nora@brightwater.test'].map((email) => ({ email }));
    const requestBody = { ...timed, attendees, guestsCanSeeOtherGuests: false };
    const { data } = await ada.events.insert({ calendarId: 'primary', requestBody });
    expect(data.attendees).toHaveLength(2);
    const ben = await calendarOf(google.url, 'ben@harborline.test');
    const seen = await ben.events.get({ calendarId: 'primary', eventId: data.id ?? '' });
    expect(seen.data).toMatchObject({
      attendeesOmitted: true,
      attendees: [{ email: 'ben@harborline.test', self: true }],
    });
  });

  test('get takes maxAttendees and timeZone as list does', async () => {
    const attendees = ['ada@harborline.test', 'nora@brightwater.test'].map((email) => ({ email }));
    const { data } = await ada.events.insert({ calendarId: 'primary', requestBody: { ...timed, attendees } });
    const asked = { calendarId: 'primary', eventId: data.id ?? '', maxAttendees: 1, timeZone: 'Asia/Tokyo' };
    const seen = await ada.events.get(asked);
    expect(seen.data).toMatchObject({ attendeesOmitted: true, start: { dateTime: '2027-03-01T18:00:00+09:00' } });
  });
});

async function addCalendar(summary: string): Promise<string> {
  const { data } = await ada.calendars.insert({ requestBody: { summary } });
  return data.id ?? '';
}
