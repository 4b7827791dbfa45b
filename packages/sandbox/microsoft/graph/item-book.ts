import { isDeepStrictEqual } from 'node:util';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { itemKey, newICalUId } from '#sandbox/microsoft/graph/ids.ts';
import { notifySubscriptions } from '#sandbox/microsoft/graph/notifications.ts';
import { findOccurrence } from '#sandbox/microsoft/graph/occurrences.ts';
import { isPatternStart } from '#sandbox/microsoft/graph/recurrence.ts';
import type { Calendar, Content, Item, Person } from '#sandbox/microsoft/state.ts';

export type NewItem = {
  content: Content;
  organizer: Person;
  recurrence?: Item['recurrence'];
  transactionId?: string | undefined;
  /** Only for a copy of a meeting from another mailbox: the id that all copies share. */
  iCalUId?: string;
  /** If given, the item's key is derived from it. */
  seed?: string;
  createdAt?: Date;
};

/** Adds a new event or series to a calendar. Callers update the guests and save at the end. */
export function insertItem(context: MicrosoftContext, calendar: Calendar, input: NewItem): Item {
  const key = itemKey(input.seed);
  const now = context.clock.now().toISOString();
  const change = nextChange(context);
  const { content, organizer, recurrence, transactionId } = input;
  const item: Item = {
    key,
    calendarId: calendar.id,
    change,
    deleted: false,
    createdAt: (input.createdAt ?? context.clock.now()).toISOString(),
    modifiedAt: now,
    iCalUId: input.iCalUId ?? newICalUId(key),
    organizer,
    ...(transactionId !== undefined && { transactionId }),
    content,
    ...(recurrence && { recurrence }),
    instances: [],
    patterns: recurrence ? [{ change, start: content.start, end: content.end, recurrence }] : [],
  };
  context.state.items.push(item);
  notifySubscriptions(context, item, 'created');
  return item;
}

/**
 * Changes an event or a whole series. Exceptions keep the fields they override and get the other changes; a new time or
 * pattern deletes the exceptions.
 * @param recurrence null makes a series a single event
 */
export function changeItem(
  context: MicrosoftContext,
  item: Item,
  content: Content,
  recurrence: Item['recurrence'] | null,
): void {
  const before = item.content;
  const moved = !isDeepStrictEqual([before.start, before.end], [content.start, content.end]);
  const repatterned = !isDeepStrictEqual(item.recurrence ?? null, recurrence);
  stamp(context, item);
  item.content = content;
  if (recurrence) item.recurrence = recurrence;
  else delete item.recurrence;
  if (recurrence && (moved || repatterned)) {
    item.patterns.push({ change: item.change, start: content.start, end: content.end, recurrence });
    // Exceptions whose start is not in the new pattern are kept as removed occurrences, for the next delta round.
    item.instances = item.instances
      .filter(({ originalStartMs }) => !isPatternStart({ start: content.start, recurrence }, originalStartMs))
      .map(({ originalStartMs, modifiedAt }) => ({ originalStartMs, modifiedAt, change: item.change }));
  } else if (recurrence) {
    for (const instance of item.instances) {
      if (!instance.content) continue;
      instance.content = inherit(instance.content, before, content);
      instance.change = item.change;
    }
  } else {
    item.instances = [];
  }
  notifySubscriptions(context, item, 'updated');
}

/** Overrides one occurrence of a series, or removes it if `content` is undefined. */
export function changeInstance(
  context: MicrosoftContext,
  item: Item,
  originalStartMs: number,
  content: Content | undefined,
): void {
  const modifiedAt = context.clock.now().toISOString();
  item.instances = item.instances.filter((instance) => instance.originalStartMs !== originalStartMs);
  item.instances.push({ originalStartMs, change: nextChange(context), modifiedAt, ...(content && { content }) });
  notifySubscriptions(context, { ...item, originalStartMs }, content ? 'updated' : 'deleted');
}

/** Changes one occurrence, identified by `originalStartMs`, or the event or series if that is undefined. */
export function changeContent(
  context: MicrosoftContext,
  item: Item,
  originalStartMs: number | undefined,
  change: (content: Content) => Content,
): void {
  if (originalStartMs === undefined) {
    changeItem(context, item, change(item.content), item.recurrence ?? null);
    return;
  }
  const occurrence = findOccurrence(item, originalStartMs);
  if (occurrence) changeInstance(context, item, originalStartMs, change(occurrence.content));
}

/** Deletes an event, a series or one occurrence. The item is kept, so that delta can report it. */
export function removeItem(context: MicrosoftContext, item: Item, originalStartMs: number | undefined): void {
  if (originalStartMs !== undefined) return changeInstance(context, item, originalStartMs, undefined);
  stamp(context, item);
  item.deleted = true;
  notifySubscriptions(context, item, 'deleted');
}

function stamp(context: MicrosoftContext, item: Item): void {
  item.change = nextChange(context);
  item.modifiedAt = context.clock.now().toISOString();
}

function nextChange({ state }: MicrosoftContext): number {
  state.changes += 1;
  return state.changes;
}

/**
 * Returns an exception's content after its series changed. What it shared with the series is updated; its times are
 * kept.
 */
function inherit(exception: Content, before: Content, after: Content): Content {
  const kept = Object.entries(exception).filter(([name, value]) => {
    const was: unknown = Object.entries(before).find(([key]) => key === name)?.[1];
    return name === 'start' || name === 'end' || !isDeepStrictEqual(value, was);
  });
  return { ...after, ...Object.fromEntries(kept) };
}
