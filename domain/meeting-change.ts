import { NO_BRIEFING, whyNotBriefable } from './briefable.ts';
import { briefingDueAt } from './briefing-schedule.ts';
import type { BriefingState, MeetingType, ResearchState, ResponseStatus } from './enumerations.ts';

export type Guest = { email: string; responseStatus: ResponseStatus; isExternal: boolean };

/** The facts of an event that decide whether its meeting is researched and briefed. */
export type EventFacts = {
  start: Date;
  end: Date;
  isAllDay: boolean;
  visibility: 'default' | 'private';
  userResponse: ResponseStatus;
  meetingType: MeetingType;
  guests: readonly Guest[];
  /** Someone besides the user is invited. */
  hasGuests: boolean;
};

/** State of a meeting's research and briefing. */
export type MeetingProgress = {
  researchState: ResearchState;
  briefingState: BriefingState;
  briefingDueAt: Date | null;
  /** Shown to the user. */
  briefingReason: string | null;
};

export type KnownMeeting = Omit<EventFacts, 'hasGuests'> &
  MeetingProgress & {
    /** The user requested its briefing manually. */
    isAskedFor: boolean;
    version: number;
    status: 'confirmed' | 'cancelled';
    /** Its calendar was turned off, or its account replaced, so its workflow has stopped or will. */
    isForgotten: boolean;
    /** The user's lead time for this meeting; null for the default. */
    leadMinutes: number | null;
  };

export type MeetingChange = MeetingProgress & {
  /** Incremented when the meeting's workflow must plan again. */
  version: number;
  /** The meeting's workflow must be notified, or started if none is running. */
  isNews: boolean;
};

export type ChangeSettings = {
  leadMinutes: number;
  now: Date;
  /** End of the synced window. */
  windowEnd: Date;
};

/**
 * Returns what a confirmed event changes about its meeting. Calendar changes never rewrite a claimed email.
 *
 * @param known Null for a new event.
 */
export function applyChange(known: KnownMeeting | null, event: EventFacts, settings: ChangeSettings): MeetingChange {
  const obstacle = whyNotPlanned(event, known?.isAskedFor ?? false, settings);
  if (!known) {
    const progress = { ...planBriefing(event, obstacle, settings), researchState: initialResearch(obstacle) };
    return { ...progress, version: 1, isNews: obstacle === null };
  }

  const isOver = known.start <= settings.now && event.start <= settings.now;
  const progress = isOver ? progressOf(known) : moveOn(known, event, obstacle, settings);
  const isChanged = isOtherMeeting(known, event) || isOtherProgress(known, progress);
  const isNews = isChanged && !isOver && (obstacle === null || hasWorkflow(known));
  // Keeps the due time the workflow planned, for example before quiet hours.
  if (!isChanged) return { ...progressOf(known), version: known.version, isNews };
  return { ...progress, version: known.version + 1, isNews };
}

/** Returns whether the meeting has or had a workflow. */
export function hasWorkflow({ researchState, briefingState }: MeetingProgress): boolean {
  return researchState !== 'none' || !(briefingState === 'none' || briefingState === 'skipped');
}

function whyNotPlanned(event: EventFacts, isAskedFor: boolean, { now, windowEnd }: ChangeSettings): string | null {
  const externalResponses = event.guests.filter(({ isExternal }) => isExternal).map((guest) => guest.responseStatus);
  const reason = whyNotBriefable({ ...event, isAskedFor, status: 'confirmed', externalResponses });
  if (reason) return NO_BRIEFING[reason];
  if (event.start <= now) return NO_BRIEFING.started;
  return event.start >= windowEnd ? NO_BRIEFING.beyond_window : null;
}

function planBriefing(event: EventFacts, obstacle: string | null, { leadMinutes }: ChangeSettings) {
  if (obstacle === null) {
    const briefingDue = briefingDueAt(event.start, leadMinutes);
    return { briefingState: 'scheduled', briefingDueAt: briefingDue, briefingReason: null } as const;
  }
  const briefingState = event.meetingType === 'internal' ? 'none' : 'skipped';
  return { briefingState, briefingDueAt: null, briefingReason: obstacle } as const;
}

function initialResearch(obstacle: string | null): ResearchState {
  return obstacle === null ? 'pending' : 'none';
}

function moveOn(
  known: KnownMeeting,
  event: EventFacts,
  obstacle: string | null,
  settings: ChangeSettings,
): MeetingProgress {
  // Guests added after the briefing are researched for the update.
  const isNewToResearch = obstacle === null && known.researchState === 'completed' && hasNewExternalGuest(known, event);
  if (!isBriefingOpen(known)) return { ...progressOf(known), ...(isNewToResearch && { researchState: 'pending' }) };
  const own = { ...settings, leadMinutes: known.leadMinutes ?? settings.leadMinutes };
  return { ...planBriefing(event, obstacle, own), researchState: nextResearch(known, event, obstacle) };
}

/** Returns the research state after a change. An external guest added since the research makes it `pending` again. */
function nextResearch(known: KnownMeeting, event: EventFacts, obstacle: string | null): ResearchState {
  const { researchState } = known;
  if (obstacle !== null) return researchState === 'pending' ? 'none' : researchState;
  if (researchState === 'none') return 'pending';
  return researchState === 'completed' && hasNewExternalGuest(known, event) ? 'pending' : researchState;
}

function hasNewExternalGuest(known: KnownMeeting, event: EventFacts): boolean {
  const before = new Set(known.guests.filter(({ isExternal }) => isExternal).map(({ email }) => email));
  return event.guests.some(({ email, isExternal }) => isExternal && !before.has(email));
}

function isBriefingOpen({ briefingState }: MeetingProgress): boolean {
  return briefingState === 'none' || briefingState === 'scheduled' || briefingState === 'skipped';
}

function progressOf({ researchState, briefingState, briefingDueAt, briefingReason }: MeetingProgress): MeetingProgress {
  return { researchState, briefingState, briefingDueAt, briefingReason };
}

function isOtherMeeting(known: KnownMeeting, event: EventFacts): boolean {
  return (
    known.status === 'cancelled' ||
    known.isForgotten ||
    known.start.getTime() !== event.start.getTime() ||
    known.end.getTime() !== event.end.getTime() ||
    known.isAllDay !== event.isAllDay ||
    known.visibility !== event.visibility ||
    known.userResponse !== event.userResponse ||
    known.meetingType !== event.meetingType ||
    describeGuests(known) !== describeGuests(event)
  );
}

function describeGuests({ guests }: Pick<EventFacts, 'guests'>): string {
  return guests
    .map(({ email, responseStatus, isExternal }) => `${email} ${responseStatus} ${isExternal}`)
    .toSorted()
    .join('\n');
}

function isOtherProgress(known: MeetingProgress, next: MeetingProgress): boolean {
  return known.researchState !== next.researchState || known.briefingState !== next.briefingState;
}
