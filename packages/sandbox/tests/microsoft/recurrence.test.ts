import type { Client } from '@microsoft/microsoft-graph-client';
import type { Event, PatternedRecurrence, RecurrencePattern } from '@microsoft/microsoft-graph-types';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MicrosoftVendor } from '#sandbox/microsoft/microsoft.ts';
import type { Started } from '#sandbox/start-vendor.ts';
import { control, graphOf, readAll, refusal, startMicrosoft } from '#sandbox/tests/microsoft/graph-client.ts';

const kai = 'kai@outlook.com';
const october = 'startDateTime=2026-10-01T00:00:00Z&endDateTime=2026-12-01T00:00:00Z';
let microsoft: Started<MicrosoftVendor>;
let graph: Client;

beforeAll(async () => {
  microsoft = await startMicrosoft();
});
beforeEach(async () => {
  await microsoft.vendor.control.resetAll();
  await control(microsoft.url, 'accounts', { email: kai, name: 'Kai Lind' });
  graph = await graphOf(microsoft.url, kai);
});
afterAll(async () => {
  await microsoft.close();
});

test('a weekly series keeps its local time across the end of DST', async () => {
  await weekly();
  const local = await starts(october, 'FLE Standard Time');
  expect(local).toEqual(['10-19T10:00', '10-26T10:00', '11-02T10:00', '11-09T10:00']);
  expect(await starts(october, 'UTC')).toEqual(['10-19T07:00', '10-26T08:00', '11-02T08:00', '11-09T08:00']);
});

test('occurrences inherit from their series but have their own ids', async () => {
  const master = await weekly();
  const { events } = await readAll(graph, `/me/calendarView?${october}`);
  expect(events).toHaveLength(4);
  for (const event of events) {
    expect(event).toMatchObject({ type: 'occurrence', seriesMasterId: master.id, subject: 'Weekly', recurrence: null });
  }
  expect(events[1]).toMatchObject({ originalStart: '2026-10-26T08:00:00Z' });
  expect(new Set(events.map(({ id }) => id)).size).toBe(4);
  expect(new Set([master.iCalUId, ...events.map(({ iCalUId }) => iCalUId)]).size).toBe(5);
  await expect(graph.api(`/me/events/${events[2]?.id}`).get()).resolves.toMatchObject({
    type: 'occurrence',
    id: events[2]?.id,
  });
});

test('events lists a series once, instances lists its occurrences', async () => {
  const master = await weekly();
  const { events } = await readAll(graph, '/me/events');
  expect(events).toMatchObject([{ id: master.id, type: 'seriesMaster', recurrence: { pattern: { type: 'weekly' } } }]);
  expect((await readAll(graph, `/me/events/${master.id}/instances?${october}`)).events).toHaveLength(4);
  expect(await refusal(graph.api(`/me/events/${master.id}/instances`).get())).toEqual([400, 'ErrorInvalidParameter']);
});

test('a changed occurrence becomes an exception with the same id', async () => {
  await weekly();
  const [first] = (await readAll(graph, `/me/calendarView?${october}`)).events;
  const moved: Event = await graph.api(`/me/events/${first?.id}`).patch({
    subject: 'Moved',
    start: { dateTime: '2026-10-20T12:00:00', timeZone: 'UTC' },
    end: { dateTime: '2026-10-20T13:00:00', timeZone: 'UTC' },
  });
  expect(moved).toMatchObject({
    id: first?.id,
    type: 'exception',
    originalStart: '2026-10-19T07:00:00Z',
    iCalUId: first?.iCalUId,
  });
  expect(await starts(october, 'UTC')).toEqual(['10-20T12:00', '10-26T08:00', '11-02T08:00', '11-09T08:00']);
});

test('a series change updates exceptions in fields they do not override', async () => {
  const master = await weekly();
  const [first] = (await readAll(graph, `/me/calendarView?${october}`)).events;
  await graph.api(`/me/events/${first?.id}`).patch({ subject: 'Special' });
  await graph.api(`/me/events/${master.id}`).patch({ subject: 'Renamed', showAs: 'free' });
  await expect(graph.api(`/me/events/${first?.id}`).get()).resolves.toMatchObject({
    subject: 'Special',
    showAs: 'free',
  });
  expect((await readAll(graph, `/me/calendarView?${october}`)).events.map(({ subject }) => subject)).toEqual([
    'Special',
    'Renamed',
    'Renamed',
    'Renamed',
  ]);
});

