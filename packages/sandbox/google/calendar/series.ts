import { isDeepStrictEqual } from 'node:util';
import { copiesOf, putEvent } from '#sandbox/google/calendar/event-book.ts';
import { boundedWindow, exceptionsOf, instanceId } from '#sandbox/google/calendar/instances.ts';
import { isSeries, type Occurrence, occurrenceOf, occurrences } from '#sandbox/google/calendar/recurrence.ts';
import type { GoogleContext } from '#sandbox/google/context.ts';
import type { GoogleEvent, StoredEvent } from '#sandbox/google/state.ts';

/** Fields an instance keeps when its series changes. */
const ownFields = new Set(['id', 'start', 'end', 'recurrence', 'status', 'etag', 'updated', 'created', 'sequence']);

/**
 * Removes the instances a changed series no longer produces (each leaves a tombstone for the next sync), and updates
 * the fields that changed instances share with it. Covers every calendar with the series; the caller saves.
 */
export function followSeries(context: GoogleContext, before: GoogleEvent, after: GoogleEvent): void {
  const window = boundedWindow(context, {});
  const listed = (event: GoogleEvent): Occurrence[] => (isSeries(event) ? occurrences(event, window) : []);
  const kept = new Set(listed(after).map((occurrence) => instanceId(after.id, occurrence)));
  const gone = listed(before).filter((occurrence) => !kept.has(instanceId(after.id, occurrence)));
  for (const series of copiesOf(context, after)) {
    for (const exception of exceptionsOf(context, series)) {
      if (isNamed(after, exception.event)) follow(context, exception, before, after);
      else context.state.events = context.state.events.filter((stored) => stored !== exception);
    }
    recordVanished(context, series, gone, kept);
  }
}

/** Deletes the changed instances of a deleted series. As with Google, the next sync reports only the series. */
export function deleteExceptions(context: GoogleContext, series: StoredEvent): void {
  for (const exception of exceptionsOf(context, series)) exception.event = { ...exception.event, status: 'cancelled' };
}

function follow(context: GoogleContext, { calendarId, event }: StoredEvent, before: GoogleEvent, after: GoogleEvent) {
  if (event.status === 'cancelled') return;
  const fieldsOf = (of: GoogleEvent): Map<string, unknown> => new Map(Object.entries(of));
  const [own, old, fresh] = [fieldsOf(event), fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...old.keys(), ...fresh.keys()])].filter(
    (name) =>
      !ownFields.has(name) &&
      !isDeepStrictEqual(old.get(name), fresh.get(name)) &&
      isDeepStrictEqual(own.get(name), old.get(name)),
  );
  if (names.length === 0) return;
  for (const name of names) own.set(name, fresh.get(name));
  const followed = [...own].filter(([, value]) => value !== undefined);
  putEvent(context, { id: calendarId }, Object.fromEntries(followed));
}

function isNamed(series: GoogleEvent, { id }: GoogleEvent): boolean {
  const key = id?.slice((series.id ?? '').length + 1) ?? '';
  return isSeries(series) && occurrenceOf(series, key) !== undefined;
}

function recordVanished(
  { state }: GoogleContext,
  { calendarId, change, event: { id: seriesId } }: StoredEvent,
  gone: Occurrence[],
  kept: Set<string>,
): void {
  const fresh = gone.map((occurrence) => ({
    calendarId,
    change,
    event: {
      id: instanceId(seriesId, occurrence),
      status: 'cancelled',
      recurringEventId: seriesId ?? null,
      originalStartTime: occurrence.start,
    },
  }));
  const replaced = new Set([...kept, ...fresh.map(({ event }) => event.id)]);
  state.vanished = [
    ...state.vanished.filter((old) => old.calendarId !== calendarId || !replaced.has(old.event.id ?? '')),
    ...fresh,
  ];
}
