import type { ResponseStatus } from './enumerations.ts';

export type EventAttendee = {
  /** ASCII case folded. */
  email: string;
  name: string | null;
  responseStatus: ResponseStatus;
  isOrganizer: boolean;
  /** The calendar's owner, as marked by the provider. */
  isSelf: boolean;
  /** A room or other resource rather than a person. */
  isResource: boolean;
};

/** A provider-neutral calendar event: only adapters depend on a provider. */
export type CalendarEvent = {
  status: 'confirmed';
  eventId: string;
  iCalUid: string | null;
  /** Its series, and the original start of this occurrence, before any move. */
  seriesId: string | null;
  originalStart: Date | null;
  title: string;
  /** Plain text. */
  description: string | null;
  location: string | null;
  /** Instants. An all-day event starts at midnight in `timeZone`. */
  start: Date;
  end: Date;
  isAllDay: boolean;
  /** IANA name. */
  timeZone: string;
  isPrivate: boolean;
  organizerEmail: string | null;
  /** The response of the calendar's owner. */
  userResponse: ResponseStatus;
  attendees: EventAttendee[];
  /** The provider left out guests (hidden, or too many). */
  attendeesOmitted: boolean;
  /** Links from the vendor's conference fields, most trusted first. */
  conferenceUrls: string[];
  /** Files the vendor lists with the event. */
  attachments: { title: string; url: string }[];
  /** Strings that may contain a join link, most trusted first; domain/join-url.ts picks one. */
  joinUrlCandidates: string[];
  /** Focus time, out of office, working location, birthdays: not a meeting. */
  isPlaceholder: boolean;
};

/** A deleted event. Some providers send only its id. */
export type CancelledEvent = { status: 'cancelled'; eventId: string };

export type EventChange = CalendarEvent | CancelledEvent;

/** An item that cannot be used as an event, for example because its start is missing. */
export type UnreadableEvent = {
  status: 'unreadable';
  /** The vendor's id, or a hash of the item if it has none. */
  eventId: string;
  /** Name of the first unreadable field, never its content. */
  field: string;
};

/** An item on a vendor's result page; null if it is not an event itself, such as a series. */
export type ReadEvent = EventChange | UnreadableEvent | null;
