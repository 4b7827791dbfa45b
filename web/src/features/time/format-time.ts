import { counted } from '#web/ui/counted.ts';
import { writingOf } from './reader-locale.ts';
import { readerWriting } from './reader-writing.ts';

/**
 * Functions take an ISO instant and an IANA zone. The result is in English, with the reader’s date format and clock.
 * Examples use `en-GB`.
 */

const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;
const formats = new Map<string, Intl.DateTimeFormat>();

/** `13:30` */
export function timeText(iso: string, timeZone: string): string {
  return format(iso, timeZone, CLOCK);
}

/** `13:30 – 14:00`, with the end's day if it differs: `22:00 – Tue 24 Nov, 01:00`. */
export function timeRangeText(startIso: string, endIso: string, timeZone: string): string {
  const end = timeText(endIso, timeZone);
  const isSameDay = dayKey(startIso, timeZone) === dayKey(endIso, timeZone);
  return `${timeText(startIso, timeZone)} – ${isSameDay ? end : `${shortDayText(endIso, timeZone)}, ${end}`}`;
}

/** `all day`, or `all day until Wed 25 Nov`. The end of an all-day event is the midnight after its last day. */
export function allDayText(startIso: string, endIso: string, timeZone: string): string {
  const lastIso = new Date(Date.parse(endIso) - 1).toISOString();
  const isOneDay = endIso <= startIso || dayKey(startIso, timeZone) === dayKey(lastIso, timeZone);
  return isOneDay ? 'all day' : `all day until ${shortDayText(lastIso, timeZone)}`;
}

/** `Mon 23 Nov` */
export function shortDayText(iso: string, timeZone: string): string {
  return format(iso, timeZone, { weekday: 'short', day: 'numeric', month: 'short' });
}

/** `Monday 23 November`, with the year unless it is the current one. */
export function longDayText(iso: string, timeZone: string, nowMs: number): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  const isThisYear = yearOf(iso, timeZone) === yearOf(new Date(nowMs).toISOString(), timeZone);
  return format(iso, timeZone, isThisYear ? day : { ...day, year: 'numeric' });
}

/** `23 November 2026` */
export function dateText(iso: string, timeZone: string): string {
  return format(iso, timeZone, { day: 'numeric', month: 'long', year: 'numeric' });
}

/** `23 Nov, 13:30` */
export function momentText(iso: string, timeZone: string): string {
  return format(iso, timeZone, { day: 'numeric', month: 'short', ...CLOCK });
}

/** When a meeting starts: `23 Nov, 13:30`, or `Mon 23 Nov` if it lasts all day. */
export function startText({ startTime, isAllDay }: { startTime: string; isAllDay: boolean }, timeZone: string): string {
  return isAllDay ? shortDayText(startTime, timeZone) : momentText(startTime, timeZone);
}

/** The short name of the zone at that instant: `CET`, `GMT-5`, `UTC`. */
export function zoneText(iso: string, timeZone: string): string {
  if (timeZone === 'UTC') return 'UTC';
  const parts = formatter(timeZone, { timeZoneName: 'short' }).formatToParts(new Date(iso));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** A full date and time in the given locale. */
export function exampleText(iso: string, timeZone: string, reader: Parameters<typeof writingOf>[0]): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', ...CLOCK, timeZone } as const;
  return makeFormatter(writingOf(reader), options).format(new Date(iso));
}

/** `13:30` in any locale, as time inputs expect it. */
export function timeValue(iso: string, timeZone: string): string {
  const plain = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  return new Intl.DateTimeFormat('en-GB', plain).format(new Date(iso));
}

/** The calendar day in that zone, as `2026-11-23`. */
export function dayKey(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(iso),
  );
}

/** `Today`, `Tomorrow`, `Yesterday`, or null for any other day. */
export function nearDayText(iso: string, timeZone: string, nowMs: number): string | null {
  const days = daysBetween(dayKey(new Date(nowMs).toISOString(), timeZone), dayKey(iso, timeZone));
  if (days === 0) return 'Today';
  if (days === 1) return 'Tomorrow';
  return days === -1 ? 'Yesterday' : null;
}

/** When a quota resets (specification section 9): today, tomorrow, `in N days` up to 7, else a date. */
export function resetText(iso: string, timeZone: string, nowMs: number): string {
  const days = daysBetween(dayKey(new Date(nowMs).toISOString(), timeZone), dayKey(iso, timeZone));
  if (days <= 0) return 'today';
  if (days === 1) return 'tomorrow';
  return days <= 7 ? `in ${days} days` : `on ${dateText(iso, timeZone)}`;
}

/** `just now`, `5 minutes ago`, `3 hours ago`, `2 days ago` */
export function agoText(iso: string, nowMs: number): string {
  const minutes = Math.floor((nowMs - new Date(iso).getTime()) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return ago(minutes, 'minute');
  if (minutes < 24 * 60) return ago(Math.floor(minutes / 60), 'hour');
  return ago(Math.floor(minutes / (24 * 60)), 'day');
}

/** `Last synced 5 minutes ago`, or `Not synced yet`. */
export function syncedText(lastSyncAt: string | null, nowMs: number): string {
  return lastSyncAt === null ? 'Not synced yet' : `Last synced ${agoText(lastSyncAt, nowMs)}`;
}

function ago(count: number, unit: string): string {
  return `${counted(count, unit)} ago`;
}

function daysBetween(fromKey: string, toKey: string): number {
  return Math.round((Date.parse(toKey) - Date.parse(fromKey)) / 86_400_000);
}

function yearOf(iso: string, timeZone: string): string {
  return format(iso, timeZone, { year: 'numeric' });
}

function format(iso: string, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  return formatter(timeZone, options).format(new Date(iso));
}

function formatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const writing = readerWriting();
  const key = `${writing.locale} ${writing.hourCycle} ${timeZone} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known) return known;
  const made = makeFormatter(writing, { timeZone, ...options });
  formats.set(key, made);
  return made;
}

/** Creates a formatter; 12-hour times have no leading zero. */
function makeFormatter(
  { locale, hourCycle }: ReturnType<typeof readerWriting>,
  { hour, ...options }: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const hours = hour && { hour: hourCycle === 'h23' ? hour : 'numeric', hourCycle };
  return new Intl.DateTimeFormat(locale, { ...options, ...hours });
}
