import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { EventChange, ReadEvent, UnreadableEvent } from '#domain/calendar-event.ts';

/** Google's ids have 1,024 characters at most, Graph's a few hundred; Postgres indexes no more than about 2,700 bytes. */
const ID_LENGTH = 1024;

/** An id as a row can hold it. */
export const vendorId = z
  .string()
  .min(1)
  .max(ID_LENGTH)
  .refine((id) => !id.includes('\0') && id.isWellFormed());

/** A field that an event can be read without: a value of any other type counts as absent. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish().catch(null);
}

export const text = optional(z.string());
export const flag = optional(z.boolean());

/** The first so many characters: an invitation may quote a mail thread of megabytes. */
export function textUpTo(length: number) {
  return optional(z.string().transform((value) => value.slice(0, length)));
}

/** What titles, places and descriptions may come to. */
export const TEXT_LENGTHS = { title: 1000, location: 2000, description: 100_000 };

/** Entries of a list, without those that are none. */
export function entriesOf<T extends z.ZodType>(entry: T) {
  return z.array(z.unknown()).transform((items) => items.flatMap((item) => entry.safeParse(item).data ?? []));
}

/** Reads the items of a page one by one, so that one which cannot be read takes nothing along. */
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

/** Says which item could not be read, and by which field. */
export function unreadable(item: unknown, field: string): UnreadableEvent {
  const id = z.object({ id: vendorId }).safeParse(item).data?.id;
  return { status: 'unreadable', eventId: id ?? hashOf(item), field };
}

/** The field that a schema refused. */
export function refusedField({ issues }: z.ZodError): string {
  return String(issues[0]?.path[0] ?? 'item');
}

/** A mapping that throws is a fault of ours, and costs its event alone. */
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
