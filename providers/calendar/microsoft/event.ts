import * as z from 'zod';
import type { ResponseStatus } from '#contract/meetings.ts';
import type { EventAttendee, ReadEvent } from '#domain/calendar-event.ts';
import { toDescription } from '#providers/calendar/description.ts';
import { gatherPeople, type ListedPerson, readMailbox } from '#providers/calendar/people.ts';
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
import { toICalUid } from './ical-uid.ts';

/** A local time, and its zone by Windows or IANA name. */
const zonedTime = z.object({ dateTime: z.string(), timeZone: text });
type ZonedTime = z.infer<typeof zonedTime>;

const person = z.object({ emailAddress: optional(z.object({ address: text, name: text })) });
const response = optional(z.object({ response: text }));
const place = z.object({
  displayName: textUpTo(TEXT_LENGTHS.location),
  locationUri: text,
  locationType: text,
  locationEmailAddress: text,
  uniqueId: text,
  uniqueIdType: text,
});
type Place = z.infer<typeof place>;

const attendeeList = entriesOf(person.extend({ type: text, status: response })).nullish();
type Attendees = z.infer<typeof attendeeList>;

/**
 * The fields read from Graph's event. Only the id is required; times and guests are checked later.
 * In a delta round, a removed item has only `@removed`, and an occurrence only its times.
 */
export const graphEvent = z.object({
  id: vendorId,
  '@removed': optional(z.unknown()),
  type: optional(z.enum(['singleInstance', 'occurrence', 'exception', 'seriesMaster'])),
  seriesMasterId: optional(vendorId),
  originalStart: text,
  iCalUId: optional(vendorId),
  subject: textUpTo(TEXT_LENGTHS.title),
  body: optional(z.object({ contentType: text, content: textUpTo(TEXT_LENGTHS.description) })),
  start: optional(zonedTime),
  end: optional(zonedTime),
  originalStartTimeZone: text,
  isAllDay: flag,
  isCancelled: flag,
  isOrganizer: flag,
  hideAttendees: flag,
  sensitivity: text,
  showAs: text,
  responseStatus: response,
  organizer: optional(person),
  attendees: z.unknown().optional(),
  location: optional(place),
  locations: optional(entriesOf(place)),
  onlineMeeting: optional(z.object({ joinUrl: text })),
  onlineMeetingUrl: text,
});
export type GraphEvent = z.infer<typeof graphEvent>;

export function isRemoved(event: GraphEvent): boolean {
  return event['@removed'] !== undefined && event['@removed'] !== null;
}

/** Statuses for time away, which isn't a meeting unless someone else takes part. */
const AWAY = new Set(['oof', 'workingElsewhere']);

/** Reads one item of a response. */
export function readEvent(item: unknown, dayZone?: string): ReadEvent {
  const { data, error } = graphEvent.safeParse(item);
  return error ? unreadable(item, refusedField(error)) : toEventChange(data, dayZone);
}

/**
 * Converts a Graph item to a vendor-neutral event. Null for a series itself, since its occurrences
 * are the events.
 *
 * @param dayZone IANA name; all-day events are dates that start there. Defaults to the zone the
 * event was created in.
 */
export function toEventChange(event: GraphEvent, dayZone?: string): ReadEvent {
  if (isRemoved(event) || event.isCancelled) return { status: 'cancelled', eventId: event.id };
  if (event.type === 'seriesMaster') return null;

  const isAllDay = event.isAllDay ?? false;
  const ownZone = toIanaZone(event.originalStartTimeZone) ?? 'UTC';
  const timeZone = isAllDay ? (dayZone ?? ownZone) : ownZone;
  const start = toTime(event.start, isAllDay, timeZone);
  if (!start) return unreadable(event, 'start');
  const end = toTime(event.end, isAllDay, timeZone);
  if (!end) return unreadable(event, 'end');
  const { data: attendees, success: areGuestsRead } = attendeeList.safeParse(event.attendees);
  if (!areGuestsRead) return unreadable(event, 'attendees');
  const people = listPeople(event, attendees);
  const originalStart = toOriginalStart(event, start);

  return {
    status: 'confirmed',
    eventId: event.id,
    iCalUid: event.iCalUId ? toICalUid(event.iCalUId, originalStart) : null,
    seriesId: event.seriesMasterId ?? null,
    originalStart,
    title: event.subject?.trim() || '(No title)',
    description: toDescription(event.body?.content, event.body?.contentType),
    location: event.location?.displayName?.trim() || null,
    start,
    end: end < start ? start : end,
    isAllDay,
    timeZone,
    isPrivate: event.sensitivity === 'private' || event.sensitivity === 'confidential',
    ...people,
    userResponse: toUserResponse(event, attendees),
    attendeesOmitted: areGuestsHidden(event),
    conferenceUrls: event.onlineMeeting?.joinUrl ? [event.onlineMeeting.joinUrl] : [],
    // Graph v1.0 does not return a reference attachment's URL (`sourceUrl` is beta only), but Outlook
    // also links OneDrive files in the body.
    attachments: [],
    joinUrlCandidates: listJoinUrlCandidates(event),
    // With guests, the organizer's choice applies to everyone: customer visits are often shown as out of office.
    isPlaceholder: AWAY.has(event.showAs ?? '') && !hasCompany(people.attendees, event),
  };
}

