import { digestBefore } from './digest-schedule.ts';
import { QUIET_NOTICE_MS, type QuietHours, quietSpanAt } from './quiet-hours.ts';
import { stableHash } from './stable-hash.ts';

/**
 * Briefings are sent up to this much early, so that meetings at the same time are not all briefed in the same second.
 */
const MAX_JITTER_MS = 120_000;
/** No one reads mail this close to the start: research no longer starts, and only existing results are sent. */
export const CUT_OFF_MS = 60_000;
/** Research time for a meeting found shortly before its briefing is due, or later. */
const LATE_RESEARCH_MS = 10 * 60_000;
/** Moving a briefed meeting by this much is worth a second email. */
const MOVE_WORTH_TELLING_MS = 15 * 60_000;
/** A briefing that would fall into quiet hours is due this long before them, so that it arrives before they start. */
const QUIET_MARGIN_MS = 60_000;
/** Meetings not covered this long after a digest is due are briefed one by one. Due digests go out every 15 minutes. */
export const DIGEST_GRACE_MS = 20 * 60_000;

export type BriefingTiming = {
  /**
   * `ahead`: the briefing is not due yet. `late`: it is due now. `cut-off`: too late for research. `started`: too
   * late for any email.
   */
  phase: 'ahead' | 'late' | 'cut-off' | 'started';
  /** Shown to the user: start minus lead time, moved out of quiet hours; with a digest, the digest's time. */
  dueAt: Date;
  /**
   * When the email is sent: `dueAt` minus the meeting's jitter. With a digest: when to check whether it covered the
   * meeting.
   */
  sendAt: Date;
  /** Research may run until then; the email is sent with whatever exists by then. */
  researchUntil: Date;
};

export type TimingInput = {
  meetingId: string;
  start: Date;
  leadMinutes: number;
  /** In the user's zone; null if there are none. */
  quietHours: QuietHours | null;
  /** The user's IANA time zone. */
  timezone: string;
  /** The user wants one email a day instead of one per meeting. */
  isDigest: boolean;
  now: Date;
};

/**
 * Returns the times of a meeting's briefing. Lead time is elapsed time: a daylight saving change in between moves the
 * wall clock time, not the interval.
 */
export function timeBriefing(input: TimingInput): BriefingTiming {
  const { start, now } = input;
  const { dueAt, sendAt } = withDigest(input, outsideQuietHours(input));
  const cutOffAt = start.getTime() - CUT_OFF_MS;
  const neededAt = Math.min(dueAt.getTime(), sendAt.getTime());
  const researchUntil = new Date(Math.min(cutOffAt, Math.max(neededAt, now.getTime() + LATE_RESEARCH_MS)));
  const phase = phaseAt({ now: now.getTime(), sendAt: sendAt.getTime(), cutOffAt, start: start.getTime() });
  return { phase, dueAt, sendAt, researchUntil };
}

/**
 * A meeting is left to its digest until the grace period ends. A meeting found later, or left out of the digest, is
 * briefed individually.
 */
function withDigest(
  { start, now, isDigest, ...settings }: TimingInput,
  alone: Pick<BriefingTiming, 'dueAt' | 'sendAt'>,
): Pick<BriefingTiming, 'dueAt' | 'sendAt'> {
  if (!isDigest) return alone;
  const digestAt = digestBefore(settings, start);
  const overAt = digestAt.getTime() + DIGEST_GRACE_MS;
  if (now.getTime() >= overAt) return alone;
  return { dueAt: digestAt, sendAt: new Date(Math.max(overAt, alone.sendAt.getTime())) };
}

/**
 * Moves a briefing out of quiet hours to before they start. If that time has passed (the meeting was found during quiet
 * hours, or at short notice), it waits until they end if that is early enough to be useful; otherwise it is sent
 * immediately.
 */
function outsideQuietHours(input: TimingInput): Pick<BriefingTiming, 'dueAt' | 'sendAt'> {
  const { start, leadMinutes, now } = input;
  const spanAt = (instant: Date) => quietSpanAt(instant, input.quietHours, input.timezone);
  const plainDueAt = briefingDueAt(start, leadMinutes);
  const avoided = spanAt(plainDueAt);
  const dueAt = avoided ? new Date(avoided.start.getTime() - QUIET_MARGIN_MS) : plainDueAt;

  const current = spanAt(now);
  const isWorthWaiting = current !== null && current.end.getTime() <= start.getTime() - QUIET_NOTICE_MS;
  if (isWorthWaiting && dueAt <= now) return { dueAt: current.end, sendAt: current.end };
  // Jitter may move it into quiet hours that end just before it is due; then it is sent when they end.
  const early = new Date(dueAt.getTime() - briefingJitterMs(input.meetingId, leadMinutes));
  const touched = spanAt(early);
  return { dueAt, sendAt: touched && touched.end <= dueAt ? touched.end : early };
}

/** Returns the start minus the lead time. */
export function briefingDueAt(start: Date, leadMinutes: number): Date {
  return new Date(start.getTime() - leadMinutes * 60_000);
}

/** Returns 0 to 120,000 ms, at most a tenth of the lead time; always the same for one meeting. */
export function briefingJitterMs(meetingId: string, leadMinutes: number): number {
  const range = Math.min(MAX_JITTER_MS, leadMinutes * 6_000);
  return stableHash(meetingId) % (range + 1);
}

export function isMoveWorthTelling(briefedStart: Date, start: Date): boolean {
  return Math.abs(start.getTime() - briefedStart.getTime()) >= MOVE_WORTH_TELLING_MS;
}

function phaseAt(at: { now: number; sendAt: number; cutOffAt: number; start: number }): BriefingTiming['phase'] {
  if (at.now >= at.start) return 'started';
  // Checked before the cut-off: if the lead time is even shorter than the cut-off, the briefing is not late yet.
  if (at.now < at.sendAt) return 'ahead';
  return at.now < at.cutOffAt ? 'late' : 'cut-off';
}
