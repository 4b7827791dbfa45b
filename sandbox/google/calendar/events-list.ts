import type { Request } from 'express';
import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/v3.js';
import * as z from 'zod';
import { eventResource, tombstone } from '#sandbox/google/calendar/event-shape.ts';
import { formatInZone, readBound, timeOf } from '#sandbox/google/calendar/event-time.ts';
import { flag, openToken, readQuery, sealToken, wholeNumber } from '#sandbox/google/calendar/query.ts';
import type { GoogleContext } from '#sandbox/google/context.ts';
import { ApiError, fullSyncRequired, invalid } from '#sandbox/google/errors.ts';
import type { Account, Calendar, StoredEvent } from '#sandbox/google/state.ts';

const query = z.object({
  maxResults: wholeNumber.max(2500).default(250),
  maxAttendees: wholeNumber.optional(),
  pageToken: z.string().optional(),
  syncToken: z.string().optional(),
  singleEvents: flag.default(false),
  showDeleted: flag.optional(),
  orderBy: z.enum(['startTime', 'updated']).optional(),
  timeMin: z.string().optional(),
  timeMax: z.string().optional(),
  updatedMin: z.string().optional(),
  timeZone: z.string().optional(),
  q: z.string().optional(),
  iCalUID: z.string().optional(),
  eventTypes: z.union([z.string(), z.array(z.string())]).optional(),
});

type Query = z.infer<typeof query>;

/** A position in the order of changes of one calendar. `single` guards that a follow-up asks as the first call did. */
const syncPosition = z.object({ calendarId: z.string(), epoch: z.string(), change: z.number(), single: z.boolean() });
/** Where the next page starts, and the change number when the first page was read: changes made in between are the next sync's. */
const pagePosition = z.object({ epoch: z.string(), after: z.string(), change: z.number() });

const notWithSyncToken = ['orderBy', 'timeMin', 'timeMax', 'updatedMin', 'q', 'iCalUID'] as const;

