import { knownTimeZone } from './known-time-zone.ts';

const DAY_MS = 86_400_000;

/**
 * Returns the instant a date starts in a time zone. If the clocks skip midnight, it starts right after.
 *
 * @param date `YYYY-MM-DD`
 * @param timeZone IANA name; unknown counts as UTC.
 */
export function startOfDay(date: string, timeZone: string): Date {
  return instantOf(`${date}T00:00:00`, timeZone);
}

/**
 * Returns the instant of a wall clock time: the first of two when clocks go back; when they skip it, the instant by the
 * offset before the change.
 *
 * @param wallTime `YYYY-MM-DDTHH:mm:ss`, without an offset; fractions are kept to the millisecond.
 * @param timeZone IANA name; unknown counts as UTC.
 */
export function instantOf(wallTime: string, timeZone: string): Date {
  const wall = Date.parse(`${wallTime.slice(0, 23)}Z`);
  // Offsets are known only for instants; a wall time has the offset of the day before or the day after.
  const [before, after] = [wall - offsetMs(wall - DAY_MS, timeZone), wall - offsetMs(wall + DAY_MS, timeZone)];
  const shown = [before, after].filter((instant) => instant + offsetMs(instant, timeZone) === wall);
  return new Date(shown.length > 0 ? Math.min(...shown) : before);
}

/**
 * Returns the local date of an instant, `YYYY-MM-DD`.
 *
 * @param timeZone IANA name; unknown counts as UTC.
 */
export function localDate(instant: Date, timeZone: string): string {
  return localTime(instant, timeZone).slice(0, 10);
}

/**
 * Returns the wall clock time of an instant, `YYYY-MM-DDTHH:mm`.
 *
 * @param timeZone IANA name; unknown counts as UTC.
 */
export function localTime(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offsetMs(instant.getTime(), timeZone)).toISOString().slice(0, 16);
}

/** Shifts a date by days, backwards if negative. */
export function shiftDate(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns how many milliseconds a zone is ahead of UTC at an instant; negative if behind. */
function offsetMs(instant: number, timeZone: string): number {
  if (Number.isNaN(instant)) return 0;
  const parts = formatter(timeZone).formatToParts(instant);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign, hours, minutes, seconds] = /GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name) ?? [];
  const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000 + Number(seconds ?? 0) * 1000;
  return sign === '-' ? -size : size;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const zone = knownTimeZone(timeZone) ?? 'UTC';
  const made = new Intl.DateTimeFormat('en-CA', { timeZone: zone, timeZoneName: 'longOffset' });
  formatters.set(timeZone, made);
  return made;
}
