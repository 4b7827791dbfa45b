import type { Client } from '@microsoft/microsoft-graph-client';
import type { Calendar, Event } from '@microsoft/microsoft-graph-types';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MicrosoftVendor } from '#sandbox/microsoft/microsoft.ts';
import type { Started } from '#sandbox/start-vendor.ts';
import {
  type Collection,
  control,
  type DeltaEvent,
  eventIn,
  graphOf,
  readAll,
  refusal,
  startMicrosoft,
  tokenOf,
  utc,
  windowOf,
} from '#sandbox/tests/microsoft/graph-client.ts';

const kai = 'kai@outlook.com';
const dayMs = 86_400_000;
const delta = `/me/calendarView/delta?${windowOf(7, 30)}`;
let microsoft: Started<MicrosoftVendor>;
let url: string;
let graph: Client;

beforeAll(async () => {
  microsoft = await startMicrosoft();
  ({ url } = microsoft);
});
beforeEach(async () => {
  await microsoft.vendor.control.resetAll();
  await control(url, 'accounts', { email: kai, name: 'Kai Lind' });
  graph = await graphOf(url, kai);
});
afterAll(async () => {
  await microsoft.close();
});

describe('a delta round', () => {
  test('pages by maxpagesize and ends with a deltaLink', async () => {
    for (let hour = 1; hour <= 5; hour += 1) await graph.api('/me/events').post(eventIn(hour));
    const round = await readAll(graph, delta, 'odata.maxpagesize=2');
    expect(round.pages).toBe(3);
    expect(round.events.map(({ subject }) => String(subject)).toSorted()).toEqual([
      'In 1 h',
      'In 2 h',
      'In 3 h',
      'In 4 h',
      'In 5 h',
    ]);
    expect(round.deltaLink).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\.0\/me\/calendarView\/delta\?\$deltatoken=/);
    expect(await readAll(graph, round.deltaLink)).toMatchObject({ events: [], pages: 1 });
  });

  test('returns each change since the previous round once, and again if its link is reused', async () => {
    const kept = await post(1);
    const changed = await post(2);
    const gone = await post(3);
    const first = await readAll(graph, delta);
    const added = await post(4);
    await graph.api(`/me/events/${changed.id}`).patch({ subject: 'Changed' });
    await graph.api(`/me/events/${gone.id}`).delete();
    const second = await readAll(graph, first.deltaLink);
    expect(byId(second.events)).toEqual(
      byId([
        { ...changed, subject: 'Changed' },
        { ...added },
        { id: gone.id ?? '', '@removed': { reason: 'deleted' } },
      ]),
    );
    expect(second.events.some(({ id }) => id === kept.id)).toBe(false);
    expect((await readAll(graph, second.deltaLink)).events).toEqual([]);
    expect((await readAll(graph, first.deltaLink)).events).toHaveLength(3);
  });

  test('keeps its window: events moved out are @removed, events moved in are added', async () => {
    const inside = await post(2);
    const outside = await post(24 * 60);
    const first = await readAll(graph, delta);
    expect(first.events.map(({ id }) => id)).toEqual([inside.id]);
    await move(inside, 90);
    await move(outside, 3);
    const second = await readAll(
      graph,
      `${first.deltaLink}&startDateTime=2020-01-01T00:00:00Z&endDateTime=2040-01-01T00:00:00Z`,
    );
    expect(byId(second.events)).toEqual(
      byId([{ id: inside.id ?? '', '@removed': { reason: 'deleted' } }, { ...outside }]),
    );
    await graph.api(`/me/events/${inside.id}`).patch({ subject: 'Still outside' });
    const third = await readAll(graph, second.deltaLink);
    expect(third.events).toMatchObject([{ id: inside.id, '@removed': { reason: 'deleted' } }]);
  });

  test('reports changes made mid-round in that round or the next', async () => {
    for (let hour = 1; hour <= 4; hour += 1) await post(hour);
    const page: Collection = await graph.api(delta).header('Prefer', 'odata.maxpagesize=2').get();
    const [seen] = page.value;
    await graph.api(`/me/events/${seen?.id}`).delete();
    const late = await post(9);
    const rest = await readAll(graph, page['@odata.nextLink'] ?? '');
    const next = await readAll(graph, rest.deltaLink);
    expect(next.events).toContainEqual(expect.objectContaining({ id: seen?.id, '@removed': { reason: 'deleted' } }));
    expect([...rest.events, ...next.events].some(({ id }) => id === late.id)).toBe(true);
  });

  test('returns immutable or ordinary ids from the same link', async () => {
    const event = await post(2);
    const first = await readAll(graph, delta);
    await graph.api(`/me/events/${event.id}`).delete();
    const immutable = await readAll(graph, first.deltaLink, 'IdType="ImmutableId"');
    expect(immutable.events).toHaveLength(1);
    expect(immutable.events[0]?.id).not.toBe(event.id);
    expect((await readAll(graph, first.deltaLink)).events).toMatchObject([{ id: event.id }]);
  });
});

