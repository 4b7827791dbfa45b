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

describe('event responses', () => {
  test('contain only the requested fields', async () => {
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

  test('show guests only themselves when the guest list is hidden', async () => {
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

  test('follow maxAttendees and timeZone in events.get', async () => {
    const attendees = ['ada@harborline.test', 'nora@brightwater.test'].map((email) => ({ email }));
    const { data } = await ada.events.insert({ calendarId: 'primary', requestBody: { ...timed, attendees } });
    const asked = { calendarId: 'primary', eventId: data.id ?? '', maxAttendees: 1, timeZone: 'Asia/Tokyo' };
    const seen = await ada.events.get(asked);
    expect(seen.data).toMatchObject({ attendeesOmitted: true, start: { dateTime: '2027-03-01T18:00:00+09:00' } });
  });
});

test('shared calendars are listed with the owner role, secondary ones also with their dataOwner', async () => {
  const { data: board } = await ada.calendars.insert({ requestBody: { summary: 'Board' } });
  for (const calendarId of ['ada@harborline.test', board.id])
    await control(google.url, 'calendars/share', { calendarId, email: 'ben@harborline.test' });
  const ben = await calendarOf(google.url, 'ben@harborline.test');
  const { data } = await ben.calendarList.list({ minAccessRole: 'owner' });
  expect(data.items?.map(({ id, accessRole, primary, dataOwner }) => [id, accessRole, primary, dataOwner])).toEqual([
    ['ada@harborline.test', 'owner', undefined, undefined],
    ['ben@harborline.test', 'owner', true, undefined],
    [board.id, 'owner', undefined, 'ada@harborline.test'],
  ]);
});
