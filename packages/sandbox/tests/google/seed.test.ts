import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js';
import { expect, test } from 'vitest';
import { type Clock, createClock } from '#sandbox/control/clock.ts';
import { createMemoryStore } from '#sandbox/control/store.ts';
import { timeOf, wallClockToMs } from '#sandbox/google/calendar/event-time.ts';
import { createGoogle } from '#sandbox/google/google.ts';
import { workingDay } from '#sandbox/google/seed/planned-event.ts';
import { startVendor } from '#sandbox/start-vendor.ts';
import {
  calendarOf,
  calendarWith,
  connect,
  control,
  oauthClient,
  refusal,
} from '#sandbox/tests/google/google-client.ts';

const minuteMs = 60_000;
const DANA = 'dana@harborline.test';
const OWN_DOMAIN = '@harborline.test';
/** The zone of dana and her calendars. */
const ZONE = 'Europe/Amsterdam';

test('dana has past, upcoming and all-day events with no, internal, external and mixed guests', async () => {
  await using google = await disposable();
  const items = await google.list('dana@harborline.test');
  const past = items.filter(({ end }) => Date.parse(end?.dateTime ?? end?.date ?? '') < Date.now());
  expect(past.length).toBeGreaterThanOrEqual(6);
  expect(items.length - past.length).toBeGreaterThanOrEqual(8);
  const kinds = items.map(({ attendees = [] }) => {
    const people = attendees.filter(({ resource, self }) => !resource && !self);
    const internal = people.filter(({ email }) => email?.endsWith('@harborline.test')).length;
    if (people.length === 0) return 'alone';
    if (internal === people.length) return 'internal';
    return internal === 0 ? 'external' : 'mixed';
  });
  expect(new Set(kinds)).toEqual(new Set(['alone', 'internal', 'external', 'mixed']));
  expect(items.some(({ start }) => start?.date)).toBe(true);
  expect(items.every(({ attendees = [] }) => attendees.every(({ displayName }) => displayName))).toBe(true);
});

// Covers standard time and DST, clock changes, a leap day, every weekday and the new year.
const days = ['2026-01-01', '2026-03-29', '2026-07-14', '2026-10-25', '2026-11-23', '2027-12-31', '2028-02-29'];
const week = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'];
const times = ['00:00', '13:07', '23:30'];

test.each([...days, ...week])(
  'seeded on %s, dana has 12 percent more upcoming than past events, with 0.5 more external guests on average',
  async (day) => {
    for (const time of times) {
      const now = new Date(`${day}T${time}:00Z`);
      await using google = await disposable({ ...createClock(), now: () => now });
      const events = await google.listAll(DANA);
      // Like the product: 30 days from today's midnight, and the 30 before.
      const today = wallClockToMs(`${workingDay(now, 0, ZONE)}T00:00:00`, ZONE);
      const between = (from: number, to: number) =>
        events.filter(({ start }) => {
          const daysAhead = (timeOf(start, ZONE) - today) / (24 * 60 * minuteMs);
          return daysAhead >= from && daysAhead < to;
        });
      const [behind, ahead] = [between(-30, 0), between(0, 30)];
      const percent = Math.round((100 * ahead.length) / behind.length - 100);
      const more = averageGuests(ahead) - averageGuests(behind);
      expect({ time, percent, more: more.toFixed(4) }).toEqual({ time, percent: 12, more: '0.5000' });
    }
  },
);

test("sam's calendar fills on the first calendar consent, with an event 123 minutes later", async () => {
  await using google = await disposable();
  const account = 'sam@harborline.test';
  expect(await google.list(account)).toEqual([]);
  await connect(google.url, { account, tick: [] });
  expect(await google.list(account)).toEqual([]);

  const consentAtMs = Date.now();
  await connect(google.url, { account });
  const items = await google.list(account);
  expect(items.length).toBeGreaterThanOrEqual(8);
  const leadMs = Date.parse(items[0]?.start?.dateTime ?? '') - consentAtMs;
  expect(Math.abs(leadMs - 123 * minuteMs)).toBeLessThanOrEqual(minuteMs);
  await connect(google.url, { account });
  expect(await google.list(account)).toHaveLength(items.length);
});

test('seeded event ids are the same in every new sandbox', async () => {
  await using one = await disposable();
  await using other = await disposable();
  const ids = async (google: typeof one) => new Set((await google.list('dana@harborline.test')).map(({ id }) => id));
  expect(await ids(one)).toEqual(await ids(other));
});

test('a restart keeps grants, keys and sync tokens, but a reset ends grants and sync tokens', async () => {
  const store = createMemoryStore();
  const first = await startVendor(createGoogle, { store });
  const { tokens } = await connect(first.url);
  const { data } = await calendarWith(first.url, tokens.access_token ?? '').events.list({ calendarId: 'primary' });
  await first.close();

  const second = await startVendor(createGoogle, { store });
  const calendar = calendarWith(second.url, tokens.access_token ?? '');
  const again = await calendar.events.list({ calendarId: 'primary', syncToken: data.nextSyncToken ?? '' });
  expect(again.data.items).toEqual([]);
  const certificates = await (await fetch(`${second.url}/oauth2/v1/certs`)).json();
  const header = JSON.parse(Buffer.from(tokens.id_token?.split('.')[0] ?? '', 'base64url').toString());
  expect(certificates).toHaveProperty(String(header.kid));
  const restarted = oauthClient(second.url);
  restarted.setCredentials({ refresh_token: tokens.refresh_token ?? '' });
  expect((await restarted.getAccessToken()).token).toMatch(/./);

  await control(second.url, 'reset');
  expect(await refusal(calendar.calendarList.list())).toEqual([401, 'authError']);
  const fresh = await calendarOf(second.url, 'dana@harborline.test');
  const stale = fresh.events.list({ calendarId: 'primary', syncToken: data.nextSyncToken ?? '' });
  expect(await refusal(stale)).toEqual([410, 'fullSyncRequired']);
  await second.close();
});

async function disposable(clock?: Clock) {
  const google = await startVendor(createGoogle, clock && { clock });
  return {
    url: google.url,
    list: async (email: string) => {
      const calendar = await calendarOf(google.url, email);
      const all = { calendarId: 'primary', singleEvents: true, orderBy: 'startTime' };
      return (await calendar.events.list(all)).data.items ?? [];
    },
    /** Events of all the account's calendars. */
    listAll: async (email: string) => {
      const calendar = await calendarOf(google.url, email);
      const { items = [] } = (await calendar.calendarList.list()).data;
      const pages = items.map(({ id }) => calendar.events.list({ calendarId: id ?? '', singleEvents: true }));
      return (await Promise.all(pages)).flatMap(({ data }) => data.items ?? []);
    },
    [Symbol.asyncDispose]: () => google.close(),
  };
}

/** Returns the average number of external guests, over events that have any. */
function averageGuests(events: calendar_v3.Schema$Event[]): number {
  const counts = events.map(
    ({ attendees = [] }) => attendees.filter(({ email, resource }) => !resource && !email?.endsWith(OWN_DOMAIN)).length,
  );
  const outside = counts.filter((count) => count > 0);
  return outside.reduce((sum, count) => sum + count, 0) / outside.length;
}
