import type { Meeting } from '#contract/meetings.ts';
import type { Tone } from '#web/ui/tone.ts';

export type MeetingState = { text: string; tone: Tone; isActive: boolean };

/** External for the user means: somebody from outside is there, alone or beside colleagues. */
export function hasOutsiders({ meetingType }: Pick<Meeting, 'meetingType'>): boolean {
  return meetingType !== 'internal';
}

/** The one status a meeting shows (specification section 4), with its colour. */
export function meetingState(meeting: Meeting): MeetingState {
  if (meeting.status === 'cancelled') return { text: 'Cancelled', tone: 'danger', isActive: false };
  if (meeting.isBriefingSent) return { text: 'Briefing sent', tone: 'success', isActive: false };
  if (meeting.isResearchCompleted) return { text: 'Research complete', tone: 'accent', isActive: false };
  if (hasOutsiders(meeting)) {
    return { text: 'Research pending', tone: 'warning', isActive: meeting.researchState === 'running' };
  }
  return { text: 'Internal meeting', tone: 'neutral', isActive: false };
}

/** An event without guests is not briefed by itself, but may be by hand. */
export function isNoteToOneself({ meetingType, attendees }: Pick<Meeting, 'meetingType' | 'attendees'>): boolean {
  return meetingType === 'internal' && attendees.length === 0;
}

/** Whether a briefing is (or was) in the making: by itself, or because its user asked for it. */
export function isPrepared(meeting: Meeting): boolean {
  return hasOutsiders(meeting) || (isNoteToOneself(meeting) && meeting.researchState !== 'none');
}

/** Whether the user may ask for research: not done, not under way, and somebody from outside comes, or nobody but the user. */
export function mayStartResearch(meeting: Meeting): boolean {
  const isForBriefing = hasOutsiders(meeting) || isNoteToOneself(meeting);
  const isIdle = meeting.researchState === 'none' || meeting.researchState === 'failed';
  return meeting.status === 'confirmed' && isForBriefing && !meeting.isResearchCompleted && isIdle;
}

/** A briefing may leave up to two minutes before it is due. */
const SOON_MS = 3 * 60_000;

/** Whether something about the meeting is about to change by itself, so that looking again soon is worth it. */
export function isMoving(meeting: Meeting, nowMs: number): boolean {
  if (meeting.status === 'cancelled') return false;
  if (meeting.researchState === 'pending' || meeting.researchState === 'running') return true;
  if (meeting.briefingState === 'sending') return true;
  const dueInMs = meeting.briefingDueAt === null ? Number.POSITIVE_INFINITY : Date.parse(meeting.briefingDueAt) - nowMs;
  return meeting.briefingState === 'scheduled' && dueInMs < SOON_MS;
}

/**
 * How long until the next look while something is moving: 3 s at first, growing to 10 s.
 * @param looks how many looks there were already
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
 * The way of a meeting with outside guests: found, researched, briefed, met.
 * @param words how instants are put into words
 */
export function meetingSteps(meeting: Meeting, nowMs: number, words: (iso: string) => string): Step[] {
  return [
    meeting.isAddedByHand
      ? { key: 'found', name: 'Added', detail: 'by you', state: 'done' }
      : { key: 'found', name: 'Found', detail: 'in your calendar', state: 'done' },
    researchStep(meeting),
    briefingStep(meeting, words),
    {
      key: 'meeting',
      name: 'Meeting',
      detail: words(meeting.startTime),
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
  if (researchState === 'failed')
    return { key: 'research', name: 'Research', detail: 'did not succeed', state: 'failed' };
  return { key: 'research', name: 'Research', detail: 'not planned', state: 'skipped' };
}

function briefingStep(meeting: Meeting, words: (iso: string) => string): Step {
  const { briefingState, briefingReason, briefingDueAt, isBriefingSent } = meeting;
  const due = briefingDueAt === null ? null : words(briefingDueAt);
  const step = (name: string, detail: string | null, state: Step['state']): Step => ({
    key: 'briefing',
    name,
    detail,
    state,
  });
  if (isBriefingSent || briefingState === 'sent') return step('Briefing sent', due, 'done');
  if (briefingState === 'sending') return step('Briefing', 'being sent now', 'active');
  if (briefingState === 'scheduled') return step(due === null ? 'Briefing' : `Briefing at ${due}`, null, 'next');
  if (briefingState === 'failed') return step('Briefing', briefingReason ?? 'could not be sent', 'failed');
  if (briefingState === 'unknown') return step('Briefing', briefingReason ?? 'may or may not have arrived', 'failed');
  return step('No briefing', briefingReason, 'skipped');
}
