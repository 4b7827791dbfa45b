import { type BriefableFacts, type NoBriefingReason, whyNotBriefable } from './briefable.ts';
import { type BriefingTiming, type TimingInput, timeBriefing } from './briefing-schedule.ts';
import { isUpdateWorthSending, updateAt } from './briefing-update.ts';
import type { BriefingState, ResearchState } from './enumerations.ts';
import { refreshAt } from './freshness.ts';
import { isBeyondWindow } from './sync-window.ts';

export type MeetingFacts = BriefableFacts &
  Omit<TimingInput, 'now'> & {
    isCalendarConnected: boolean;
    /** Turned off by its user; counts as disconnected. */
    isCalendarSwitchedOff: boolean;
    /** Entered manually, so no calendar updates it. */
    isManual: boolean;
    /** Muted by the user. */
    isMuted: boolean;
    isAccountOpen: boolean;
    hasAccess: boolean;
    emailNotifications: boolean;
    /** Briefings are paused. */
    isPaused: boolean;
    /** Why mail to the user's address is stopped; null if it isn't. */
    mailStopped: 'bounce' | 'complaint' | null;
    researchState: ResearchState;
    /** Error code of parked research. */
    researchError: string | null;
    /** Number of manual requests for research. */
    researchRequests: number;
    hasResearch: boolean;
    /** When the research was done; null without any. */
    researchedAt: Date | null;
    /** When the research goes stale (domain/freshness.ts); null if only its age counts. */
    researchFreshUntil: Date | null;
    briefingState: BriefingState;
    /** The start stated in the claimed or sent briefing; null if there is none. */
    briefedStart: Date | null;
    /** Addresses of the external guests in that briefing; null if not recorded. */
    briefedGuests: readonly string[] | null;
    /** Addresses of the current external guests. */
    externalGuests: readonly string[];
    /** The claimed email is a digest, which is sent by its own workflow. */
    isInDigest: boolean;
    isUpdateClaimed: boolean;
  };

export type MeetingDecision = BriefingTiming & {
  /**
   * `end`: nothing is left to do. `prepare`: research if wanted, then the briefing at `sendAt`. `update`: mail a new
   * time or changed guests. `follow`: the email is settled; only changes matter until the start.
   */
  step: 'end' | 'prepare' | 'update' | 'follow';
  /** Why no email is planned; null if one is planned or settled. */
  reason: NoBriefingReason | null;
  /** `wanted`: run now. `stale`: too old, repeat now. `parked`: failed, awaits retry. `settled`: nothing to run. */
  research: 'wanted' | 'stale' | 'parked' | 'settled';
  /** When to plan again before the email is due: research will be stale, or an update waits for quiet hours to end. */
  lookAgainAt: Date | null;
};

const CLOCK_TOLERANCE_MS = 5_000;

/** Research did not start because the monthly quota is used up; the user can act, so no operator is needed. */
export const QUOTA_EXCEEDED = 'quota_exceeded';
/** The user's research in the last 24 hours reached its cost cap. Resolves without an operator. */
export const DAILY_CAP_REACHED = 'daily_cap_reached';
const USER_MATTERS: ReadonlySet<string | null> = new Set([QUOTA_EXCEEDED, DAILY_CAP_REACHED]);

