import type { Request } from 'express';
import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/v3.js';
import { eventResource, inZone, tombstone } from '#sandbox/google/calendar/event-shape.ts';
import { readBound, timeOf } from '#sandbox/google/calendar/event-time.ts';
import { boundedWindow, exceptionsOf, expand, seriesOf } from '#sandbox/google/calendar/instances.ts';
import {
  type InstancesQuery,
  type ListQuery,
  readInstancesQuery,
  readListQuery,
  readPageToken,
  readSyncToken,
  readWindow,
  type SyncPosition,
  sealPage,
  sealSync,
} from '#sandbox/google/calendar/list-query.ts';
import { isSeries, type OpenWindow } from '#sandbox/google/calendar/recurrence.ts';
import type { GoogleContext } from '#sandbox/google/context.ts';
import { invalid } from '#sandbox/google/errors.ts';
import type { Account, Calendar, StoredEvent } from '#sandbox/google/state.ts';

type Reading = { context: GoogleContext; account: Account; calendar: Calendar };
type Row = { stored: StoredEvent; key: string };

/**
 * Answers `events.list`: windowed or incremental, in pages. Only the last page has a sync token, and only without
 * `orderBy`.
 */
export function listEvents({ context, account, calendar }: Reading, req: Request): calendar_v3.Schema$Events {
  const input = readListQuery(req);
  const sync = readSyncToken(context, calendar, input);
  const window = sync ?? readWindow(input);
  const found = sync
    ? changedSince(context, calendar, sync)
    : candidates(context, calendar, input.singleEvents, window).filter((stored) =>
        matches(context, stored, input, window, calendar),
      );
  const key = sortKey(input, sync !== undefined);
  const rows = found.map((stored) => ({ stored, key: key(stored, calendar) }));
  const { page, change } = cutPage({ context, account, calendar }, rows, input);
  const isLast = page.nextPageToken === undefined && input.orderBy === undefined;
  const position = { ...window, change, single: input.singleEvents };
  return { ...page, ...(isLast && { nextSyncToken: sealSync(context, calendar, position) }) };
}

/** Answers `events.instances`: one expanded series, including changed instances. */
export function listInstances(
  { context, account, calendar }: Reading,
  series: StoredEvent,
  req: Request,
): calendar_v3.Schema$Events {
  const input = readInstancesQuery(req);
  if (!isSeries(series.event)) throw invalid('The event is not a recurring event.');
  const window = readWindow(input);
  const rows = [...expand(context, series, boundedWindow(context, window)), ...exceptionsOf(context, series)]
    .filter(({ event }) => event.status !== 'cancelled' || input.showDeleted)
    .filter((stored) => overlaps(stored, window, calendar))
    .filter(({ event }) => {
      const { originalStart } = input;
      if (originalStart === undefined) return true;
      const original = event.originalStartTime ?? undefined;
      return original?.date === originalStart || timeOf(original, calendar.timeZone) === Date.parse(originalStart);
    })
    .map((stored) => ({ stored, key: `${padded(timeOf(stored.event.start, calendar.timeZone))}/${stored.event.id}` }));
  return cutPage({ context, account, calendar }, rows, input).page;
}

/** Returns the events to list: with `singleEvents`, instances instead of their series. */
function candidates(context: GoogleContext, calendar: Calendar, single: boolean, window: OpenWindow) {
  const inCalendar = context.state.events.filter((stored) => stored.calendarId === calendar.id);
  if (!single) return inCalendar;
  const bounds = boundedWindow(context, window);
  return inCalendar.flatMap((stored) =>
    isSeries(stored.event) && stored.event.status !== 'cancelled' ? expand(context, stored, bounds) : [stored],
  );
}

/**
 * Returns what changed since the token. With `singleEvents`, a changed series is replaced by its instances in the first
 * call's window, and removed instances are included; a deleted series is returned itself.
 */
