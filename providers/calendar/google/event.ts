import * as z from 'zod';
import { type ResponseStatus, responseStatus } from '#contract/meetings.ts';
import type { ReadEvent } from '#domain/calendar-event.ts';
import { toDescription } from '#providers/calendar/description.ts';
import { gatherPeople, type ListedPerson } from '#providers/calendar/people.ts';
import {
  entriesOf,
  flag,
  optional,
  refusedField,
  TEXT_LENGTHS,
  text,
  textUpTo,
  unreadable,
  vendorId,
} from '#providers/calendar/read-items.ts';
import { toDayStart, toIanaZone, toInstant } from '#providers/calendar/time.ts';

/** Google's own maximum. */
const MAX_ATTACHMENTS = 25;
const MAX_ADDRESS = 2000;

const googleTime = z.object({ date: text, dateTime: text, timeZone: text });
type GoogleTime = z.infer<typeof googleTime>;

const person = z.object({ email: text, displayName: text, self: flag });
const attendee = person.extend({ organizer: flag, resource: flag, responseStatus: text });

const attendeeList = entriesOf(attendee).nullish();
type Attendees = z.infer<typeof attendeeList>;

/** The fields read from Google's event. Only the id is required; times and guests are checked later. */
const googleEvent = z.object({
  id: vendorId,
  status: text,
  eventType: text,
  iCalUID: optional(vendorId),
  recurringEventId: optional(vendorId),
  originalStartTime: optional(googleTime),
  start: optional(googleTime),
  end: optional(googleTime),
  endTimeUnspecified: flag,
  summary: textUpTo(TEXT_LENGTHS.title),
  description: textUpTo(TEXT_LENGTHS.description),
  location: textUpTo(TEXT_LENGTHS.location),
  visibility: text,
  organizer: optional(person),
  attendees: z.unknown().optional(),
  attendeesOmitted: flag,
  guestsCanSeeOtherGuests: flag,
  hangoutLink: text,
  attachments: optional(
    entriesOf(z.object({ fileUrl: z.string().max(MAX_ADDRESS), title: textUpTo(TEXT_LENGTHS.title) })),
  ),
  conferenceData: optional(
    z.object({ entryPoints: optional(entriesOf(z.object({ entryPointType: text, uri: text }))) }),
  ),
});
type GoogleEvent = z.infer<typeof googleEvent>;

/**
 * Converts an item of Google's list to a vendor-neutral event. A cancelled one needs only its id.
 *
 * @param calendarTimeZone IANA name.
 * @param dayZone IANA name; all-day events are dates that start there.
 */
export function toEventChange(item: unknown, calendarTimeZone: string, dayZone: string = calendarTimeZone): ReadEvent {
  const { data: event, error } = googleEvent.safeParse(item);
  if (error) return unreadable(item, refusedField(error));
  if (event.status === 'cancelled') return { status: 'cancelled', eventId: event.id };

  const zones = { calendar: toIanaZone(calendarTimeZone) ?? 'UTC', day: dayZone };
  const start = readTime(event.start, zones);
  if (!start) return unreadable(item, 'start');
  const end = event.endTimeUnspecified && !event.end ? start : readTime(event.end, zones);
  if (!end) return unreadable(item, 'end');
  const isAllDay = Boolean(event.start?.date && !event.start.dateTime);
  const { data: attendees, success: areGuestsRead } = attendeeList.safeParse(event.attendees);
  if (!areGuestsRead) return unreadable(item, 'attendees');
  const people = listPeople(event, attendees);

  return {
    status: 'confirmed',
    eventId: event.id,
    iCalUid: event.iCalUID ?? null,
    seriesId: event.recurringEventId ?? null,
    originalStart: readTime(event.originalStartTime, zones),
    title: event.summary?.trim() || '(No title)',
    description: toDescription(event.description),
    location: event.location ?? null,
    start,
    end: end < start ? start : end,
    isAllDay,
    timeZone: isAllDay ? dayZone : (toIanaZone(event.start?.timeZone) ?? zones.calendar),
    isPrivate: event.visibility === 'private' || event.visibility === 'confidential',
    ...people,
    userResponse: people.attendees.find(({ isSelf }) => isSelf)?.responseStatus ?? 'accepted',
    attendeesOmitted: areGuestsHidden(event),
    conferenceUrls: listConferenceUrls(event),
    attachments: (event.attachments ?? [])
      .slice(0, MAX_ATTACHMENTS)
      .map(({ fileUrl, title }) => ({ title: title ?? '', url: fileUrl })),
    joinUrlCandidates: [event.location, event.description].filter((value) => typeof value === 'string'),
    isPlaceholder: (event.eventType ?? 'default') !== 'default',
  };
}

/** Reads a time. Without an offset, it is in the zone stated next to it, otherwise in the calendar's. */
function readTime(time: GoogleTime | null | undefined, zones: { calendar: string; day: string }): Date | null {
  if (time?.dateTime) return toInstant(time.dateTime, toIanaZone(time.timeZone) ?? zones.calendar);
  return time?.date ? toDayStart(time.date, zones.day) : null;
}

function listPeople(event: GoogleEvent, attendees: Attendees) {
  const { organizer } = event;
  return gatherPeople({
    attendees: (attendees ?? []).map(
      (entry): ListedPerson => ({
        address: entry.email,
        name: entry.displayName,
        responseStatus: toResponseStatus(entry.responseStatus),
        isOrganizer: entry.organizer ?? false,
        isSelf: entry.self ?? false,
        isResource: entry.resource ?? false,
      }),
    ),
    organizer: organizer
      ? { address: organizer.email, name: organizer.displayName, isSelf: organizer.self ?? false }
      : null,
    guestsOmitted: areGuestsHidden(event),
  });
}

function toResponseStatus(status: string | null | undefined): ResponseStatus {
  return responseStatus.safeParse(status).data ?? 'needsAction';
}

/** Returns whether guests are missing from the event: too many to list, or hidden by someone else who organizes it. */
function areGuestsHidden(event: GoogleEvent): boolean {
  return event.attendeesOmitted === true || (event.guestsCanSeeOtherGuests === false && event.organizer?.self !== true);
}

function listConferenceUrls({ conferenceData, hangoutLink }: GoogleEvent): string[] {
  const videos = (conferenceData?.entryPoints ?? []).filter(({ entryPointType }) => entryPointType === 'video');
  return [...videos.map(({ uri }) => uri), hangoutLink].filter((url) => typeof url === 'string');
}