/** Decides what to do for a meeting from its row alone: every message to its workflow just means "plan again". */
export function planMeeting(facts: MeetingFacts, now: Date): MeetingDecision {
  const timing = timeBriefing({ ...facts, now });
  const decide = (step: MeetingDecision['step'], reason: NoBriefingReason | null): MeetingDecision => {
    const refresh = step === 'prepare' && reason === null ? refreshOf(facts, timing) : null;
    const isStale = refresh !== null && refresh <= now;
    const research = step === 'end' ? 'settled' : researchOf(facts, timing);
    const lookAgainAt = isStale || refresh === null ? null : after(refresh);
    return { ...timing, step, reason, research: isStale ? 'stale' : research, lookAgainAt };
  };

  const obstacle = whyNotPossible(facts);
  if (obstacle) return decide('end', obstacle);
  if (timing.phase === 'started') return decide('end', facts.briefedStart ? null : 'started');
  // Claimed but neither sent nor abandoned: the claiming workflow was terminated, and its email is still to be sent.
  if (facts.briefedStart && facts.briefingState === 'sending' && !facts.isInDigest) return decide('prepare', null);
  // A manual meeting cannot be left for a later sync to find.
  const isFar = !facts.isManual && isBeyondWindow(facts.start, now);
  if (facts.briefedStart) {
    if (isUpdateDue(facts, facts.briefedStart)) {
      const leavesAt = updateAt(facts, now);
      return leavesAt <= now ? decide('update', null) : { ...decide('follow', null), lookAgainAt: after(leavesAt) };
    }
    return decide(isFar ? 'end' : 'follow', null);
  }
  // Not scheduled until a sync finds it inside the window; a manual request is carried out anyway.
  const offSchedule = whyOffSchedule(facts, isFar);
  if (offSchedule) return decide(isAskedFor(facts, timing) ? 'prepare' : 'end', offSchedule);

  // Without any research, a briefing would only repeat the calendar.
  const wasNeverBegun = facts.researchState === 'pending' || facts.researchState === 'none';
  const isFoundTooLate = timing.phase === 'cut-off' && wasNeverBegun && !facts.hasResearch;
  if (isFoundTooLate) return decide('follow', 'too_late');
  return decide('prepare', whyNotMailed(facts));
}

/** Returns what currently prevents a planned briefing from being emailed; this may change before it is due. */
export function whyNotMailed(
  facts: Pick<MeetingFacts, 'hasAccess' | 'emailNotifications' | 'isMuted' | 'isPaused' | 'mailStopped'>,
): NoBriefingReason | null {
  if (!facts.hasAccess) return 'no_access';
  if (facts.isMuted) return 'muted';
  if (!facts.emailNotifications) return 'notifications_off';
  if (facts.isPaused) return 'paused';
  if (facts.mailStopped === null) return null;
  return facts.mailStopped === 'bounce' ? 'mail_bounced' : 'mail_complained';
}

function whyNotPossible(facts: MeetingFacts): NoBriefingReason | null {
  if (!facts.isAccountOpen) return 'account_closed';
  if (!facts.isCalendarConnected) return facts.isCalendarSwitchedOff ? 'calendar_off' : 'disconnected';
  return whyNotBriefable(facts);
}

function whyOffSchedule({ isMuted }: MeetingFacts, isFar: boolean): NoBriefingReason | null {
  if (isMuted) return 'muted';
  return isFar ? 'beyond_window' : null;
}

function isAskedFor(facts: MeetingFacts, timing: BriefingTiming): boolean {
  return facts.researchRequests > 0 && researchOf(facts, timing) !== 'settled';
}

function researchOf(facts: MeetingFacts, { phase }: BriefingTiming): MeetingDecision['research'] {
  if (facts.researchState === 'failed') return USER_MATTERS.has(facts.researchError) ? 'settled' : 'parked';
  const isOpen = facts.researchState === 'pending' || facts.researchState === 'running';
  // Users whose address bounces probably won't read research in the app either, unless they request it.
  if (facts.mailStopped === 'bounce' && facts.researchRequests === 0) return 'settled';
  return isOpen && facts.hasAccess && phase !== 'cut-off' && phase !== 'started' ? 'wanted' : 'settled';
}

/** Returns when to repeat finished research, to keep the email current; null if not needed. */
function refreshOf(facts: MeetingFacts, { phase, dueAt, sendAt }: BriefingTiming): Date | null {
  // A late briefing does not wait for repeated research.
  const isPossible = facts.researchState === 'completed' && facts.hasAccess && phase === 'ahead';
  return isPossible ? refreshAt(facts, dueAt < sendAt ? dueAt : sendAt) : null;
}

/** Allows for clock skew between the engine and the planner: planning too early would find nothing to do. */
function after(instant: Date): Date {
  return new Date(instant.getTime() + CLOCK_TOLERANCE_MS);
}

function isUpdateDue(facts: MeetingFacts, briefedStart: Date): boolean {
  return (
    facts.briefingState === 'sent' &&
    !facts.isUpdateClaimed &&
    isUpdateWorthSending({ ...facts, briefedStart }) &&
    whyNotMailed(facts) === null
  );
}
