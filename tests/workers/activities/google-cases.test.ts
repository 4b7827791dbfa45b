import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectCalendar, listMeetings, takeOutbox } from '#tests/support/calendar-account.ts';
import { eventAt, inHours, startGoogle, type TestAccount, type TestGoogle } from '#tests/support/google-account.ts';
import { createTestContext } from '#tests/support/worker.ts';
import { syncAccount } from '#workers/calendar/sync-account.ts';
import type { WorkerContext } from '#workers/context.ts';

/** How Google is asked, and what it leaves unsaid (cases 1 to 5 and 19 of docs/calendar-cases.md). */
let google: TestGoogle;
let context: WorkerContext;
let close: () => Promise<void>;
beforeAll(async () => {
  google = await startGoogle();
  ({ context, close } = await createTestContext({ calendars: { google: google.provider({ pageSize: 2 }) } }));
});
afterAll(async () => {
  await close();
  await google.close();
});

let count = 0;
let person: TestAccount;
let account: Awaited<ReturnType<typeof connectCalendar>>;
beforeEach(async () => {
  count += 1;
  person = await google.account(`person${count}@harborline.test`);
  account = await connectCalendar(context, person);
  await takeOutbox(context);
});

async function sync() {
  const { userId, provider } = account;
  const run = { signal: new AbortController().signal, onProgress: () => {}, deadlineMs: Infinity };
  return await syncAccount(context, { userId, provider }, run);
}
const coming = async () => (await listMeetings(context, account.userId)).filter(({ status }) => status === 'confirmed');
const attendees = [{ email: 'ines@brightwater.test' }];

async function readPages(work: () => Promise<unknown>) {
  const requests = await google.recordRequests();
  await work();
  const pages = (await requests()).filter(({ path }) => /\/events\?/.test(path));
  return pages.map(({ path }) => Object.fromEntries(new URL(path, google.url).searchParams));
}

test('case 1: full and incremental calls say the same, but for the window, which goes without a token alone', async () => {
  await person.addEvent(eventAt(inHours(5)));
  const [full] = await readPages(sync);
  await person.addEvent(eventAt(inHours(6)));
  const [increment] = await readPages(sync);
  const { timeMin, timeMax, ...always } = full ?? {};
  expect([timeMin, timeMax].map((text) => Number.isNaN(Date.parse(text ?? '')))).toEqual([false, false]);
  const { syncToken, ...same } = increment ?? {};
  expect(syncToken).toBeTruthy();
  expect(same).toEqual(always);
  expect(always).toEqual({ singleEvents: 'true', maxResults: '2' });
});

test('case 2: every page is followed, and the token of the last one is where the next sync goes on', async () => {
  for (const hours of [1, 2, 3, 4, 5]) await person.addEvent(eventAt(inHours(hours)));
  const full = await readPages(sync);
  expect(full.map((page) => 'pageToken' in page)).toEqual([false, true, true]);
  // The window of the first page goes with each that follows.
  expect(new Set(full.map(({ timeMin, timeMax }) => `${timeMin} ${timeMax}`)).size).toBe(1);
  expect(await coming()).toHaveLength(5);
  for (const hours of [6, 7, 8]) await person.addEvent(eventAt(inHours(hours)));
  const increment = await readPages(sync);
  expect(increment.map((page) => 'pageToken' in page)).toEqual([false, true]);
  expect(new Set(increment.map(({ syncToken }) => syncToken)).size).toBe(1);
  expect(await coming()).toHaveLength(8);
  expect(await readPages(sync)).toHaveLength(1);
});

test('case 5: a deleted series takes its occurrences along, of which Google says nothing one by one', async () => {
  const start = inHours(24);
  const series = eventAt(start, { attendees, recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] });
  const seriesId = await person.addEvent({
    ...series,
    start: { ...series.start, timeZone: 'UTC' },
    end: { ...series.end, timeZone: 'UTC' },
  });
  const other = await person.addEvent(eventAt(inHours(30), { attendees }));
  await sync();
  expect(await coming()).toHaveLength(4);
  await person.deleteEvent(seriesId);
  expect(await sync()).toMatchObject({ cancelled: 3 });
  expect((await coming()).map(({ eventId }) => eventId)).toEqual([other]);
});

test('case 19: an event in two calendars is one meeting, and that of the other once it has gone from the first', async () => {
  const team = await person.addCalendar('Team');
  const copy = { ...eventAt(inHours(5), { attendees }), iCalUID: `shared-${count}@brightwater.test` };
  const { id: primaryId } = await importEvent('primary', copy);
  const { id: teamId } = await importEvent(encodeURIComponent(team), copy);
  await sync();
  expect((await coming()).map(({ eventId }) => eventId)).toEqual([primaryId]);
  await person.deleteEvent(primaryId);
  await sync();
  await sync();
  expect((await coming()).map(({ eventId }) => eventId)).toEqual([teamId]);
});

async function importEvent(calendar: string, event: object): Promise<{ id: string }> {
  const imported: unknown = await person.api('POST', `${calendar}/events/import`, event);
  if (typeof imported !== 'object' || imported === null || !('id' in imported)) throw new Error('nothing was imported');
  return { id: String(imported.id) };
}
