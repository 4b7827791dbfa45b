import { isMoveWorthTelling } from './briefing-schedule.ts';
import { QUIET_NOTICE_MS, type QuietHours, quietSpanAt } from './quiet-hours.ts';

/** A sent briefing's start and guests, and the meeting's current ones. */
export type BriefedMeeting = {
  start: Date;
  /** Addresses of the external guests. */
  externalGuests: readonly string[];
  briefedStart: Date;
  /** Null for older briefings, which did not record their guests. */
  briefedGuests: readonly string[] | null;
};

/** Returns whether a change deserves an update: the meeting moved by 15+ minutes, or its external guests changed. */
export function isUpdateWorthSending({ start, externalGuests, briefedStart, briefedGuests }: BriefedMeeting): boolean {
  if (isMoveWorthTelling(briefedStart, start)) return true;
  if (briefedGuests === null) return false;
  return joinedGuests(briefedGuests, externalGuests).length + joinedGuests(externalGuests, briefedGuests).length > 0;
}

/** Returns the addresses that are only in the second list. */
export function joinedGuests(before: readonly string[], now: readonly string[]): string[] {
  return now.filter((email) => !before.includes(email));
}

/** Returns when to send the update: now, or after quiet hours if that leaves enough time before the start. */
export function updateAt(
  { start, quietHours, timezone }: { start: Date; quietHours: QuietHours | null; timezone: string },
  now: Date,
): Date {
  const quiet = quietSpanAt(now, quietHours, timezone);
  const isWorthWaiting = quiet !== null && quiet.end.getTime() <= start.getTime() - QUIET_NOTICE_MS;
  return isWorthWaiting ? quiet.end : now;
}
