import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js';
import { type ResponseStatus, responseStatus } from '#contract/meetings.ts';
import type { EventAttendee, EventChange } from '#domain/calendar-event.ts';
import { foldCase } from '#domain/fold-case.ts';
import { startOfDay } from '#domain/zoned-time.ts';

type GoogleEvent = calendar_v3.Schema$Event;
type GoogleTime = calendar_v3.Schema$EventDateTime;

/**
 * Turns an item of Google's list into a neutral event. Null for an item that says neither what nor when it is; a cancelled one needs no more than
 * its id.
 *
 * @param calendarTimeZone IANA name.
 * @param dayZone IANA name; all-day events are dates, which begin there.
 */
export function toEventChange(
  event: GoogleEvent,
  calendarTimeZone: string,
  dayZone: string = calendarTimeZone,
): EventChange | null {
  if (!event.id) return null;
  if (event.status === 'cancelled') return { status: 'cancelled', eventId: event.id };

  const start = toInstant(event.start, dayZone);
  const end = toInstant(event.end, dayZone);
  if (!start || !end) return null;
  const attendees = (event.attendees ?? []).flatMap(toAttendee);

  return {
    status: 'confirmed',
    eventId: event.id,
    iCalUid: event.iCalUID ?? null,
    seriesId: event.recurringEventId ?? null,
    originalStart: toInstant(event.originalStartTime, dayZone),
    title: event.summary?.trim() || '(No title)',
    description: event.description ?? null,
    location: event.location ?? null,
    start,
    end: end < start ? start : end,
    isAllDay: Boolean(event.start?.date),
    timeZone: event.start?.date ? dayZone : (event.start?.timeZone ?? calendarTimeZone),
    isPrivate: event.visibility === 'private' || event.visibility === 'confidential',
    organizerEmail: event.organizer?.email ? foldCase(event.organizer.email) : null,
    userResponse: attendees.find(({ isSelf }) => isSelf)?.responseStatus ?? 'accepted',
    attendees,
    attendeesOmitted: areGuestsHidden(event),
    joinUrlCandidates: listJoinUrlCandidates(event),
    isPlaceholder: event.eventType !== undefined && event.eventType !== null && event.eventType !== 'default',
  };
}

function toInstant(time: GoogleTime | undefined, dayZone: string): Date | null {
  if (time?.dateTime) return new Date(time.dateTime);
  return time?.date ? startOfDay(time.date, dayZone) : null;
}

function toAttendee(attendee: calendar_v3.Schema$EventAttendee): EventAttendee[] {
  if (!attendee.email) return [];
  return [
    {
      email: foldCase(attendee.email),
      name: attendee.displayName?.trim() || null,
      responseStatus: toResponseStatus(attendee.responseStatus),
      isOrganizer: attendee.organizer ?? false,
      isSelf: attendee.self ?? false,
      isResource: attendee.resource ?? false,
    },
  ];
}

function toResponseStatus(status: string | null | undefined): ResponseStatus {
  const parsed = responseStatus.safeParse(status);
  return parsed.success ? parsed.data : 'needsAction';
}

/** Too many to list, or kept from guests by an organizer who is someone else. */
function areGuestsHidden(event: GoogleEvent): boolean {
  return event.attendeesOmitted === true || (event.guestsCanSeeOtherGuests === false && event.organizer?.self !== true);
}

function listJoinUrlCandidates(event: GoogleEvent): string[] {
  const videos = (event.conferenceData?.entryPoints ?? []).filter(({ entryPointType }) => entryPointType === 'video');
  const texts = [...videos.map(({ uri }) => uri), event.hangoutLink, event.location, event.description];
  return texts.filter((text) => typeof text === 'string' && text !== '').map(String);
}
