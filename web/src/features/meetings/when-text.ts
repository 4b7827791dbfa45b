import type { Meeting } from '#contract/meetings.ts';
import { allDayText, longDayText, timeRangeText, zoneText } from '#web/features/time/format-time.ts';

/** `Monday 23 November, 10:00 – 10:30 CET`; for all-day events `all day` instead of hours. */
export function whenText(
  meeting: Pick<Meeting, 'startTime' | 'endTime' | 'isAllDay'>,
  timeZone: string,
  nowMs: number,
): string {
  const { startTime, endTime, isAllDay } = meeting;
  const hours = isAllDay
    ? allDayText(startTime, endTime, timeZone)
    : `${timeRangeText(startTime, endTime, timeZone)} ${zoneText(startTime, timeZone)}`;
  return `${longDayText(startTime, timeZone, nowMs)}, ${hours}`;
}
