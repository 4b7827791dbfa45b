import type { Meeting } from '#contract/meetings.ts';
import { allDayText, longDayText, timeRangeText, zoneText } from '#web/features/time/format-time.ts';

type Times = Pick<Meeting, 'startTime' | 'endTime' | 'isAllDay'>;

/** `10:00 – 10:30 CET`, or `all day`. */
export function hoursText({ startTime, endTime, isAllDay }: Times, timeZone: string): string {
  if (isAllDay) return allDayText(startTime, endTime, timeZone);
  return `${timeRangeText(startTime, endTime, timeZone)} ${zoneText(startTime, timeZone)}`;
}

/** `Monday 23 November, 10:00 – 10:30 CET` */
export function whenText(meeting: Times, timeZone: string, nowMs: number): string {
  return `${longDayText(meeting.startTime, timeZone, nowMs)}, ${hoursText(meeting, timeZone)}`;
}