/** `events.list`: windowed or incremental, in pages; the sync token comes on the last page only, and never with an order. */
export function listEvents(
  context: GoogleContext,
  account: Account,
  calendar: Calendar,
  req: Request,
): calendar_v3.Schema$Events {
  const input = readQuery(req, query);
  const since = input.syncToken === undefined ? undefined : readSyncToken(context, calendar, input, input.syncToken);
  const page = input.pageToken === undefined ? undefined : readPageToken(context, input.pageToken);
  const key = sortKey(input, since);
  const rows = context.state.events
    .filter((stored) => stored.calendarId === calendar.id)
    .filter((stored) => (since === undefined ? matches(stored, input, calendar) : stored.change > since))
    .map((stored) => ({ stored, key: key(stored, calendar) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const rest = page ? rows.filter((row) => row.key > page.after) : rows;
  const shown = rest.slice(0, input.maxResults);
  const last = shown.at(-1);
  const change = page?.change ?? context.state.changes;
  const more = rest.length > shown.length && last !== undefined;
  const zone = input.timeZone ?? calendar.timeZone;

  return {
    kind: 'calendar#events',
    etag: `"p${change}"`,
    summary: calendar.summary,
    updated: context.clock.now().toISOString(),
    timeZone: zone,
    accessRole: 'owner',
    defaultReminders: [{ method: 'popup', minutes: 10 }],
    ...(more && { nextPageToken: sealToken({ epoch: context.state.epoch, after: last.key, change }) }),
    ...(!more && input.orderBy === undefined && { nextSyncToken: sealSync(context, calendar, change, input) }),
    items: shown.map(({ stored }) => {
      if (stored.event.status === 'cancelled') return tombstone(stored);
      return inZone(eventResource(stored, account, input.maxAttendees), input.timeZone);
    }),
  };
}

function readSyncToken({ state }: GoogleContext, calendar: Calendar, input: Query, token: string): number {
  for (const name of notWithSyncToken) {
    if (input[name] !== undefined) throw invalid(`Sync token cannot be used with ${name}.`, name);
  }
  if (input.showDeleted === false) throw invalid('Sync token cannot be used with showDeleted=false.', 'showDeleted');
  const position = openToken(token, syncPosition);
  if (!position || position.calendarId !== calendar.id) throw invalid('Invalid sync token value.', 'syncToken');
  if (position.epoch !== state.epoch || position.change > state.changes) throw fullSyncRequired();
  if (position.single !== input.singleEvents) {
    throw invalid('Sync token cannot be used with other parameters than the initial request.', 'singleEvents');
  }
  return position.change;
}

function readPageToken({ state }: GoogleContext, token: string): z.infer<typeof pagePosition> {
  const position = openToken(token, pagePosition);
  if (!position || position.epoch !== state.epoch) throw invalid('Invalid page token value.', 'pageToken');
  return position;
}

function sealSync({ state }: GoogleContext, calendar: Calendar, change: number, input: Query): string {
  return sealToken({ calendarId: calendar.id, epoch: state.epoch, change, single: input.singleEvents });
}

/** Total orders, so that a page can go on after the last row of the one before. */
function sortKey(input: Query, since: number | undefined): (stored: StoredEvent, calendar: Calendar) => string {
  const padded = (value: number): string => String(Math.max(0, value)).padStart(16, '0');
  if (input.orderBy === 'startTime') {
    if (!input.singleEvents) {
      throw invalid('The requested ordering is not available for the particular query.', 'orderBy');
    }
    return ({ event }, calendar) => `${padded(timeOf(event.start, calendar.timeZone))}/${event.id}`;
  }
  if (input.orderBy === 'updated') return ({ event }) => `${event.updated}/${event.id}`;
  if (since !== undefined) return ({ change, event }) => `${padded(change)}/${event.id}`;
  return ({ event }) => `${event.created}/${event.id}`;
}

function matches({ event }: StoredEvent, input: Query, calendar: Calendar): boolean {
  const minMs = input.timeMin === undefined ? undefined : readBound(input.timeMin, 'timeMin');
  const maxMs = input.timeMax === undefined ? undefined : readBound(input.timeMax, 'timeMax');
  const updatedMs = input.updatedMin === undefined ? undefined : readBound(input.updatedMin, 'updatedMin');
  if (minMs !== undefined && maxMs !== undefined && minMs >= maxMs) {
    throw new ApiError(400, 'timeRangeEmpty', 'The specified time range is empty.', { domain: 'calendar' });
  }
  if (event.status === 'cancelled' && !input.showDeleted && updatedMs === undefined) return false;
  if (minMs !== undefined && timeOf(event.end, calendar.timeZone) <= minMs) return false;
  if (maxMs !== undefined && timeOf(event.start, calendar.timeZone) >= maxMs) return false;
  if (updatedMs !== undefined && Date.parse(event.updated ?? '') < updatedMs) return false;
  if (input.iCalUID !== undefined && event.iCalUID !== input.iCalUID) return false;
  const types = input.eventTypes === undefined ? undefined : [input.eventTypes].flat();
  if (types && !types.includes(event.eventType ?? 'default')) return false;
  return input.q === undefined || mentions(event, input.q.toLowerCase());
}

function mentions({ summary, description, location, attendees = [] }: StoredEvent['event'], words: string): boolean {
  const people = attendees.flatMap((guest) => [guest.displayName, guest.email]);
  return [summary, description, location, ...people].some((text) => text?.toLowerCase().includes(words));
}

function inZone(event: StoredEvent['event'], timeZone: string | undefined): StoredEvent['event'] {
  if (timeZone === undefined || !event.start?.dateTime || !event.end?.dateTime) return event;
  const shown = (dateTime: string): string => formatInZone(Date.parse(dateTime), timeZone);
  return {
    ...event,
    start: { ...event.start, dateTime: shown(event.start.dateTime) },
    end: { ...event.end, dateTime: shown(event.end.dateTime) },
  };
}
