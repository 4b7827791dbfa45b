import { digestBefore } from './digest-schedule.ts';
import { QUIET_NOTICE_MS, type QuietHours, quietSpanAt } from './quiet-hours.ts';
import { stableHash } from './stable-hash.ts';

/** The briefing leaves up to this much early, so that meetings that begin together are not all briefed in the same second. */
const MAX_JITTER_MS = 120_000;
/** Closer to the start than this nobody reads a mail any more; research is not begun and only what exists is sent. */
export const CUT_OFF_MS = 60_000;
/** How long research of a meeting may take that is found when its briefing is nearly or already due. */
const LATE_RESEARCH_MS = 10 * 60_000;
/** A move of a briefed meeting by this much is worth a second mail. */
const MOVE_WORTH_TELLING_MS = 15 * 60_000;
/** A briefing that would fall into the quiet hours is due this long before they begin: it is to have arrived by then. */
const QUIET_MARGIN_MS = 60_000;
/** What the digest has not briefed by then gets a briefing of its own. Digests are made every quarter of an hour. */
export const DIGEST_GRACE_MS = 20 * 60_000;

export type BriefingTiming = {
  /** `ahead`: the briefing is still to come. `late`: it is due now. `cut-off`: too close to the start for research. `started`: no mail any more. */
  phase: 'ahead' | 'late' | 'cut-off' | 'started';
  /** What the user is told: start minus lead, or before the quiet hours that this would fall into, or with the digest. */
  dueAt: Date;
  /**
   * When the mail is sent: `dueAt` less the meeting's jitter, never later. Where a digest is to brief the meeting: when it is looked whether it did.
   */
  sendAt: Date;
  /** Until when research may run before the mail leaves with what there is. */
  researchUntil: Date;
};

export type TimingInput = {
  meetingId: string;
  start: Date;
  leadMinutes: number;
  /** In the user's zone; null: mails leave at any hour. */
  quietHours: QuietHours | null;
  /** The user's, IANA name. */
  timezone: string;
  /** The user wants one mail a day instead of one a meeting. */
  isDigest: boolean;
  now: Date;
};

/**
 * The times of one meeting's briefing. Lead time is elapsed time: a change to or from daylight saving between the two moves what the clock on the
 * wall shows, never the distance.
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

/** Until its digest is over a meeting is left to it. One that is found later, or that the digest left out, is briefed as if there were none. */
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
 * A briefing that would be due in the quiet hours is due before they begin. One whose time is over already (the meeting was found in the quiet hours, or
 * for too short) waits for their end where that is early enough to be of use, and leaves at once where it is not.
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
  // Less its jitter it may fall into quiet hours that end just before it is due: then it leaves as soon as they have ended.
  const early = new Date(dueAt.getTime() - briefingJitterMs(input.meetingId, leadMinutes));
  const touched = spanAt(early);
  return { dueAt, sendAt: touched && touched.end <= dueAt ? touched.end : early };
}

/** Start minus lead time. */
export function briefingDueAt(start: Date, leadMinutes: number): Date {
  return new Date(start.getTime() - leadMinutes * 60_000);
}

/** 0 to 120 s, at most a tenth of the lead time; always the same for one meeting. */
export function briefingJitterMs(meetingId: string, leadMinutes: number): number {
  const range = Math.min(MAX_JITTER_MS, leadMinutes * 6_000);
  return stableHash(meetingId) % (range + 1);
}

export function isMoveWorthTelling(briefedStart: Date, start: Date): boolean {
  return Math.abs(start.getTime() - briefedStart.getTime()) >= MOVE_WORTH_TELLING_MS;
}

function phaseAt(at: { now: number; sendAt: number; cutOffAt: number; start: number }): BriefingTiming['phase'] {
  if (at.now >= at.start) return 'started';
  // A lead time below the cut-off is the user's own choice: its briefing is on time.
  if (at.now < at.sendAt) return 'ahead';
  return at.now < at.cutOffAt ? 'late' : 'cut-off';
}
