import { instantOf, localDate, shiftDate } from './zoned-time.ts';

/** A mail that waits for the end of the quiet hours leaves its reader at least this much until the start; one that could not does not wait. */
export const QUIET_NOTICE_MS = 15 * 60_000;

/** Clock times such as `22:00`; where the end comes before the start it is on the next day. They differ. */
export type QuietHours = { start: string; end: string };

export type QuietSpan = { start: Date; end: Date };

/**
 * The quiet hours that an instant lies in; their first instant belongs to them, their end does not. Null outside of them. Where the clocks change they
 * begin and end when the clocks of that day show so: a night of them is then an hour longer or shorter.
 *
 * @param timeZone IANA name; an unknown one counts as UTC.
 */
export function quietSpanAt(instant: Date, quietHours: QuietHours | null, timeZone: string): QuietSpan | null {
  if (quietHours === null) return null;
  const today = localDate(instant, timeZone);
  const spans = [shiftDate(today, -1), today].map((date) => quietSpanOf(date, quietHours, timeZone));
  return spans.find(({ start, end }) => start <= instant && instant < end) ?? null;
}

/** Those that begin on a date. */
function quietSpanOf(date: string, { start, end }: QuietHours, timeZone: string): QuietSpan {
  const lastDate = end < start ? shiftDate(date, 1) : date;
  return { start: instantOf(`${date}T${start}:00`, timeZone), end: instantOf(`${lastDate}T${end}:00`, timeZone) };
}
