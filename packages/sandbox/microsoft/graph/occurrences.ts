import { isPatternStart, patternStarts } from '#sandbox/microsoft/graph/recurrence.ts';
import { fromMs, toMs } from '#sandbox/microsoft/graph/time.ts';
import type { Content, Item } from '#sandbox/microsoft/state.ts';

/** One entry of a calendar: a single event, an occurrence or exception of a series, or the series itself. */
export type Shown = {
  item: Item;
  type: 'singleInstance' | 'occurrence' | 'exception' | 'seriesMaster';
  /** Its original start; occurrences and exceptions only. */
  originalStartMs?: number;
  content: Content;
  change: number;
  modifiedAt: string;
};

export type Window = { startMs: number; endMs: number };

/** Returns the event or the series itself. */
export function asStored(item: Item): Shown {
  const { content, change, modifiedAt } = item;
  return { item, type: item.recurrence ? 'seriesMaster' : 'singleInstance', content, change, modifiedAt };
}

/**
 * Returns an item's entries within a window, by start: itself, or its occurrences and exceptions. Empty once it is
 * deleted.
 */
export function shownIn(item: Item, window: Window): Shown[] {
  if (item.deleted) return [];
  if (!item.recurrence) return [asStored(item)].filter(({ content }) => overlaps(content, window));
  const changed = new Set(item.instances.map(({ originalStartMs }) => originalStartMs));
  const exceptions = item.instances.flatMap(({ originalStartMs }) => findOccurrence(item, originalStartMs) ?? []);
  const regular = startsIn(item.content.start, item.content.end, item.recurrence, window)
    .filter((originalStartMs) => !changed.has(originalStartMs))
    .map((originalStartMs) => occurrenceAt(item, originalStartMs));
  return [...regular, ...exceptions]
    .filter(({ content }) => overlaps(content, window))
    .toSorted((a, b) => toMs(a.content.start) - toMs(b.content.start));
}

/** Returns the occurrence or exception at an original start; undefined if there is none. */
export function findOccurrence(item: Item, originalStartMs: number): Shown | undefined {
  if (item.deleted || !item.recurrence) return undefined;
  const instance = item.instances.find((candidate) => candidate.originalStartMs === originalStartMs);
  if (instance) {
    const { content, change, modifiedAt } = instance;
    return content && { item, type: 'exception', originalStartMs, content, change, modifiedAt };
  }
  const exists = isPatternStart({ start: item.content.start, recurrence: item.recurrence }, originalStartMs);
  return exists ? occurrenceAt(item, originalStartMs) : undefined;
}

/** Returns the original starts of the unmoved occurrences that would overlap the window. */
export function startsIn(
  start: Content['start'],
  end: Content['end'],
  recurrence: NonNullable<Item['recurrence']>,
  { startMs, endMs }: Window,
): number[] {
  const lengthMs = toMs(end) - toMs(start);
  return patternStarts({ start, recurrence }, startMs - lengthMs, endMs);
}

function occurrenceAt(item: Item, originalStartMs: number): Shown {
  const { content, change, modifiedAt } = item;
  const lengthMs = toMs(content.end) - toMs(content.start);
  const start = fromMs(originalStartMs, content.start.zone);
  // An all-day event ends at midnight, even across a DST change.
  const end = content.isAllDay
    ? { local: addDays(start.local, Math.round(lengthMs / 86_400_000)), zone: content.end.zone }
    : fromMs(originalStartMs + lengthMs, content.end.zone);
  return { item, type: 'occurrence', originalStartMs, content: { ...content, start, end }, change, modifiedAt };
}

function overlaps({ start, end }: Content, { startMs, endMs }: Window): boolean {
  const [from, to] = [toMs(start), toMs(end)];
  return from < endMs && (to > startMs || (from === to && from >= startMs));
}

function addDays(local: string, count: number): string {
  return new Date(Date.parse(`${local}Z`) + count * 86_400_000).toISOString().slice(0, 19);
}