function changedSince(context: GoogleContext, calendar: Calendar, sync: SyncPosition): StoredEvent[] {
  const vanished = sync.single ? context.state.vanished.filter((stored) => stored.calendarId === calendar.id) : [];
  return [...candidates(context, calendar, sync.single, sync), ...vanished].filter(
    ({ change }) => change > sync.change,
  );
}

/** Sorts the rows and returns one page of them. The next sync starts from `change`. */
function cutPage({ context, account, calendar }: Reading, rows: Row[], input: ListQuery | InstancesQuery) {
  const from = readPageToken(context, input.pageToken);
  const sorted = rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const rest = from ? sorted.filter((row) => row.key > from.after) : sorted;
  const shown = rest.slice(0, input.maxResults);
  const last = shown.at(-1);
  const change = from?.change ?? context.state.changes;
  const page: calendar_v3.Schema$Events = {
    kind: 'calendar#events',
    etag: `"p${change}"`,
    summary: calendar.summary,
    updated: context.clock.now().toISOString(),
    timeZone: input.timeZone ?? calendar.timeZone,
    accessRole: 'owner',
    defaultReminders: [{ method: 'popup', minutes: 10 }],
    ...(last && rest.length > shown.length && { nextPageToken: sealPage(context, { after: last.key, change }) }),
    items: shown.map(({ stored }) =>
      stored.event.status === 'cancelled'
        ? tombstone(stored)
        : inZone(eventResource(stored, account, input.maxAttendees), input.timeZone),
    ),
  };
  return { page, change };
}

function padded(value: number): string {
  return String(Math.max(0, value)).padStart(16, '0');
}

/** Returns the sort key function. Keys are unique, so that a page can continue after the previous one's end. */
function sortKey(input: ListQuery, isIncremental: boolean): (stored: StoredEvent, calendar: Calendar) => string {
  if (input.orderBy === 'startTime')
    return ({ event }, calendar) => `${padded(timeOf(event.start, calendar.timeZone))}/${event.id}`;
  if (input.orderBy === 'updated') return ({ event }) => `${event.updated}/${event.id}`;
  if (isIncremental) return ({ change, event }) => `${padded(change)}/${event.id}`;
  return ({ event }) => `${event.created}/${event.id}`;
}

function matches(
  context: GoogleContext,
  stored: StoredEvent,
  input: ListQuery,
  window: OpenWindow,
  calendar: Calendar,
): boolean {
  const { event } = stored;
  const updatedMs = input.updatedMin === undefined ? undefined : readBound(input.updatedMin, 'updatedMin');
  if (event.status === 'cancelled' && !input.showDeleted && updatedMs === undefined) {
    // A list of series includes their cancelled instances.
    return !input.singleEvents && seriesOf(context, stored) !== undefined;
  }
  if (isSeries(event) && !input.singleEvents) {
    if (expand(context, stored, boundedWindow(context, window)).length === 0) return false;
  } else if (!overlaps(stored, window, calendar)) return false;
  if (updatedMs !== undefined && Date.parse(event.updated ?? '') < updatedMs) return false;
  if (input.iCalUID !== undefined && event.iCalUID !== input.iCalUID) return false;
  const types = input.eventTypes === undefined ? undefined : [input.eventTypes].flat();
  if (types && !types.includes(event.eventType ?? 'default')) return false;
  return input.q === undefined || mentions(event, input.q.toLowerCase());
}

function overlaps({ event }: StoredEvent, { fromMs, toMs }: OpenWindow, { timeZone }: Calendar): boolean {
  if (fromMs !== undefined && timeOf(event.end, timeZone) <= fromMs) return false;
  return toMs === undefined || timeOf(event.start, timeZone) < toMs;
}

function mentions({ summary, description, location, attendees = [] }: StoredEvent['event'], words: string): boolean {
  const people = attendees.flatMap((guest) => [guest.displayName, guest.email]);
  return [summary, description, location, ...people].some((text) => text?.toLowerCase().includes(words));
}
