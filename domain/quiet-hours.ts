import { instantOf, localDate, shiftDate } from './zoned-time.ts';

/** Quiet hours delay an email only if it still arrives at least this long before the meeting starts. */
export const QUIET_NOTICE_MS = 15 * 60_000;

/** Clock times such as `22:00`, never equal; an end before the start is on the next day. */
export type QuietHours = { start: string; end: string };

export type QuietSpan = { start: Date; end: Date };

/**
 * Returns the quiet hours containing an instant (end exclusive), null if none. They follow the local clock, so a
 * night with a clock change is an hour longer or shorter.
 *
 * @param timeZone IANA name; unknown counts as UTC.
 */
export function quietSpanAt(instant: Date, quietHours: QuietHours | null, timeZone: string): QuietSpan | null {
  if (quietHours === null) return null;
  const today = localDate(instant, timeZone);
  const spans = [shiftDate(today, -1), today].map((date) => quietSpanOf(date, quietHours, timeZone));
  return spans.find(({ start, end }) => start <= instant && instant < end) ?? null;
}

/** Returns the quiet hours that start on a date. */
function quietSpanOf(date: string, { start, end }: QuietHours, timeZone: string): QuietSpan {
  const lastDate = end < start ? shiftDate(date, 1) : date;
  return { start: instantOf(`${date}T${start}:00`, timeZone), end: instantOf(`${lastDate}T${end}:00`, timeZone) };
}
