import * as z from 'zod';
import type { EventAttendee, EventChange } from '#domain/calendar-event.ts';
import type { ResponseStatus } from '#domain/enumerations.ts';
import { foldCase } from '#domain/fold-case.ts';
import { startOfDay } from '#domain/zoned-time.ts';
import { toIanaZone, toInstant, type ZonedTime, zonedTime } from './time.ts';

const text = z.string().nullish();
const flag = z.boolean().nullish();
const person = z.object({ emailAddress: z.object({ address: text, name: text }).nullish() }).nullish();
const response = z.object({ response: text }).nullish();

/**
 * What is read of Graph's event. An item of a delta round may be as little as an id: one that is gone carries `@removed`, and an occurrence of a series
 * has only its times.
 */
export const graphEvent = z.object({
  id: z.string(),
  '@removed': z.unknown().optional(),
  type: z.enum(['singleInstance', 'occurrence', 'exception', 'seriesMaster']).nullish().catch(null),
  seriesMasterId: text,
  originalStart: text,
  iCalUId: text,
  subject: text,
  body: z.object({ content: text }).nullish(),
  start: zonedTime.nullish().catch(null),
  end: zonedTime.nullish().catch(null),
  originalStartTimeZone: text,
  isAllDay: flag,
  isCancelled: flag,
  isOrganizer: flag,
  hideAttendees: flag,
  sensitivity: text,
  showAs: text,
  responseStatus: response,
  organizer: person,
  attendees: z
    .array(z.object({ type: text, status: response, emailAddress: person.unwrap().unwrap().shape.emailAddress }))
    .nullish(),
  location: z.object({ displayName: text, locationUri: text }).nullish(),
  onlineMeeting: z.object({ joinUrl: text }).nullish(),
  onlineMeetingUrl: text,
});
export type GraphEvent = z.infer<typeof graphEvent>;

/** Time that is kept free or spent elsewhere: no meeting, whoever is named in it. */
const PLACEHOLDERS = new Set(['oof', 'workingElsewhere']);

/**
 * Turns an item of Graph into a neutral event. Null for what says neither what nor when it is, and for a series as a whole: its occurrences are the
 * events.
 *
 * @param dayZone IANA name; all-day events are dates, which begin there. Where absent, in the zone that the event was made in.
 */
export function toEventChange(event: GraphEvent, dayZone?: string): EventChange | null {
  if (event['@removed'] !== undefined || event.isCancelled) return { status: 'cancelled', eventId: event.id };
  if (event.type === 'seriesMaster') return null;

  const isAllDay = event.isAllDay ?? false;
  const ownZone = toIanaZone(event.originalStartTimeZone ?? 'UTC') ?? 'UTC';
  const timeZone = isAllDay ? (dayZone ?? ownZone) : ownZone;
  const start = toTime(event.start, isAllDay, timeZone);
  const end = toTime(event.end, isAllDay, timeZone);
  if (!start || !end) return null;
  const organizerEmail = toAddress(event.organizer);

  return {
    status: 'confirmed',
    eventId: event.id,
    iCalUid: event.iCalUId ?? null,
    seriesId: event.seriesMasterId ?? null,
    originalStart: toOriginalStart(event, start),
    title: event.subject?.trim() || '(No title)',
    description: event.body?.content?.trim() || null,
    location: event.location?.displayName?.trim() || null,
    start,
    end: end < start ? start : end,
    isAllDay,
    timeZone,
    isPrivate: event.sensitivity === 'private' || event.sensitivity === 'confidential',
    organizerEmail,
    userResponse: toUserResponse(event),
    attendees: listAttendees(event, organizerEmail),
    attendeesOmitted: event.hideAttendees === true && event.isOrganizer !== true,
    joinUrlCandidates: listJoinUrlCandidates(event),
    isPlaceholder: PLACEHOLDERS.has(event.showAs ?? ''),
  };
}

/** Whole days are dates without a zone, whatever zone stands beside them. */
function toTime(time: ZonedTime | null | undefined, isAllDay: boolean, timeZone: string): Date | null {
  if (!time) return null;
  const date = /^\d{4}-\d\d-\d\d/.exec(time.dateTime)?.[0];
  if (isAllDay) return date ? startOfDay(date, timeZone) : null;
  return toInstant(time);
}

/** An occurrence is where its series put it; of an exception Graph says where that was. */
function toOriginalStart({ type, originalStart }: GraphEvent, start: Date): Date | null {
  if (originalStart) return toInstant({ dateTime: originalStart, timeZone: 'UTC' });
  return type === 'occurrence' ? start : null;
}

/** The attendees do not say which of them reads the calendar; the event does where it is the organizer, who need not be among them. */
function listAttendees(event: GraphEvent, organizerEmail: string | null): EventAttendee[] {
  const attendees = (event.attendees ?? []).flatMap((attendee): EventAttendee[] => {
    const email = toAddress(attendee);
    if (email === null) return [];
    const isOrganizer = email === organizerEmail;
    return [
      {
        email,
        name: attendee.emailAddress?.name?.trim() || null,
        responseStatus: toResponseStatus(attendee.status?.response),
        isOrganizer,
        isSelf: isOrganizer && event.isOrganizer === true,
        isResource: attendee.type === 'resource',
      },
    ];
  });
  const isComplete = attendees.length === 0 || attendees.some(({ isOrganizer }) => isOrganizer);
  if (organizerEmail === null || isComplete) return attendees;
  const organizer: EventAttendee = {
    email: organizerEmail,
    name: event.organizer?.emailAddress?.name?.trim() || null,
    responseStatus: 'accepted',
    isOrganizer: true,
    isSelf: event.isOrganizer === true,
    isResource: false,
  };
  return [organizer, ...attendees];
}

function toAddress(person: GraphEvent['organizer']): string | null {
  const address = person?.emailAddress?.address?.trim();
  return address ? foldCase(address) : null;
}

const RESPONSES: Record<string, ResponseStatus> = {
  organizer: 'accepted',
  accepted: 'accepted',
  tentativelyAccepted: 'tentative',
  declined: 'declined',
};

function toResponseStatus(response: string | null | undefined): ResponseStatus {
  return RESPONSES[response ?? ''] ?? 'needsAction';
}

/** `none` is the answer to one's own events, and to those that asked for none. */
function toUserResponse({ responseStatus, isOrganizer, attendees }: GraphEvent): ResponseStatus {
  const response = responseStatus?.response ?? 'none';
  const isOwn = isOrganizer === true || (attendees ?? []).length === 0;
  return response === 'none' && isOwn ? 'accepted' : toResponseStatus(response);
}

function listJoinUrlCandidates(event: GraphEvent): string[] {
  const { onlineMeeting, onlineMeetingUrl, location, body } = event;
  const texts = [onlineMeeting?.joinUrl, onlineMeetingUrl, location?.displayName, location?.locationUri, body?.content];
  return texts.filter((text) => typeof text === 'string' && text !== '').map(String);
}
