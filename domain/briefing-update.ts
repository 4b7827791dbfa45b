import { isMoveWorthTelling } from './briefing-schedule.ts';
import { QUIET_NOTICE_MS, type QuietHours, quietSpanAt } from './quiet-hours.ts';

/** What a sent briefing said, beside how the meeting stands now. */
export type BriefedMeeting = {
  start: Date;
  /** Addresses of the people from outside. */
  externalGuests: readonly string[];
  briefedStart: Date;
  /** Null for a briefing from before its guests were kept. */
  briefedGuests: readonly string[] | null;
};

/** Whether a briefed meeting has become another one: it begins a quarter of an hour or more apart, or other people come from outside. */
export function isUpdateWorthSending({ start, externalGuests, briefedStart, briefedGuests }: BriefedMeeting): boolean {
  if (isMoveWorthTelling(briefedStart, start)) return true;
  if (briefedGuests === null) return false;
  return joinedGuests(briefedGuests, externalGuests).length + joinedGuests(externalGuests, briefedGuests).length > 0;
}

/** Those of the second list who are not in the first. */
export function joinedGuests(before: readonly string[], now: readonly string[]): string[] {
  return now.filter((email) => !before.includes(email));
}

/** When the update leaves: at once, or when the quiet hours end, where that is early enough before the start to be of use. */
export function updateAt(
  { start, quietHours, timezone }: { start: Date; quietHours: QuietHours | null; timezone: string },
  now: Date,
): Date {
  const quiet = quietSpanAt(now, quietHours, timezone);
  const isWorthWaiting = quiet !== null && quiet.end.getTime() <= start.getTime() - QUIET_NOTICE_MS;
  return isWorthWaiting ? quiet.end : now;
}
