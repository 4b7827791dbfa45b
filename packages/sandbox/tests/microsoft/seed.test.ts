import type { Event } from '@microsoft/microsoft-graph-types';
import { expect, test } from 'vitest';
import { createMemoryStore } from '#sandbox/control/store.ts';
import {
  connect,
  control,
  graphOf,
  graphWith,
  mira,
  readAll,
  refresh,
  refusal,
  startMicrosoft,
  windowOf,
} from '#sandbox/tests/microsoft/graph-client.ts';

const minuteMs = 60_000;
const seen = windowOf(3, 30);

test("mira's calendar fills on the first calendar consent, with an external meeting 123 minutes later", async () => {
  await using microsoft = await disposable();
  expect(await microsoft.list()).toEqual([]);
  await connect(microsoft.url, { scope: 'openid profile' });
  expect(await microsoft.list()).toEqual([]);
  const consentAtMs = Date.now();
  await connect(microsoft.url);
  const events = await microsoft.list();
  const first = events.find(({ subject }) => subject?.startsWith('Vantora'));
  const leadMs = Date.parse(`${first?.start?.dateTime}Z`) - consentAtMs;
  expect(Math.abs(leadMs - 123 * minuteMs)).toBeLessThanOrEqual(minuteMs);
  await connect(microsoft.url);
  expect(await microsoft.list()).toHaveLength(events.length);
});

test("mira's calendar covers series, Teams, zones, rooms, declined and private events", async () => {
  await using microsoft = await disposable();
  await connect(microsoft.url);
  const events = await microsoft.list();
  const series = events.filter(({ seriesMasterId }) => seriesMasterId);
  expect(series.map(({ type }) => type)).toEqual(expect.arrayContaining(['occurrence', 'exception']));
  expect(
    series.filter(({ attendees }) =>
      attendees?.some(({ emailAddress }) => emailAddress?.address?.endsWith('@saltmarsh.test')),
    ),
  ).toHaveLength(series.length);
  expect(events.filter(({ isAllDay }) => isAllDay)).toHaveLength(1);
  expect(events.some(({ onlineMeeting }) => onlineMeeting?.joinUrl?.startsWith('https://teams.microsoft.com/'))).toBe(
    true,
  );
  expect(events.some(({ originalStartTimeZone }) => originalStartTimeZone === 'Pacific Standard Time')).toBe(true);
  expect(events.some(({ responseStatus }) => responseStatus?.response === 'declined')).toBe(true);
  expect(events.some(({ sensitivity }) => sensitivity === 'private')).toBe(true);
  expect(events.some(({ attendees }) => attendees?.some(({ type }) => type === 'resource'))).toBe(true);
  const names = events.flatMap(({ attendees }) => attendees?.map(({ emailAddress }) => emailAddress) ?? []);
  expect(names.every((guest) => guest?.name && guest.name !== guest.address)).toBe(true);
});

test('the series stays at 10:00 in Tallinn across a DST change', async () => {
  await using microsoft = await disposable();
  await connect(microsoft.url);
  const graph = await graphOf(microsoft.url, mira);
  const { events } = await readAll(
    graph,
    `/me/calendarView?${windowOf(260, 2)}&$top=200`,
    'outlook.timezone="FLE Standard Time"',
  );
  const times = events.filter(({ type }) => type === 'occurrence').map(({ start }) => start?.dateTime?.slice(11, 16));
  expect(times.length).toBeGreaterThanOrEqual(26);
  expect(new Set(times)).toEqual(new Set(['10:00']));
  const inUtc = (await readAll(graph, `/me/calendarView?${windowOf(260, 2)}&$top=200`)).events.filter(
    ({ type }) => type === 'occurrence',
  );
  expect(new Set(inUtc.map(({ start }) => start?.dateTime?.slice(11, 16)))).toEqual(new Set(['07:00', '08:00']));
});

test('the second calendar has family events', async () => {
  await using microsoft = await disposable();
  await connect(microsoft.url);
  const graph = await graphOf(microsoft.url, mira);
  const { value }: { value: { id: string; name: string }[] } = await graph.api('/me/calendars').get();
  expect(value.map(({ name }) => name)).toEqual(['Calendar', 'Family']);
  const { events } = await readAll(graph, `/me/calendars/${value[1]?.id}/calendarView?${seen}`);
  expect(events.map(({ subject }) => subject)).toEqual(['Choir', 'Parents evening']);
});

test('a restart keeps grants, keys and delta links, but a reset ends grants and delta links', async () => {
  const store = createMemoryStore();
  const first = await startMicrosoft({ store });
  const { tokens } = await connect(first.url);
  const { events, deltaLink } = await readAll(
    graphWith(first.url, tokens.access_token),
    `/me/calendarView/delta?${seen}`,
  );
  const keys = await (await fetch(`${first.url}/common/discovery/v2.0/keys`)).json();
  await first.close();

  const second = await startMicrosoft({ store });
  const graph = graphWith(second.url, tokens.access_token);
  const link = deltaLink.replace(first.url, second.url);
  expect(events.length).toBeGreaterThan(10);
  expect((await readAll(graph, link)).events).toEqual([]);
  expect(await (await fetch(`${second.url}/common/discovery/v2.0/keys`)).json()).toEqual(keys);
  expect((await refresh(second.url, tokens.refresh_token ?? '')).status).toBe(200);

  await control(second.url, 'reset');
  expect(await refusal(graph.api('/me').get())).toEqual([401, 'InvalidAuthenticationToken']);
  await connect(second.url);
  const fresh = await graphOf(second.url, mira);
  expect(await refusal(fresh.api(link.replace(`${second.url}/v1.0`, '')).get())).toEqual([410, 'syncStateNotFound']);
  await second.close();
});

test('the vendor lists its accounts, calendars and events for the console', async () => {
  await using microsoft = await disposable();
  await connect(microsoft.url);
  const [account] = microsoft.vendor.accounts();
  if (!account) throw new Error('There is no account.');
  expect(account).toMatchObject({ email: mira, name: 'Mira Kask', timeZone: 'FLE Standard Time' });
  const [main] = microsoft.vendor.calendars(account);
  if (!main) throw new Error('There is no calendar.');
  expect(microsoft.vendor.events(main).map(({ subject }) => subject)).toContain('Vantora Health: packaging refresh');
});

async function disposable() {
  const microsoft = await startMicrosoft();
  return {
    url: microsoft.url,
    vendor: microsoft.vendor,
    list: async (): Promise<Event[]> =>
      (await readAll(await graphOf(microsoft.url, mira), `/me/calendarView?${seen}`)).events,
    [Symbol.asyncDispose]: () => microsoft.close(),
  };
}
