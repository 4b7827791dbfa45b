import {
  isSeries,
  type Occurrence,
  type OpenWindow,
  occurrenceOf,
  occurrences,
  type Window,
} from '#sandbox/google/calendar/recurrence.ts';
import type { GoogleContext } from '#sandbox/google/context.ts';
import type { GoogleEvent, StoredEvent } from '#sandbox/google/state.ts';

/** An open-ended window ends this long after the sandbox's clock or the window's start, whichever is later. */
const horizonMs = 2 * 366 * 86_400_000;

/** Returns the stored event with this id, or the unchanged instance of a stored series. */
export function findEvent(context: GoogleContext, calendarId: string, id: string): StoredEvent | undefined {
  const stored = findStored(context, calendarId, id);
  if (stored) return stored;
  const [, seriesId, key] = /^([a-v0-9]+)_(\d{8}(?:T\d{6}Z)?)$/.exec(id) ?? [];
  const series = seriesId === undefined ? undefined : findStored(context, calendarId, seriesId);
  if (!series || key === undefined || !isSeries(series.event)) return undefined;
  const occurrence = occurrenceOf(series.event, key);
  return occurrence && instanceOf(series, occurrence);
}

export function findStored({ state }: GoogleContext, calendarId: string, id: string): StoredEvent | undefined {
  return state.events.find((stored) => stored.calendarId === calendarId && stored.event.id === id);
}

/** Returns the unchanged instances of a live series; changed ones are stored as events. */
export function expand(context: GoogleContext, series: StoredEvent, window: Window): StoredEvent[] {
  if (series.event.status === 'cancelled') return [];
  const changed = new Set(exceptionsOf(context, series).map(({ event }) => event.id));
  return occurrences(series.event, window)
    .map((occurrence) => instanceOf(series, occurrence))
    .filter(({ event }) => !changed.has(event.id));
}

/** Returns the instances of a series that were changed or cancelled individually. */
export function exceptionsOf({ state }: GoogleContext, { calendarId, event }: StoredEvent): StoredEvent[] {
  return state.events.filter(
    (stored) => stored.calendarId === calendarId && stored.event.recurringEventId === event.id,
  );
}

/** Returns the live series of an instance, in the same calendar. */
export function seriesOf(context: GoogleContext, { calendarId, event }: StoredEvent): StoredEvent | undefined {
  const series = event.recurringEventId ? findStored(context, calendarId, event.recurringEventId) : undefined;
  return series && series.event.status !== 'cancelled' ? series : undefined;
}

/** Returns a call's window, with defaults for the bounds it omits. */
export function boundedWindow({ clock }: GoogleContext, { fromMs, toMs }: OpenWindow): Window {
  return { fromMs: fromMs ?? 0, toMs: toMs ?? Math.max(fromMs ?? 0, clock.now().getTime()) + horizonMs };
}

export function instanceId(seriesId: string | null | undefined, { key }: Occurrence): string {
  return `${seriesId}_${key}`;
}

function instanceOf({ calendarId, change, event: series }: StoredEvent, occurrence: Occurrence): StoredEvent {
  const { recurrence: _recurrence, ...shared } = series;
  const { start, end } = occurrence;
  const event: GoogleEvent = {
    ...shared,
    id: instanceId(series.id, occurrence),
    recurringEventId: series.id ?? null,
    originalStartTime: start,
    start,
    end,
  };
  return { calendarId, change, event };
}
