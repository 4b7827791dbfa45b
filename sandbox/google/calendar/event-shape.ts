import type { Account, GoogleEvent, StoredEvent } from '#sandbox/google/state.ts';

/** An event as one account sees it in one calendar: with kind, link and the flags that depend on the reader. */
export function eventResource({ event, calendarId }: StoredEvent, reader: Account, maxAttendees?: number): GoogleEvent {
  const isSelf = (email: string | null | undefined): boolean => email === reader.email || email === calendarId;
  const { organizer, creator, attendees } = event;
  const seen = attendees?.map((guest) => ({
    ...guest,
    ...(guest.email === organizer?.email && { organizer: true }),
    ...(isSelf(guest.email) && { self: true }),
  }));
  const omits = seen !== undefined && maxAttendees !== undefined && seen.length > maxAttendees;
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

/** All that a sync says about a deleted event. Only the id is promised by Google, so only that is here. */
export function tombstone({ event }: StoredEvent): GoogleEvent {
  const { id = null, etag = null } = event;
  return { kind: 'calendar#event', etag, id, status: 'cancelled' };
}