describe('a series', () => {
  test('is returned as a full master, full exceptions and minimal occurrences', async () => {
    const master = await daily();
    const [, second] = await occurrences();
    await graph.api(`/me/events/${second?.id}`).patch({ subject: 'Exception' });
    const { events } = await readAll(graph, delta);
    const [first, ...others] = events;
    expect(first).toMatchObject({
      id: master.id,
      type: 'seriesMaster',
      subject: 'Daily',
      recurrence: { range: { type: 'numbered' } },
    });
    expect(others.map(({ type }) => type)).toEqual(['occurrence', 'exception', 'occurrence']);
    expect(Object.keys(others[0] ?? {}).toSorted()).toEqual([
      '@odata.etag',
      '@odata.type',
      'end',
      'id',
      'seriesMasterId',
      'start',
      'type',
    ]);
    expect(others[1]).toMatchObject({ subject: 'Exception', seriesMasterId: master.id });
  });

  test('is returned with full occurrences if so configured, as in Microsoft’s reference', async () => {
    await daily();
    await control(url, 'delta', { occurrences: 'full' });
    const { events } = await readAll(graph, delta);
    expect(events.filter(({ type }) => type === 'occurrence')).toMatchObject(
      Array.from({ length: 3 }, () => ({ subject: 'Daily' })),
    );
  });

  test('reports removals per occurrence', async () => {
    const master = await daily();
    const [one, two, three] = await occurrences();
    let round = await readAll(graph, delta);
    const removed = async (): Promise<unknown[]> => {
      round = await readAll(graph, round.deltaLink);
      return round.events
        .filter((event) => '@removed' in event)
        .map(({ id }) => String(id))
        .toSorted();
    };
    await graph.api(`/me/events/${two?.id}`).delete();
    expect(await removed()).toEqual([two?.id]);
    const range = { type: 'numbered', startDate: master.start?.dateTime?.slice(0, 10), numberOfOccurrences: 2 };
    await graph
      .api(`/me/events/${master.id}`)
      .patch({ recurrence: { pattern: { type: 'daily', interval: 1 }, range } });
    expect(await removed()).toContain(three?.id);
    await graph.api(`/me/events/${master.id}`).delete();
    expect(await removed()).toEqual(expect.arrayContaining([one?.id, master.id]));
  });

  test('removes its old occurrences when it moves', async () => {
    const master = await daily();
    const before = await occurrences();
    const first = await readAll(graph, delta);
    await move(master, 2);
    const { events } = await readAll(graph, first.deltaLink);
    const removed = events.filter((event) => '@removed' in event).map(({ id }) => id);
    const present = events.filter((event) => !('@removed' in event)).map(({ id }) => id);
    const now = await occurrences();
    expect(new Set(present)).toEqual(new Set([master.id, ...now.map(({ id }) => id)]));
    expect(new Set(removed)).toEqual(new Set(before.map(({ id }) => id).filter((id) => !present.includes(id))));
  });
});

