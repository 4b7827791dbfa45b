import { findIana } from 'windows-iana';
import { knownTimeZone } from '#domain/known-time-zone.ts';
import { instantOf, startOfDay } from '#domain/zoned-time.ts';

const WALL_TIME = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;
const OFFSET = /(?:Z|[+-]\d\d:?\d\d)$/i;

/**
 * Parses a vendor's date and time (`2026-03-02T10:00:00.0000000`, with or without an offset); null
 * for anything else. Without an offset it is in `timeZone`, never in the machine's zone; null if
 * that zone is unknown.
 */
export function toInstant(dateTime: string, timeZone: string | null): Date | null {
  const text = dateTime.trim();
  const offset = OFFSET.exec(text)?.[0] ?? '';
  const wallTime = text.slice(0, text.length - offset.length);
  const date = WALL_TIME.exec(wallTime)?.[1];
  if (date === undefined || !isDate(date)) return null;
  if (offset !== '') return storable(new Date(`${wallTime.slice(0, 23)}${offset}`));
  return timeZone === null ? null : storable(instantOf(wallTime, timeZone));
}

/**
 * Returns the instant a vendor's date (`2026-03-02`) starts in a zone; null for anything else,
 * including a date with a time.
 */
export function toDayStart(date: string, timeZone: string): Date | null {
  return isDate(date) ? storable(startOfDay(date, timeZone)) : null;
}

/**
 * Returns the IANA name for a zone's IANA or Windows name; null for any other, such as a mailbox's
 * custom zone (`tzone://Microsoft/Custom`, `Customized Time Zone`).
 */
export function toIanaZone(name: string | null | undefined): string | null {
  if (!name) return null;
  const [iana] = findIana(name.trim());
  return knownTimeZone(iana ?? name.replace(/^tzone:\/\/Microsoft\/Utc$/i, 'UTC').trim());
}

/** Returns whether the text is a real date; `Date` would read 30 February as 2 March. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Null outside the years 1 to 9999, the only ones that Postgres and ISO 8601 write alike. */
function storable(instant: Date): Date | null {
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant : null;
}
