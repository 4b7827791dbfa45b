import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGoogle, type GoogleVendor } from '#sandbox/google/google.ts';
import { close, listenOnLoopback, type Started, startVendor } from '#sandbox/start-vendor.ts';
import { calendarOf, control, refusal } from '#sandbox/tests/google/google-client.ts';

let google: Started<GoogleVendor>;
let ada: calendar_v3.Calendar;
const calendarId = 'primary';

beforeAll(async () => {
  google = await startVendor(createGoogle);
});
beforeEach(async () => {
  await google.vendor.control.resetAll();
  await control(google.url, 'accounts', { email: 'ada@harborline.test', name: 'Ada Lane' });
  ada = await calendarOf(google.url, 'ada@harborline.test');
});
afterAll(async () => {
  await google.close();
});

describe('in event lists', () => {
  test('pages hold maxResults items, and only the last has a sync token', async () => {
    for (let day = 1; day <= 7; day += 1) await insert(`Event ${day}`, day);
    const pages: calendar_v3.Schema$Events[] = [];
    let pageToken: string | undefined;
    do {
      const page = { calendarId, singleEvents: true, maxResults: 3, ...(pageToken && { pageToken }) };
      const { data } = await ada.events.list(page);
      pages.push(data);
      pageToken = data.nextPageToken ?? undefined;
    } while (pageToken);
    expect(pages.map(({ items }) => items?.length)).toEqual([3, 3, 1]);
    expect(pages.map(({ nextSyncToken }) => Boolean(nextSyncToken))).toEqual([false, false, true]);
    expect(new Set(pages.flatMap(({ items }) => items?.map(({ id }) => id))).size).toBe(7);
  });

  test('the next sync includes changes made between two pages', async () => {
    for (let day = 1; day <= 4; day += 1) await insert(`Event ${day}`, day);
    const first = await ada.events.list({ calendarId, maxResults: 2 });
    const late = await insert('Made in between', 9);
    const last = await ada.events.list({ calendarId, maxResults: 50, pageToken: first.data.nextPageToken ?? '' });
    const next = await ada.events.list({ calendarId, syncToken: last.data.nextSyncToken ?? '' });
    expect(next.data.items?.map(({ id }) => id)).toEqual([late]);
  });

  test('timeMin and timeMax are exclusive, and ordering by start needs singleEvents', async () => {
    await insert('Second', 2);
    await insert('First', 1);
    const window = { timeMin: '2027-03-01T10:00:00Z', timeMax: '2027-03-02T09:00:00Z' };
    expect((await ada.events.list({ calendarId, ...window })).data.items).toEqual([]);
    const wider = { timeMin: '2027-03-01T09:59:59Z', timeMax: '2027-03-02T09:00:01Z' };
    const ordered = await ada.events.list({ calendarId, ...wider, singleEvents: true, orderBy: 'startTime' });
    expect(ordered.data.items?.map(({ summary }) => summary)).toEqual(['First', 'Second']);
    expect(ordered.data.nextSyncToken).toBeUndefined();
    expect(await refusal(ada.events.list({ calendarId, orderBy: 'startTime' }))).toEqual([400, 'invalid']);
    expect(await refusal(ada.events.list({ calendarId, timeMin: '2027-03-01' }))).toEqual([400, 'invalid']);
  });

  test('events with more than maxAttendees guests show only the reader, with attendeesOmitted', async () => {
    const attendees = ['ada@harborline.test', 'a@x.test', 'b@x.test'].map((email) => ({ email }));
    await insert('Big', 1, { attendees });
    const { data } = await ada.events.list({ calendarId, maxAttendees: 2 });
    expect(data.items).toMatchObject([{ attendeesOmitted: true, attendees: [{ self: true }] }]);
  });

  test('deleted events are listed only on request', async () => {
    const eventId = await insert('Gone', 1);
    await ada.events.delete({ calendarId, eventId });
    expect((await ada.events.list({ calendarId })).data.items).toEqual([]);
    const { data } = await ada.events.list({ calendarId, showDeleted: true });
    expect(data.items).toMatchObject([{ id: eventId, status: 'cancelled' }]);
  });
});

