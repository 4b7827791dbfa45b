import { type QuietHours, quietSpanAt } from './quiet-hours.ts';
import { instantOf, localDate, shiftDate } from './zoned-time.ts';

/** The digest's time in its reader's time zone; during quiet hours, it is sent when they end. */
const DIGEST_TIME = '07:00:00';
/** Meetings that start sooner than this after a digest belong to the previous day's. */
const NOTICE_MS = 60 * 60_000;

/** `timezone`: IANA name. */
export type DigestSettings = { quietHours: QuietHours | null; timezone: string };

export type Digest = {
  /** Date of the digest, `YYYY-MM-DD` in the user's zone. */
  date: string;
  at: Date;
  /** The period in which its meetings start; the end is exclusive. */
  from: Date;
  until: Date;
};

/** Returns the latest digest due by `now`. Each meeting belongs to exactly one, even when the clocks change. */
export function latestDigest(settings: DigestSettings, now: Date): Digest {
  const today = localDate(now, settings.timezone);
  // Quiet hours may delay a digest by almost a day.
  const days = [1, 0, -1, -2].map((shift) => shiftDate(today, shift));
  const date = days.find((day) => digestAt(day, settings) <= now) ?? shiftDate(today, -2);
  const at = digestAt(date, settings);
  const next = digestAt(shiftDate(date, 1), settings);
  return { date, at, from: new Date(at.getTime() + NOTICE_MS), until: new Date(next.getTime() + NOTICE_MS) };
}

/** Returns the key of a digest's email, which is stored only once. */
export const digestKey = (userId: string, { date }: Digest) => `digest:${userId}:${date}`;

/** Returns when the digest covering a meeting is sent. */
export function digestBefore(settings: DigestSettings, start: Date): Date {
  return latestDigest(settings, new Date(start.getTime() - NOTICE_MS)).at;
}

function digestAt(date: string, { quietHours, timezone }: DigestSettings): Date {
  const morning = instantOf(`${date}T${DIGEST_TIME}`, timezone);
  return quietSpanAt(morning, quietHours, timezone)?.end ?? morning;
}
