import type { Answer, RemoteEvent } from '#tests/support/calendar-person.ts';

/**
 * The expected meeting, derived only from the vendor's own event list and the documented calendar
 * cases, without any product code. The person is at harborline.test and has excluded zoom.test.
 */
export type ExpectedMeeting = {
  id: string;
  title: string;
  start: string;
  end: string;
  isAllDay: boolean;
  answer: Answer;
  type: 'internal' | 'external' | 'mixed';
  domains: string[];
  people: string[];
  /** Null once the meeting has begun, since its plan no longer matters. */
  plan: string | null;
};

const LEAD_MS = 2 * 3_600_000;

export function expectMeeting(event: RemoteEvent, self: string, nowMs: number): ExpectedMeeting {
  const people = listPeople(event);
  const outside = people.filter(({ email }) => isOutside(email, self));
  const colleagues = people.filter(({ email }) => isInside(email) && email !== self);
  const isHidden = event.hidesGuests;
  const isExternal = outside.length > 0 || isHidden;
  const type = isExternal ? (colleagues.length > 0 ? 'mixed' : 'external') : 'internal';
  const domains = outside.map(({ email }) => domainOf(email)).filter((domain) => domain !== 'gmail.com');
  return {
    id: event.id,
    title: event.isPrivate ? 'Private event' : event.title,
    start: new Date(event.startMs).toISOString(),
    end: new Date(event.endMs).toISOString(),
    isAllDay: event.isAllDay,
    answer: event.ownAnswer,
    type,
    domains: [...new Set(domains)].toSorted(),
    people: people
      .map(({ email, answer }) => `${email} ${answer}${isOutside(email, self) ? ' outside' : ''}`)
      .toSorted(),
    plan: event.startMs <= nowMs ? null : planOf(event, type, outside),
  };
}

function planOf(event: RemoteEvent, type: string, outside: readonly { answer: Answer }[]): string {
  if (type === 'internal') return 'none: No external guests are invited.';
  if (event.isAllDay) return 'skipped: All-day events get no briefing.';
  if (event.isPrivate) return 'skipped: The event is private, so its details are not used.';
  if (event.ownAnswer === 'declined') return 'skipped: You declined the meeting.';
  if (outside.length > 0 && outside.every(({ answer }) => answer === 'declined')) {
    return 'skipped: All external guests declined.';
  }
  return `scheduled: ${new Date(event.startMs - LEAD_MS).toISOString()}`;
}

/** Returns the guests, plus the organizer if there are guests or they are hidden. Calendars are not people. */
function listPeople({ people, organizer, hidesGuests }: RemoteEvent) {
  const isListed = people.some(({ email }) => email === organizer);
  const isNote = people.length === 0 && !hidesGuests;
  const isCalendar = organizer.endsWith('@group.calendar.google.com');
  if (isListed || isNote || isCalendar) return people;
  return [...people, { email: organizer, answer: 'accepted' as const }];
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1);

function isInside(email: string): boolean {
  return domainOf(email) === 'harborline.test' || domainOf(email).endsWith('.harborline.test');
}

function isOutside(email: string, self: string): boolean {
  return email !== self && !isInside(email) && domainOf(email) !== 'zoom.test';
}
