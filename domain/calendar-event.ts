import type { ResponseStatus } from './enumerations.ts';

export type EventAttendee = {
  /** ASCII case folded. */
  email: string;
  name: string | null;
  responseStatus: ResponseStatus;
  isOrganizer: boolean;
  /** The calendar's owner, as the provider marks it. */
  isSelf: boolean;
  /** A room or other resource, which is not a person. */
  isResource: boolean;
};

/** A calendar event without a provider's habits: everything after the adapter is provider-blind. */
export type CalendarEvent = {
  status: 'confirmed';
  eventId: string;
  iCalUid: string | null;
  /** The series this is an instance of, and the start the series gave it before any move. */
  seriesId: string | null;
  originalStart: Date | null;
  title: string;
  description: string | null;
  location: string | null;
  /** Start and end as instants. An all-day event starts at midnight in `timeZone`. */
  start: Date;
  end: Date;
  isAllDay: boolean;
  /** IANA name. */
  timeZone: string;
  isPrivate: boolean;
  organizerEmail: string | null;
  /** How the calendar's owner answered. */
  userResponse: ResponseStatus;
  attendees: EventAttendee[];
  /** The provider left guests out (hidden, or more than it lists). */
  attendeesOmitted: boolean;
  /** Candidates for the join link in order of trust; domain/join-url picks one. */
  joinUrlCandidates: string[];
  /** Focus time, out of office, working location, birthdays: never a meeting. */
  isPlaceholder: boolean;
};

/** The event is gone. Providers may say no more than its id. */
export type CancelledEvent = { status: 'cancelled'; eventId: string };

export type EventChange = CalendarEvent | CancelledEvent;
