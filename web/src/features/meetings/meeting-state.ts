import type { Meeting } from '#contract/meetings.ts';
import type { Tone } from '#web/ui/tone.ts';

export type MeetingState = { text: string; tone: Tone; isActive: boolean };

/** Returns whether external guests attend, with or without colleagues. The dashboard shows both as external. */
export function hasOutsiders({ meetingType }: Pick<Meeting, 'meetingType'>): boolean {
  return meetingType !== 'internal';
}

/** A meeting's status (specification section 4) and its colour. */
export function meetingState(meeting: Meeting): MeetingState {
  if (meeting.status === 'cancelled') return { text: 'Cancelled', tone: 'danger', isActive: false };
  if (meeting.isBriefingSent) return { text: 'Briefing sent', tone: 'success', isActive: false };
  if (meeting.isResearchCompleted) return { text: 'Research complete', tone: 'accent', isActive: false };
  if (hasOutsiders(meeting)) {
    return { text: 'Research pending', tone: 'warning', isActive: meeting.researchState === 'running' };
  }
  return { text: 'Internal meeting', tone: 'neutral', isActive: false };
}

/** Returns whether the event has no guests. Such events get no briefing unless the user asks for one. */
export function isNoteToOneself({ meetingType, attendees }: Pick<Meeting, 'meetingType' | 'attendees'>): boolean {
  return meetingType === 'internal' && attendees.length === 0;
}

/** Returns whether a briefing is or was prepared, automatically or on request. */
export function isPrepared(meeting: Meeting): boolean {
  return hasOutsiders(meeting) || (isNoteToOneself(meeting) && meeting.researchState !== 'none');
}

/** Returns whether research is running or about to start, for the first time or again. */
export function isResearching({ researchState }: Pick<Meeting, 'researchState'>): boolean {
  return researchState === 'pending' || researchState === 'running';
}

/** Returns whether the user can request research: none is done or in progress, and guests are external or absent. */
export function mayStartResearch(meeting: Meeting): boolean {
  const isForBriefing = hasOutsiders(meeting) || isNoteToOneself(meeting);
  const isIdle = meeting.researchState === 'none' || meeting.researchState === 'failed';
  return meeting.status === 'confirmed' && isForBriefing && !meeting.isResearchCompleted && isIdle;
}

/** Frequent polling starts this long before a briefing is due, since it may be sent up to two minutes early. */
const SOON_MS = 3 * 60_000;

/** Returns whether the meeting is about to change without user action, so that it should be polled often. */
export function isMoving(meeting: Meeting, nowMs: number): boolean {
  if (meeting.status === 'cancelled') return false;
  if (isResearching(meeting)) return true;
  if (meeting.briefingState === 'sending') return true;
  const dueInMs = meeting.briefingDueAt === null ? Number.POSITIVE_INFINITY : Date.parse(meeting.briefingDueAt) - nowMs;
  return meeting.briefingState === 'scheduled' && dueInMs < SOON_MS;
}

/**
 * The polling interval while a meeting is about to change: 3 s at first, growing to 10 s.
 * @param looks number of polls so far
 */
export function pollDelayMs(looks: number): number {
  return Math.min(3000 * 1.3 ** Math.max(0, looks - 1), 10_000);
}

export type Step = {
  key: 'found' | 'research' | 'briefing' | 'meeting';
  name: string;
  detail: string | null;
  state: 'done' | 'active' | 'next' | 'failed' | 'skipped';
};

/**
 * The steps of a meeting that gets a briefing: found, researched, briefed, met.
 * @param formatInstant formats an ISO time for the reader
 */
export function meetingSteps(meeting: Meeting, nowMs: number, formatInstant: (iso: string) => string): Step[] {
  return [
    meeting.isAddedByHand
      ? { key: 'found', name: 'Added', detail: 'by you', state: 'done' }
      : { key: 'found', name: 'Found', detail: 'in your calendar', state: 'done' },
    researchStep(meeting),
    briefingStep(meeting, formatInstant),
    {
      key: 'meeting',
      name: 'Meeting',
      detail: meeting.isAllDay ? 'all day' : formatInstant(meeting.startTime),
      state: meeting.status === 'cancelled' ? 'skipped' : Date.parse(meeting.endTime) < nowMs ? 'done' : 'next',
    },
  ];
}

function researchStep({ isResearchCompleted, researchState }: Meeting): Step {
  if (isResearchCompleted) return { key: 'research', name: 'Researched', detail: null, state: 'done' };
  if (researchState === 'running')
    return { key: 'research', name: 'Researching', detail: 'reading sources now', state: 'active' };
  if (researchState === 'pending')
    return { key: 'research', name: 'Research', detail: 'about to start', state: 'active' };
  if (researchState === 'failed') return { key: 'research', name: 'Research', detail: 'failed', state: 'failed' };
  return { key: 'research', name: 'Research', detail: 'not scheduled', state: 'skipped' };
}

function briefingStep(meeting: Meeting, formatInstant: (iso: string) => string): Step {
  const { briefingState, briefingReason, briefingDueAt, isBriefingSent } = meeting;
  const due = briefingDueAt === null ? null : formatInstant(briefingDueAt);
  const step = (name: string, detail: string | null, state: Step['state']): Step => ({
    key: 'briefing',
    name,
    detail,
    state,
  });
  if (isBriefingSent || briefingState === 'sent') return step('Briefing sent', due, 'done');
  if (briefingState === 'sending') return step('Briefing', 'sending now', 'active');
  if (briefingState === 'scheduled') return step(due === null ? 'Briefing' : `Briefing at ${due}`, null, 'next');
  if (briefingState === 'failed') return step('Briefing', briefingReason ?? 'could not be sent', 'failed');
  if (briefingState === 'unknown') return step('Briefing', briefingReason ?? 'may not have arrived', 'failed');
  return step('No briefing', briefingReason, 'skipped');
}
