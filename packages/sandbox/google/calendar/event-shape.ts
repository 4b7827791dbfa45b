import { formatInZone } from '#sandbox/google/calendar/event-time.ts';
import type { Account, GoogleEvent, StoredEvent } from '#sandbox/google/state.ts';

/** Returns an event as one account sees it in one calendar: with kind, link and the flags that depend on the viewer. */
export function eventResource({ event, calendarId }: StoredEvent, reader: Account, maxAttendees?: number): GoogleEvent {
  const isSelf = (email: string | null | undefined): boolean => email === reader.email || email === calendarId;
  const { organizer, creator, attendees } = event;
  const seen = attendees?.map((guest) => ({
    ...guest,
    ...(guest.email === organizer?.email && { organizer: true }),
    ...(isSelf(guest.email) && { self: true }),
  }));
  // Guests of an organizer who hides the guest list see only themselves.
  const hidden = event.guestsCanSeeOtherGuests === false && !isSelf(organizer?.email);
  const omits = seen !== undefined && (hidden || (maxAttendees !== undefined && seen.length > maxAttendees));
  return {
    kind: 'calendar#event',
    ...event,
    htmlLink: `https://www.google.com/calendar/event?eid=${Buffer.from(`${event.id} ${calendarId}`).toString('base64url')}`,
    ...(creator && { creator: { ...creator, ...(isSelf(creator.email) && { self: true }) } }),
    ...(organizer && { organizer: { ...organizer, ...(isSelf(organizer.email) && { self: true }) } }),
    ...(seen && { attendees: omits ? seen.filter((guest) => 'self' in guest) : seen }),
    ...(omits && { attendeesOmitted: true }),
  };
}

/**
 * Returns a deleted event as a sync reports it: only what Google guarantees, its id and, for an instance, its series
 * and original start.
 */
export function tombstone({ event }: StoredEvent): GoogleEvent {
  const { id = null, etag, recurringEventId, originalStartTime } = event;
  return {
    kind: 'calendar#event',
    etag: etag ?? `"${id}"`,
    id,
    status: 'cancelled',
    ...(recurringEventId && { recurringEventId }),
    ...(originalStartTime && { originalStartTime }),
  };
}

/** Returns the event with its times in another zone, for the `timeZone` parameter. */
export function inZone(event: GoogleEvent, timeZone: string | undefined): GoogleEvent {
  if (timeZone === undefined || !event.start?.dateTime || !event.end?.dateTime) return event;
  const shown = (dateTime: string): string => formatInZone(Date.parse(dateTime), timeZone);
  return {
    ...event,
    start: { ...event.start, dateTime: shown(event.start.dateTime) },
    end: { ...event.end, dateTime: shown(event.end.dateTime) },
  };
}