test('deleting an occurrence keeps the series', async () => {
  await weekly();
  const [, second] = (await readAll(graph, `/me/calendarView?${october}`)).events;
  await graph.api(`/me/events/${second?.id}`).delete();
  expect(await starts(october, 'UTC')).toEqual(['10-19T07:00', '11-02T08:00', '11-09T08:00']);
  expect(await refusal(graph.api(`/me/events/${second?.id}`).get())).toEqual([404, 'ErrorItemNotFound']);
});

test('a series can end earlier, move or become a single event', async () => {
  const master = await weekly();
  const until = { ...recurrence, range: { type: 'endDate' as const, endDate: '2026-10-26' } };
  await graph.api(`/me/events/${master.id}`).patch({ recurrence: until });
  expect(await starts(october, 'UTC')).toEqual(['10-19T07:00', '10-26T08:00']);
  const at = (time: string) => ({ dateTime: `2026-10-19T${time}`, timeZone: 'FLE Standard Time' });
  await graph.api(`/me/events/${master.id}`).patch({ start: at('12:00:00'), end: at('12:30:00') });
  expect(await starts(october, 'FLE Standard Time')).toEqual(['10-19T12:00', '10-26T12:00']);
  await graph.api(`/me/events/${master.id}`).patch({ recurrence: null });
  expect(await starts(october, 'UTC')).toEqual(['10-19T09:00']);
});

const patterns: [string, RecurrencePattern, string, string[]][] = [
  ['every second day', { type: 'daily', interval: 2 }, '2026-10-01', ['10-01', '10-03', '10-05', '10-07']],
  [
    'twice a week',
    { type: 'weekly', interval: 1, daysOfWeek: ['tuesday', 'thursday'] },
    '2026-10-01',
    ['10-01', '10-06', '10-08', '10-13'],
  ],
  [
    'the 31st, or the last day of a shorter month',
    { type: 'absoluteMonthly', interval: 1, dayOfMonth: 31 },
    '2026-08-31',
    ['08-31', '09-30', '10-31', '11-30'],
  ],
  [
    'the second Friday',
    { type: 'relativeMonthly', interval: 1, daysOfWeek: ['friday'], index: 'second' },
    '2026-09-11',
    ['09-11', '10-09', '11-13', '12-11'],
  ],
  [
    'the last weekday of a month',
    {
      type: 'relativeMonthly',
      interval: 1,
      daysOfWeek: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
      index: 'last',
    },
    '2026-10-30',
    ['10-30', '11-30', '12-31', '01-29'],
  ],
  [
    'once a year',
    { type: 'absoluteYearly', interval: 1, month: 11, dayOfMonth: 5 },
    '2026-11-05',
    ['11-05', '11-05', '11-05', '11-05'],
  ],
  [
    'the first Sunday of May',
    { type: 'relativeYearly', interval: 1, month: 5, daysOfWeek: ['sunday'], index: 'first' },
    '2026-05-03',
    ['05-03', '05-02', '05-07', '05-06'],
  ],
];

test.each(patterns)('the pattern is expanded: %s', async (_what, pattern, startDate, days) => {
  const at = (time: string) => ({ dateTime: `${startDate}T${time}`, timeZone: 'UTC' });
  const range = { type: 'numbered' as const, startDate, numberOfOccurrences: 4 };
  await graph.api('/me/events').post({ start: at('09:00:00'), end: at('10:00:00'), recurrence: { pattern, range } });
  const years = 'startDateTime=2026-01-01T00:00:00Z&endDateTime=2030-06-01T00:00:00Z';
  expect((await starts(years, 'UTC')).map((start) => start.slice(0, 5))).toEqual(days);
});

const recurrence: PatternedRecurrence = {
  pattern: { type: 'weekly', interval: 1, daysOfWeek: ['monday'], firstDayOfWeek: 'monday' },
  range: { type: 'numbered', startDate: '2026-10-19', numberOfOccurrences: 4 },
};

/** Creates four Mondays at 10:00 in Tallinn; DST ends between the first two. */
async function weekly(): Promise<Event> {
  const at = (time: string) => ({ dateTime: `2026-10-19T${time}`, timeZone: 'FLE Standard Time' });
  return await graph
    .api('/me/events')
    .post({ subject: 'Weekly', start: at('10:00:00'), end: at('10:45:00'), recurrence });
}

async function starts(window: string, timeZone: string): Promise<string[]> {
  const { events } = await readAll(graph, `/me/calendarView?${window}`, `outlook.timezone="${timeZone}"`);
  return events.map(({ start }) => start?.dateTime?.slice(5, 16) ?? '');
}