describe('incremental sync', () => {
  test('returns changes and deletions since the token, then nothing', async () => {
    const [kept, moved, gone] = [await insert('Kept', 1), await insert('Moved', 2), await insert('Gone', 3)];
    const syncToken = await fullSync();
    await ada.events.patch({ calendarId, eventId: moved, requestBody: { summary: 'Moved on' } });
    await ada.events.delete({ calendarId, eventId: gone });
    const added = await insert('Added', 4);
    const { data } = await ada.events.list({ calendarId, singleEvents: true, syncToken });
    expect(data.items?.map(({ id }) => id)).toEqual([moved, gone, added]);
    expect(data.items?.map(({ id }) => id)).not.toContain(kept);
    expect(Object.keys(data.items?.[1] ?? {}).toSorted()).toEqual(['etag', 'id', 'kind', 'status']);
    const quiet = await ada.events.list({ calendarId, singleEvents: true, syncToken: data.nextSyncToken ?? '' });
    expect(quiet.data.items).toEqual([]);
  });

  test.each([
    ['timeMin', { timeMin: '2027-01-01T00:00:00Z' }],
    ['orderBy', { orderBy: 'updated' }],
    ['q', { q: 'x' }],
    ['showDeleted=false', { showDeleted: false }],
    ['a different singleEvents', { singleEvents: false }],
  ])('rejects %s in a call with a sync token', async (_what, parameters) => {
    const syncToken = await fullSync();
    const call = ada.events.list({ calendarId, singleEvents: true, syncToken, ...parameters });
    expect(await refusal(call)).toEqual([400, 'invalid']);
  });

  test('returns 410 fullSyncRequired for an expired token and 400 for an invalid one', async () => {
    const syncToken = await fullSync();
    await control(google.url, 'sync-tokens/expire');
    const call = ada.events.list({ calendarId, singleEvents: true, syncToken });
    expect(await refusal(call)).toEqual([410, 'fullSyncRequired']);
    expect(await refusal(ada.events.list({ calendarId, syncToken: 'nonsense' }))).toEqual([400, 'invalid']);
  });
});

describe('push channels', () => {
  const received: IncomingHttpHeaders[] = [];
  let receiver: Server;
  let address: string;

  beforeAll(async () => {
    receiver = createServer((req, res) => {
      received.push(req.headers);
      res.end();
    });
    address = `${await listenOnLoopback(receiver, 0)}/api/webhooks/google`;
  });
  beforeEach(() => {
    received.length = 0;
  });
  afterAll(() => close(receiver));

  test('send sync first, then exists for each change until stopped', async () => {
    const requestBody = { id: 'channel-1', type: 'web_hook', address, token: 'secret-1' };
    const { data } = await ada.events.watch({ calendarId, requestBody });
    await expect.poll(() => received).toHaveLength(1);
    await insert('New', 1);
    await expect.poll(() => received).toHaveLength(2);
    expect(received.map((headers) => headers['x-goog-resource-state'])).toEqual(['sync', 'exists']);
    expect(received[0]).toMatchObject({
      'x-goog-channel-id': 'channel-1',
      'x-goog-channel-token': 'secret-1',
      'x-goog-resource-id': data.resourceId,
    });
    await ada.channels.stop({ requestBody: { id: 'channel-1', resourceId: data.resourceId ?? '' } });
    await insert('Silent', 2);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(received).toHaveLength(2);
  });

  test("expire after a week on the sandbox's clock and need unique ids", async () => {
    const requestBody = { id: 'channel-2', type: 'web_hook', address };
    await ada.events.watch({ calendarId, requestBody });
    const twice = await refusal(ada.events.watch({ calendarId, requestBody }));
    expect(twice).toEqual([400, 'channelIdNotUnique']);
    await expect.poll(() => received).toHaveLength(1);
    await control(google.url, 'clock', { advanceMs: 7 * 86_400_000 });
    await insert('Unheard', 1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(received).toHaveLength(1);
  });

  test('reject plain http addresses outside loopback', async () => {
    const requestBody = { id: 'channel-3', type: 'web_hook', address: 'http://example.test/hook' };
    expect((await refusal(ada.events.watch({ calendarId, requestBody })))[1]).toBe('push.webhookUrlNotHttps');
  });
});

async function insert(summary: string, day: number, more: calendar_v3.Schema$Event = {}): Promise<string> {
  const date = `2027-03-${String(day).padStart(2, '0')}`;
  const times = { start: { dateTime: `${date}T09:00:00Z` }, end: { dateTime: `${date}T10:00:00Z` } };
  const { data } = await ada.events.insert({ calendarId, requestBody: { summary, ...times, ...more } });
  return data.id ?? '';
}

async function fullSync(): Promise<string> {
  const { data } = await ada.events.list({ calendarId, singleEvents: true });
  return data.nextSyncToken ?? '';
}
