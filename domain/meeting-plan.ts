import { type BriefableFacts, type NoBriefingReason, whyNotBriefable } from './briefable.ts';
import { type BriefingTiming, type TimingInput, timeBriefing } from './briefing-schedule.ts';
import { isUpdateWorthSending, updateAt } from './briefing-update.ts';
import type { BriefingState, ResearchState } from './enumerations.ts';
import { refreshAt } from './freshness.ts';
import { isBeyondWindow } from './sync-window.ts';

export type MeetingFacts = BriefableFacts &
  Omit<TimingInput, 'now'> & {
    isCalendarConnected: boolean;
    /** By its user; it then counts as not connected. */
    isCalendarSwitchedOff: boolean;
    /** Entered by hand, so that no calendar follows it. */
    isManual: boolean;
    /** Its user wants no mails about it. */
    isMuted: boolean;
    isAccountOpen: boolean;
    hasAccess: boolean;
    emailNotifications: boolean;
    /** No briefings for now. */
    isPaused: boolean;
    /** Why no mail goes to the user's address; null while it does. */
    mailStopped: 'bounce' | 'complaint' | null;
    researchState: ResearchState;
    /** Code of why research is parked. */
    researchError: string | null;
    /** How often the user asked for research by hand. */
    researchRequests: number;
    hasResearch: boolean;
    /** When the research was done that there is; null without any. */
    researchedAt: Date | null;
    /** When the first of the dossiers goes stale that it took over from other meetings; null where it took over none, and without any. */
    researchFreshUntil: Date | null;
    briefingState: BriefingState;
    /** The start that the sent briefing spoke of; null while none was claimed. */
    briefedStart: Date | null;
    /** Addresses of the people from outside whom it spoke of; null where that was not kept. */
    briefedGuests: readonly string[] | null;
    /** Addresses of the people from outside now. */
    externalGuests: readonly string[];
    /** The mail that was claimed is the digest, which is sent by itself. */
    isInDigest: boolean;
    isUpdateClaimed: boolean;
  };

export type MeetingDecision = BriefingTiming & {
  /**
   * `end`: nothing is left to do. `prepare`: research if wanted, then the briefing at `sendAt`. `update`: tell of the move, or of who comes and who does not. `follow`: the mail is
   * settled; only changes matter until the start.
   */
  step: 'end' | 'prepare' | 'update' | 'follow';
  /** Why no mail is planned; null when one is planned or settled. */
  reason: NoBriefingReason | null;
  /** `wanted`: run it now. `stale`: there is some, but so old that it is to be run again now. `parked`: it failed and waits for a retry. */
  research: 'wanted' | 'stale' | 'parked' | 'settled';
  /** When to look again before the mail is due: research will be stale by then, or an update waits for the quiet hours to end. */
  lookAgainAt: Date | null;
};

const CLOCK_TOLERANCE_MS = 5_000;

/** Research was not begun because the month's quota is used up: a matter for the user, not for an operator. */
export const QUOTA_EXCEEDED = 'quota_exceeded';
/** The user's research of the last 24 hours cost as much as it may: time mends that, and no operator. */
export const DAILY_CAP_REACHED = 'daily_cap_reached';
const USER_MATTERS: ReadonlySet<string | null> = new Set([QUOTA_EXCEEDED, DAILY_CAP_REACHED]);

/** What is to be done for a meeting, from its row alone: every message to a meeting's workflow means no more than "look again". */
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
  // Claimed and never sent or given up: the workflow that claimed it was ended by hand. Its mail is still to be dealt with.
  if (facts.briefedStart && facts.briefingState === 'sending' && !facts.isInDigest) return decide('prepare', null);
  // No sync would announce a meeting again that was entered by hand.
  const isFar = !facts.isManual && isBeyondWindow(facts.start, now);
  if (facts.briefedStart) {
    if (isUpdateDue(facts, facts.briefedStart)) {
      const leavesAt = updateAt(facts, now);
      return leavesAt <= now ? decide('update', null) : { ...decide('follow', null), lookAgainAt: after(leavesAt) };
    }
    return decide(isFar ? 'end' : 'follow', null);
  }
  // Off the schedule, until a sync meets it inside the window; what its user asks for by hand is done all the same.
  const offSchedule = whyOffSchedule(facts, isFar);
  if (offSchedule) return decide(isAskedFor(facts, timing) ? 'prepare' : 'end', offSchedule);

  // Research that was never begun: there is nothing to say that the calendar does not say.
  const wasNeverBegun = facts.researchState === 'pending' || facts.researchState === 'none';
  const isFoundTooLate = timing.phase === 'cut-off' && wasNeverBegun && !facts.hasResearch;
  if (isFoundTooLate) return decide('follow', 'too_late');
  return decide('prepare', whyNotMailed(facts));
}

/** What keeps a planned briefing from being mailed at the moment; it may change until the briefing is due. */
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
  // An address that does not exist: most likely nobody is there any more who would read it on the screen. Whoever asks by hand is.
  if (facts.mailStopped === 'bounce' && facts.researchRequests === 0) return 'settled';
  return isOpen && facts.hasAccess && phase !== 'cut-off' && phase !== 'started' ? 'wanted' : 'settled';
}

/** When research that is done is to be done again, so that the mail is not about last month; null where it need not be. */
function refreshOf(facts: MeetingFacts, { phase, dueAt, sendAt }: BriefingTiming): Date | null {
  // A mail that is late already does not wait for news.
  const isPossible = facts.researchState === 'completed' && facts.hasAccess && phase === 'ahead';
  return isPossible ? refreshAt(facts, dueAt < sendAt ? dueAt : sendAt) : null;
}

/** The timer of the engine and the clock of whoever plans may differ by a little: looked at too early, there would be nothing to see. */
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
