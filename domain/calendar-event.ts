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
  /** Plain text. */
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
  /** What the vendor's own conference fields hold, most trusted first. */
  conferenceUrls: string[];
  /** Files that the vendor lists with the event. */
  attachments: { title: string; url: string }[];
  /** Texts that may hold a join link, most trusted first; domain/join-url picks one. */
  joinUrlCandidates: string[];
  /** Focus time, out of office, working location, birthdays: never a meeting. */
  isPlaceholder: boolean;
};

/** The event is gone. Providers may say no more than its id. */
export type CancelledEvent = { status: 'cancelled'; eventId: string };

export type EventChange = CalendarEvent | CancelledEvent;

/** An item that is no usable event: it has no id, or no start or end that makes sense. */
export type UnreadableEvent = {
  status: 'unreadable';
  /** The vendor's id, or a hash of the item where it has none. */
  eventId: string;
  /** The first field that could not be read. Never its content. */
  field: string;
};

/** One item of a vendor's page; null for what is no event of its own, such as a series. */
export type ReadEvent = EventChange | UnreadableEvent | null;
