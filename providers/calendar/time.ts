import { findIana } from 'windows-iana';
import { knownTimeZone } from '#domain/time-zone.ts';
import { instantOf, startOfDay } from '#domain/zoned-time.ts';

const WALL_TIME = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;
const OFFSET = /(?:Z|[+-]\d\d:?\d\d)$/i;

/**
 * The instant of a vendor's date and time (`2026-03-02T10:00:00.0000000`, with or without an offset); null for anything else. Without an offset it is read
 * in `timeZone`, never in the zone of this machine; null where that zone is unknown too.
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

/** The instant at which a vendor's date (`2026-03-02`) begins in a zone; null for anything else, a time of that date included. */
export function toDayStart(date: string, timeZone: string): Date | null {
  return isDate(date) ? storable(startOfDay(date, timeZone)) : null;
}

/**
 * The IANA name of a zone that a vendor names by its IANA or its Windows name; null for names of neither list, such as those of zones that a mailbox has
 * made up itself (`tzone://Microsoft/Custom`, `Customized Time Zone`).
 */
export function toIanaZone(name: string | null | undefined): string | null {
  if (!name) return null;
  const [iana] = findIana(name.trim());
  return knownTimeZone(iana ?? name.replace(/^tzone:\/\/Microsoft\/Utc$/i, 'UTC').trim());
}

/** `Date` reads 30 February as 2 March. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Postgres and ISO 8601 agree on the years 1 to 9999 alone. */
function storable(instant: Date): Date | null {
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant : null;
}
