import { type QuietHours, quietSpanAt } from './quiet-hours.ts';
import { instantOf, localDate, shiftDate } from './zoned-time.ts';

/** When the day's digest leaves, by the clock of its reader; where that lies in the quiet hours, as soon as they have ended. */
const DIGEST_TIME = '07:00:00';
/** A meeting that begins sooner after a digest than this belongs to the digest of the day before. */
const NOTICE_MS = 60 * 60_000;

export type DigestSettings = { quietHours: QuietHours | null /** IANA name. */; timezone: string };

export type Digest = {
  /** Whose morning it is, `YYYY-MM-DD` in the user's zone. */
  date: string;
  at: Date;
  /** The meetings it is about begin in here: the first instant belongs to it, the last does not. */
  from: Date;
  until: Date;
};

/** The last digest that was due by then. Each meeting belongs to exactly one, whatever the clocks do in between. */
export function latestDigest(settings: DigestSettings, now: Date): Digest {
  const today = localDate(now, settings.timezone);
  // Quiet hours may put the digest of a date off until the next one.
  const days = [1, 0, -1, -2].map((shift) => shiftDate(today, shift));
  const date = days.find((day) => digestAt(day, settings) <= now) ?? shiftDate(today, -2);
  const at = digestAt(date, settings);
  const next = digestAt(shiftDate(date, 1), settings);
  return { date, at, from: new Date(at.getTime() + NOTICE_MS), until: new Date(next.getTime() + NOTICE_MS) };
}

/** When the digest leaves that a meeting belongs to. */
export function digestBefore(settings: DigestSettings, start: Date): Date {
  return latestDigest(settings, new Date(start.getTime() - NOTICE_MS)).at;
}

function digestAt(date: string, { quietHours, timezone }: DigestSettings): Date {
  const morning = instantOf(`${date}T${DIGEST_TIME}`, timezone);
  return quietSpanAt(morning, quietHours, timezone)?.end ?? morning;
}