/**
 * All-day events are dates, so their zone is ignored. Every call requests UTC, so a time without a
 * zone is in UTC; one in an unknown zone is unreadable.
 */
function toTime(time: ZonedTime | null | undefined, isAllDay: boolean, timeZone: string): Date | null {
  if (!time) return null;
  if (isAllDay) return toDayStart(/^[^T]*/.exec(time.dateTime)?.[0] ?? '', timeZone);
  return toInstant(time.dateTime, time.timeZone ? toIanaZone(time.timeZone) : 'UTC');
}

/** Graph returns the original start of exceptions; any other occurrence starts as its series planned. */
function toOriginalStart({ type, originalStart }: GraphEvent, start: Date): Date | null {
  if (originalStart) return toInstant(originalStart, 'UTC');
  return type === 'occurrence' ? start : null;
}

function areGuestsHidden({ hideAttendees, isOrganizer }: GraphEvent): boolean {
  return hideAttendees === true && isOrganizer !== true;
}

function hasCompany(attendees: readonly EventAttendee[], event: GraphEvent): boolean {
  return areGuestsHidden(event) || attendees.some(({ isSelf, isResource }) => !isSelf && !isResource);
}

/**
 * Graph does not mark the user among the attendees. Only the event says whether they are its
 * organizer, who need not be an attendee.
 */
function listPeople(event: GraphEvent, attendees: Attendees) {
  const { organizer } = event;
  const rooms = listRooms(event);
  return gatherPeople({
    attendees: (attendees ?? []).map(
      ({ emailAddress, type, status }): ListedPerson => ({
        address: emailAddress?.address,
        name: emailAddress?.name,
        responseStatus: toResponseStatus(status?.response),
        isOrganizer: false,
        isSelf: false,
        isResource: type === 'resource' || rooms.has(readMailbox(emailAddress?.address ?? '')?.email ?? ''),
      }),
    ),
    organizer: organizer
      ? {
          address: organizer.emailAddress?.address,
          name: organizer.emailAddress?.name,
          isSelf: event.isOrganizer === true,
        }
      : null,
    guestsOmitted: areGuestsHidden(event),
  });
}

/**
 * Returns the addresses of rooms: those invited as attendees are also listed as locations, with the
 * address in any of three fields, depending on the client.
 */
function listRooms(event: GraphEvent): ReadonlySet<string> {
  const rooms = placesOf(event).filter(
    ({ locationType, uniqueIdType }) => locationType === 'conferenceRoom' || uniqueIdType === 'directory',
  );
  const addresses = rooms.flatMap((room) => [room.locationEmailAddress, room.locationUri, room.uniqueId]);
  return new Set(addresses.flatMap((address) => readMailbox(address ?? '')?.email ?? []));
}

function placesOf({ location, locations }: GraphEvent): Place[] {
  return [...(location ? [location] : []), ...(locations ?? [])];
}

const RESPONSES: ReadonlyMap<string, ResponseStatus> = new Map([
  ['organizer', 'accepted'],
  ['accepted', 'accepted'],
  ['tentativelyAccepted', 'tentative'],
  ['declined', 'declined'],
]);

function toResponseStatus(response: string | null | undefined): ResponseStatus {
  return RESPONSES.get(response ?? '') ?? 'needsAction';
}

/** `none` counts as accepted if the user organizes the event or it has no attendees. */
function toUserResponse({ responseStatus, isOrganizer }: GraphEvent, attendees: Attendees): ResponseStatus {
  const response = responseStatus?.response ?? 'none';
  const isOwn = isOrganizer === true || (attendees ?? []).length === 0;
  return response === 'none' && isOwn ? 'accepted' : toResponseStatus(response);
}

function listJoinUrlCandidates(event: GraphEvent): string[] {
  const places = placesOf(event).flatMap(({ displayName, locationUri }) => [displayName, locationUri]);
  const texts = [event.onlineMeetingUrl, ...places, event.body?.content];
  return texts.filter((value) => typeof value === 'string' && value !== '').map(String);
}