describe('in a delta request', () => {
  test('an expired token returns 410 with a link to a new round', async () => {
    await post(1);
    const { deltaLink } = await readAll(graph, delta);
    await control(url, 'delta-tokens/expire');
    const headers = { authorization: `Bearer ${await tokenOf(url, kai)}` };
    const answer = await fetch(deltaLink, { headers });
    expect(answer.status).toBe(410);
    expect(await answer.json()).toMatchObject({ error: { code: 'syncStateNotFound' } });
    const fresh = await readAll(graph, answer.headers.get('location') ?? '');
    expect(answer.headers.get('location')).toMatch(/\$deltatoken=$/);
    expect(fresh.events).toHaveLength(1);
  });

  test('an invalid token returns syncStateInvalid', async () => {
    expect(await refusal(graph.api('/me/calendarView/delta?$deltatoken=nonsense').get())).toEqual([
      400,
      'syncStateInvalid',
    ]);
  });

  test('$select, $filter, $orderby and a missing window are rejected', async () => {
    expect(await refusal(graph.api('/me/calendarView/delta').get())).toEqual([400, 'ErrorInvalidParameter']);
    for (const parameter of ['$select=subject', "$filter=subject eq 'x'", '$orderby=subject']) {
      expect(await refusal(graph.api(`${delta}&${parameter}`).get())).toEqual([400, 'ErrorInvalidUrlQuery']);
    }
  });

  test('delta works only for the view of the default calendar', async () => {
    const calendar: Calendar = await graph.api('/me/calendars').post({ name: 'Sailing' });
    const call = graph.api(`/me/calendars/${calendar.id}/calendarView/delta?${windowOf(1, 1)}`).get();
    expect(await refusal(call)).toEqual([400, 'BadRequest']);
    expect(await refusal(graph.api('/me/events/delta').get())).toEqual([400, 'BadRequest']);
  });
});

test('delta rounds match the calendar view over random edits', async () => {
  const seed = Date.now();
  const random = randomNumbers(seed);
  const local = new Map<string, Event>();
  let link = delta;
  for (let round = 0; round < 6; round += 1) {
    for (let edit = 0; edit < 6; edit += 1) await editAtRandom(random);
    const { events, deltaLink } = await readAll(graph, link, 'odata.maxpagesize=3');
    for (const event of events) {
      if ('@removed' in event) local.delete(event.id ?? '');
      else if (event.type !== 'seriesMaster') local.set(event.id ?? '', event);
    }
    link = deltaLink;
    const shown = await occurrences();
    const times = (all: Iterable<Event>) => [...all].map(({ id, start }) => `${id} ${start?.dateTime}`).toSorted();
    expect(times(local.values()), `seed ${seed}, round ${round}`).toEqual(times(shown));
  }
});

async function editAtRandom(random: () => number): Promise<void> {
  const pick = <T>(all: T[]): T | undefined => all[Math.floor(random() * all.length)];
  const shown = await occurrences();
  const { events: stored } = await readAll(graph, '/me/events?$top=100');
  const hours = Math.floor(random() * 24 * 60) - 100;
  const edits = [
    () => post(hours),
    () => daily(hours),
    async () => await move(pick(shown), Math.floor(random() * 60)),
    async () => await move(pick(stored), Math.floor(random() * 20)),
    async () => await remove(pick(shown)),
    async () => await remove(pick(stored)),
  ];
  await pick(edits)?.();
}

/** Returns seeded random numbers from 0 to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

async function remove(event: Event | undefined): Promise<void> {
  if (event) await graph.api(`/me/events/${event.id}`).delete();
}

async function post(hours: number): Promise<Event> {
  return await graph.api('/me/events').post(eventIn(hours));
}

async function daily(hours = 5): Promise<Event> {
  const event = eventIn(hours, { subject: 'Daily' });
  const range = {
    type: 'numbered' as const,
    numberOfOccurrences: 3,
    startDate: event.start?.dateTime?.slice(0, 10) ?? '',
  };
  return await graph
    .api('/me/events')
    .post({ ...event, recurrence: { pattern: { type: 'daily', interval: 1 }, range } });
}

/** Moves an event to `days` from now. */
async function move(event: Event | undefined, days: number): Promise<void> {
  if (!event) return;
  const startMs = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + days * dayMs;
  await graph.api(`/me/events/${event.id}`).patch({ start: utc(startMs), end: utc(startMs + 1_800_000) });
}

async function occurrences(): Promise<Event[]> {
  return (await readAll(graph, `/me/calendarView?${delta.split('?')[1]}&$top=200`)).events;
}

/** Returns the fields to compare, in a stable order. */
function byId(events: DeltaEvent[]) {
  return events
    .map((event) => ({
      id: event.id,
      subject: event.subject,
      removed: event['@removed'],
    }))
    .toSorted((a, b) => (a.id ?? '').localeCompare(b.id ?? ''));
}
