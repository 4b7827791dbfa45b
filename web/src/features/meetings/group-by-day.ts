import type { Meeting } from '#contract/meetings.ts';
import { dayKey } from '#web/features/time/format-time.ts';

export type Day = { key: string; meetings: Meeting[] };

/**
 * Groups meetings by calendar day in the zone, in the given order or reversed if `newestFirst`.
 * @param meetings sorted by start
 */
export function groupByDay(meetings: Meeting[], timeZone: string, newestFirst: boolean): Day[] {
  const days = new Map<string, Meeting[]>();
  for (const meeting of newestFirst ? meetings.toReversed() : meetings) {
    const key = dayKey(meeting.startTime, timeZone);
    const day = days.get(key);
    if (day) day.push(meeting);
    else days.set(key, [meeting]);
  }
  return [...days].map(([key, ofDay]) => ({ key, meetings: ofDay }));
}
