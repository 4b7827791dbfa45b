import { expect, test } from 'vitest';
import { createMemoryStore } from '#sandbox/control/store.ts';
import { createGoogle } from '#sandbox/google/google.ts';
import { startVendor } from '#sandbox/start-vendor.ts';
import { calendarOf, calendarWith, connect, control, refusal } from '#tests/sandbox/google/google-client.ts';

const minuteMs = 60_000;

test('dana has two weeks behind and two weeks ahead: external, internal and mixed meetings, a blocker, an all-day event', async () => {
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

test("sam's calendar is empty until the first consent; then the first meeting is lead time + 3 minutes ahead", async () => {
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

test('seeded ids are the same in every fresh sandbox', async () => {
  await using one = await disposable();
  await using other = await disposable();
  const ids = async (google: typeof one) => new Set((await google.list('dana@harborline.test')).map(({ id }) => id));
  expect(await ids(one)).toEqual(await ids(other));
});

test('a restart keeps grants, tokens, events and sync tokens; a reset ends them', async () => {
  const store = createMemoryStore();
  const first = await startVendor(createGoogle, { store });
  const { client, tokens } = await connect(first.url);
  const { data } = await calendarWith(first.url, tokens.access_token ?? '').events.list({ calendarId: 'primary' });
  await first.close();

  const second = await startVendor(createGoogle, { store });
  const calendar = calendarWith(second.url, tokens.access_token ?? '');
  const again = await calendar.events.list({ calendarId: 'primary', syncToken: data.nextSyncToken ?? '' });
  expect(again.data.items).toEqual([]);
  const certificates = await (await fetch(`${second.url}/oauth2/v1/certs`)).json();
  const header = JSON.parse(Buffer.from(tokens.id_token?.split('.')[0] ?? '', 'base64url').toString());
  expect(certificates).toHaveProperty(String(header.kid));
  expect(client.credentials.refresh_token).toBeDefined();

  await control(second.url, 'reset');
  expect(await refusal(calendar.calendarList.list())).toEqual([401, 'authError']);
  const fresh = await calendarOf(second.url, 'dana@harborline.test');
  const stale = fresh.events.list({ calendarId: 'primary', syncToken: data.nextSyncToken ?? '' });
  expect(await refusal(stale)).toEqual([410, 'fullSyncRequired']);
  await second.close();
});

async function disposable() {
  const google = await startVendor(createGoogle);
  return {
    url: google.url,
    list: async (email: string) => {
      const calendar = await calendarOf(google.url, email);
      const all = { calendarId: 'primary', singleEvents: true, orderBy: 'startTime' };
      return (await calendar.events.list(all)).data.items ?? [];
    },
    [Symbol.asyncDispose]: () => google.close(),
  };
}
