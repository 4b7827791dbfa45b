import { beforeEach, expect, test } from 'vitest';
import { getMeetingStatistics } from '#db/queries/meetings.ts';
import { sql } from '#db/sql.ts';
import { grantAtSandbox } from '#scripts/demo/connect-google.ts';
import {
  connectCalendar,
  integrationOf,
  listMeetings,
  syncNow,
  type TestAccount,
  takeOutbox,
} from '#tests/support/calendar-account.ts';
import { inHours } from '#tests/support/calendar-person.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { startGoogle } from '#tests/support/google-account.ts';
import type { GooglePerson } from '#tests/support/google-person.ts';
import { eventAt } from '#tests/support/google-person.ts';
import { createTestContext } from '#tests/support/worker.ts';

/** Tests how we call Google and handle gaps in its answers (cases 1, 2, 5, 19 and 43 of docs/calendar-cases.md). */
const google = await forThisFile(startGoogle());
const calendars = { google: google.provider({ pageSize: 2 }) };
const { context } = await forThisFile(createTestContext({ calendars }));

let count = 0;
let person: GooglePerson;
let account: TestAccount;
beforeEach(async () => {
  count += 1;
  person = await google.person(`person${count}@harborline.test`);
  account = await connectCalendar(context, person);
  await takeOutbox(context);
});

const sync = () => syncNow(context, account);
const coming = async () => (await listMeetings(context, account.userId)).filter(({ status }) => status === 'confirmed');
const guests = ['ines@brightwater.test'];

async function readPages(work: () => Promise<unknown>) {
  const requests = await google.recordRequests();
  await work();
  const pages = (await requests()).filter(({ path }) => /\/events\?/.test(path));
  return pages.map(({ path }) => Object.fromEntries(new URL(path, google.url).searchParams));
}

test('case 1: full and incremental calls differ only in window and token', async () => {
  await person.add({ start: inHours(5) });
  const [full] = await readPages(sync);
  await person.add({ start: inHours(6) });
  const [increment] = await readPages(sync);
  const { timeMin, timeMax, ...always } = full ?? {};
  expect([timeMin, timeMax].map((text) => Number.isNaN(Date.parse(text ?? '')))).toEqual([false, false]);
  const { syncToken, ...same } = increment ?? {};
  expect(syncToken).toBeTruthy();
  expect(same).toEqual(always);
  expect(always).toEqual({ singleEvents: 'true', maxResults: '2' });
});

test('case 43: an organization’s block requires reconnecting and sends one email', async () => {
  await sync();
  await takeOutbox(context);
  await person.expireAccessTokens();
  const body = { error: 'admin_policy_enforced', error_description: 'Access blocked by admin policy.' };
  await google.fault({ path: '/token', status: 400, body });
  for (let call = 0; call < 2; call += 1) expect(await sync()).toEqual({ outcome: 'reconnect_needed' });
  expect(await integrationOf(context, account.integrationId)).toMatchObject({
    status: 'reconnect_needed',
    error: 'grant_blocked',
  });
  expect(await takeOutbox(context)).toEqual([{ workflow: 'send-email', emailId: expect.any(String) }]);
});

test('case 2: a sync follows every page and resumes from the last token', async () => {
  for (const hours of [1, 2, 3, 4, 5]) await person.add({ start: inHours(hours) });
  const full = await readPages(sync);
  expect(full.map((page) => 'pageToken' in page)).toEqual([false, true, true]);
  // Every page repeats the window of the first.
  expect(new Set(full.map(({ timeMin, timeMax }) => `${timeMin} ${timeMax}`)).size).toBe(1);
  expect(await coming()).toHaveLength(5);
  for (const hours of [6, 7, 8]) await person.add({ start: inHours(hours) });
  const increment = await readPages(sync);
  expect(increment.map((page) => 'pageToken' in page)).toEqual([false, true]);
  expect(new Set(increment.map(({ syncToken }) => syncToken)).size).toBe(1);
  expect(await coming()).toHaveLength(8);
  expect(await readPages(sync)).toHaveLength(1);
});

test('case 5: deleting a series cancels its occurrences, which Google does not list', async () => {
  const seriesId = await person.add({ start: inHours(24), guests, repeats: 3 });
  const other = await person.add({ start: inHours(30), guests });
  await sync();
  expect(await coming()).toHaveLength(4);
  await person.remove(seriesId);
  expect(await sync()).toMatchObject({ cancelled: 3 });
  expect((await coming()).map(({ eventId }) => eventId)).toEqual([other]);
});

test('case 19: an event in two calendars is one meeting that survives deletion from one', async () => {
  const team = await person.addCalendar('Team');
  const attendees = guests.map((email) => ({ email }));
  const copy = { ...eventAt(inHours(5), { attendees }), iCalUID: `shared-${count}@brightwater.test` };
  const primaryId = await person.importEvent(copy);
  const teamId = await person.importEvent(copy, team);
  await sync();
  expect((await coming()).map(({ eventId }) => eventId)).toEqual([primaryId]);
  await person.remove(primaryId);
  await sync();
  await sync();
  expect((await coming()).map(({ eventId }) => eventId)).toEqual([teamId]);
});

test('Dana’s seeded calendar yields 12% more meetings, with 0.5 more external guests on average', async () => {
  const dana = 'dana@harborline.test';
  account = await connectCalendar(context, { email: dana, grant: (provider) => grantAtSandbox(provider, dana) });
  const timezone = 'Europe/Amsterdam';
  await context.pool.query(sql.typeAlias('void')`
    update users set timezone = ${timezone} where id = ${account.userId}
  `);
  expect((await sync()).outcome).toBe('synced');
  const { change } = await getMeetingStatistics(context.pool, { userId: account.userId, timezone });
  expect(change).toEqual({ totalPercent: 12, averageExternalAttendees: 0.5 });
});
