import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { EventChange, ReadEvent, UnreadableEvent } from '#domain/calendar-event.ts';

/**
 * Google's ids have at most 1,024 characters, Graph's a few hundred; Postgres indexes at most about
 * 2,700 bytes.
 */
const ID_LENGTH = 1024;

/** An id that a row can store. */
export const vendorId = z
  .string()
  .min(1)
  .max(ID_LENGTH)
  .refine((id) => !id.includes('\0') && id.isWellFormed());

/** Returns the schema of an optional field: a value of any other type counts as absent. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish().catch(null);
}

export const text = optional(z.string());
export const flag = optional(z.boolean());

/** Returns a schema that truncates text, as an invitation may quote megabytes of a mail thread. */
export function textUpTo(length: number) {
  return optional(z.string().transform((value) => value.slice(0, length)));
}

/** Limits for titles, locations and descriptions. */
export const TEXT_LENGTHS = { title: 1000, location: 2000, description: 100_000 };

/** Returns the schema of a list, which leaves out invalid entries. */
export function entriesOf<T extends z.ZodType>(entry: T) {
  return z.array(z.unknown()).transform((items) => items.flatMap((item) => entry.safeParse(item).data ?? []));
}

/** Reads the items of a page one by one, so that an unreadable one does not affect the others. */
export function readItems<T>(
  items: readonly T[],
  read: (item: T) => ReadEvent,
): { changes: EventChange[]; unreadable: UnreadableEvent[] } {
  const events = items.map((item) => attempt(item, read)).filter((event) => event !== null);
  return {
    changes: events.filter((event) => event.status !== 'unreadable'),
    unreadable: events.filter((event) => event.status === 'unreadable'),
  };
}

/** Describes an unreadable item by its id and invalid field. */
export function unreadable(item: unknown, field: string): UnreadableEvent {
  const id = z.object({ id: vendorId }).safeParse(item).data?.id;
  return { status: 'unreadable', eventId: id ?? hashOf(item), field };
}

/** Returns the first field that a schema rejected. */
export function refusedField({ issues }: z.ZodError): string {
  return String(issues[0]?.path[0] ?? 'item');
}

/** A mapping that throws is our own bug, and should affect only its event. */
function attempt<T>(item: T, read: (item: T) => ReadEvent): ReadEvent {
  try {
    return read(item);
  } catch {
    return unreadable(item, 'item');
  }
}

function hashOf(item: unknown): string {
  return `sha256:${createHash('sha256')
    .update(JSON.stringify(item) ?? '')
    .digest('hex')}`;
}
