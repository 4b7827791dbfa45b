import { NO_BRIEFING, whyNotBriefable } from './briefable.ts';
import { briefingDueAt } from './briefing-schedule.ts';
import type { BriefingState, MeetingType, ResearchState, ResponseStatus } from './enumerations.ts';

export type Guest = { email: string; responseStatus: ResponseStatus; isExternal: boolean };

/** What of an event decides about its research and briefing. */
export type EventFacts = {
  start: Date;
  end: Date;
  isAllDay: boolean;
  visibility: 'default' | 'private';
  userResponse: ResponseStatus;
  meetingType: MeetingType;
  guests: readonly Guest[];
  /** Somebody but the user is among them. */
  hasGuests: boolean;
};

/** Where research and briefing of a meeting stand. */
export type MeetingProgress = {
  researchState: ResearchState;
  briefingState: BriefingState;
  briefingDueAt: Date | null;
  /** In words for the user. */
  briefingReason: string | null;
};

export type KnownMeeting = Omit<EventFacts, 'hasGuests'> &
  MeetingProgress & {
    /** The user asked for its briefing by hand. */
    isAskedFor: boolean;
    version: number;
    status: 'confirmed' | 'cancelled';
    /** Its calendar was left for another account's: whoever took care of the meeting has stopped, or is about to. */
    isForgotten: boolean;
    /** The user's wish for this meeting alone; null: as for the others. */
    leadMinutes: number | null;
  };

export type MeetingChange = MeetingProgress & {
  /** Goes up when the meeting's workflow has to look again. */
  version: number;
  /** The meeting's workflow is to be told (and started where none runs). */
  isNews: boolean;
};

export type ChangeSettings = {
  leadMinutes: number;
  now: Date;
  /** Where the synced window ends. */
  windowEnd: Date;
};

/**
 * What the calendar's word on a confirmed event makes of its meeting. A mail that was claimed is history, which no change of the calendar rewrites.
 *
 * @param known Null for an event that is met for the first time.
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
  // What the meeting's workflow has planned meanwhile (before the quiet hours, for example) still holds.
  if (!isChanged) return { ...progressOf(known), version: known.version, isNews };
  return { ...progress, version: known.version + 1, isNews };
}

/** Whether a workflow takes care of the meeting, or did. */
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
  // Who comes in after the briefing is researched for the update.
  const isNewToResearch = obstacle === null && known.researchState === 'completed' && hasNewExternalGuest(known, event);
  if (!isBriefingOpen(known)) return { ...progressOf(known), ...(isNewToResearch && { researchState: 'pending' }) };
  const own = { ...settings, leadMinutes: known.leadMinutes ?? settings.leadMinutes };
  return { ...planBriefing(event, obstacle, own), researchState: nextResearch(known, event, obstacle) };
}

/** A guest who comes in after the research was done has not been researched. */
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
