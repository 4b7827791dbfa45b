import { invalid } from '#sandbox/google/errors.ts';
import type { GoogleEvent } from '#sandbox/google/state.ts';

export type EventDateTime = NonNullable<GoogleEvent['start']>;

const wallClock = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;
const withOffset = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;

/**
 * Returns a start or end in epoch ms: midnight in `timeZone` for whole days; NaN if it has neither a time nor a date.
 */
export function timeOf(time: EventDateTime | undefined, timeZone: string): number {
  if (time?.dateTime) return Date.parse(time.dateTime);
  if (time?.date) return wallClockToMs(`${time.date}T00:00:00`, timeZone);
  return Number.NaN;
}

/**
 * Returns a start or end as Google stores it: dates unchanged, times with their zone's offset. Throws 400 if it is
 * neither or both.
 */
export function normaliseTime(time: EventDateTime, calendarZone: string, field: string): EventDateTime {
  const { date, dateTime } = time;
  if (date && dateTime) throw invalid(`Invalid ${field} time.`);
  if (date) {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date))) throw invalid(`Invalid ${field} time.`);
    return { date };
  }
  const timeZone = time.timeZone ?? calendarZone;
  if (!dateTime || !isTimeZone(timeZone)) throw invalid(`Invalid ${field} time.`);
  const ms = readDateTime(dateTime, time.timeZone ?? undefined, field);
  return { dateTime: formatInZone(ms, timeZone), timeZone };
}

/** Parses `timeMin` or `timeMax`, in RFC 3339 with an offset, to epoch ms. Throws 400 for anything else. */
export function readBound(text: string, parameter: string): number {
  const ms = withOffset.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw invalid('Bad Request', parameter);
  return ms;
}

/** Formats a zone's local time with its offset at that moment: `2026-11-23T13:30:00+01:00`. */
export function formatInZone(ms: number, timeZone: string): string {
  const offsetMinutes = offsetAt(ms, timeZone);
  const local = new Date(ms + offsetMinutes * 60_000).toISOString().slice(0, 19);
  if (offsetMinutes === 0) return `${local}Z`;
  const size = Math.abs(offsetMinutes);
  const [hours, minutes] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${hours}:${minutes}`;
}

/** Converts a zone's local time, such as `2026-11-23T13:30:00`, to epoch ms. */
export function wallClockToMs(local: string, timeZone: string): number {
  const asUtc = Date.parse(`${local}Z`);
  const guess = asUtc - offsetAt(asUtc, timeZone) * 60_000;
  return asUtc - offsetAt(guess, timeZone) * 60_000;
}

export function isTimeZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
}

function readDateTime(text: string, timeZone: string | undefined, field: string): number {
  if (withOffset.test(text)) return Date.parse(text);
  if (wallClock.test(text) && timeZone) return wallClockToMs(text, timeZone);
  if (wallClock.test(text)) throw invalid(`Missing time zone definition for ${field} time.`);
  throw invalid(`Invalid ${field} time.`);
}

/** By zone: creating one takes far longer than formatting with it. */
const offsetFormats = new Map<string, Intl.DateTimeFormat>();

function offsetAt(ms: number, timeZone: string): number {
  const format = offsetFormats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  offsetFormats.set(timeZone, format);
  const name = format.formatToParts(ms).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  if (!sign) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
