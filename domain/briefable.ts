import type { MeetingType, ResponseStatus } from './enumerations.ts';

/** Why a meeting doesn't get a briefing; most also rule out research. NO_BRIEFING has the text shown to the user. */
export type NoBriefingReason = keyof typeof NO_BRIEFING;

export const NO_BRIEFING = {
  cancelled: 'The meeting was cancelled.',
  deleted: 'You deleted the meeting.',
  internal: 'No external guests are invited.',
  all_day: 'All-day events get no briefing.',
  private: 'The event is private, so its details are not used.',
  declined: 'You declined the meeting.',
  guests_declined: 'All external guests declined.',
  disconnected: 'The calendar is disconnected.',
  calendar_off: 'The calendar is switched off.',
  muted: 'You muted this meeting.',
  account_closed: 'The account is closed.',
  no_access: 'You have no valid subscription.',
  notifications_off: 'Email notifications are switched off.',
  paused: 'Briefings are paused.',
  beyond_window: 'Planned once the meeting is within 30 days.',
  too_late: 'The meeting was found too close to its start.',
  started: 'The meeting had already started.',
  mail_failed: 'The email service did not accept the briefing before the meeting started.',
  mail_refused: 'The email service refused the briefing.',
  mail_bounced: 'Email to your address bounced. Change the address to get briefings again.',
  mail_complained: 'One of our emails was reported as spam, so we no longer send any to your address.',
  outcome_unknown: 'We couldn’t confirm whether the briefing was sent. It may have arrived, so it won’t be sent again.',
} as const;

export type BriefableFacts = {
  status: 'confirmed' | 'cancelled';
  meetingType: MeetingType;
  /** Someone besides the user is invited, including colleagues and excluded people. */
  hasGuests: boolean;
  /** The user requested the briefing manually. */
  isAskedFor: boolean;
  isAllDay: boolean;
  visibility: 'default' | 'private';
  userResponse: ResponseStatus;
  /** Responses of external guests; empty if the calendar hides them. */
  externalResponses: readonly ResponseStatus[];
};

/**
 * Returns why the event itself rules out a briefing; null if it doesn't. Internal meetings get none, except an event
 * without guests on request.
 */
export function whyNotBriefable(facts: BriefableFacts): NoBriefingReason | null {
  if (facts.status === 'cancelled') return 'cancelled';
  const isNoteAskedFor = !facts.hasGuests && facts.isAskedFor;
  if (facts.meetingType === 'internal' && !isNoteAskedFor) return 'internal';
  if (facts.isAllDay) return 'all_day';
  if (facts.visibility === 'private') return 'private';
  if (facts.userResponse === 'declined') return 'declined';
  const everybodyDeclined = facts.externalResponses.every((response) => response === 'declined');
  return facts.externalResponses.length > 0 && everybodyDeclined ? 'guests_declined' : null;
}

/** Returns whether someone besides the user is invited; colleagues and excluded people count. */
export function hasGuests(participants: readonly { isSelf: boolean }[]): boolean {
  return participants.some(({ isSelf }) => !isSelf);
}
