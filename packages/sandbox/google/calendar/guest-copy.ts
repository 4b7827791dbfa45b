import { copiesOf, putEvent } from '#sandbox/google/calendar/event-book.ts';
import { privateFields } from '#sandbox/google/calendar/event-input.ts';
import type { GoogleContext } from '#sandbox/google/context.ts';
import { forbidden } from '#sandbox/google/errors.ts';
import type { Account, Calendar, GoogleEvent, StoredEvent } from '#sandbox/google/state.ts';

type Copy = { context: GoogleContext; account: Account; calendar: Calendar };

/** Applies a guest's changes: a response, and fields of their own copy. Anything else gets Google's 403. */
export function changeOwnCopy(
  { context, account, calendar }: Copy,
  before: GoogleEvent,
  fields: GoogleEvent,
): StoredEvent {
  const shared = Object.keys(fields).filter((name) => name !== 'attendees' && !privateFields.has(name));
  const changed = shared.filter((name) => !sameField(before, fields, name));
  const answer = fields.attendees?.find((guest) => guest.email?.toLowerCase() === account.email);
  if (changed.length > 0) {
    throw forbidden('forbiddenForNonOrganizer', 'Shared properties can only be changed by the organizer of the event.');
  }
  const own = Object.fromEntries(Object.entries(fields).filter(([name]) => privateFields.has(name)));
  const responseStatus = answer?.responseStatus ?? undefined;
  const attendees = before.attendees?.map((guest) =>
    guest.email === account.email && responseStatus ? { ...guest, ...answer, email: account.email } : guest,
  );
  const stored = putEvent(context, calendar, { ...before, ...own, ...(attendees && { attendees }) });
  if (responseStatus) answerOrganizer(context, calendar, stored.event, account.email, responseStatus);
  context.save();
  return stored;
}

/** Writes a guest's response to all other copies of the event. */
export function answerOrganizer(
  context: GoogleContext,
  calendar: Calendar,
  event: GoogleEvent,
  email: string,
  responseStatus: string,
): void {
  for (const copy of copiesOf(context, event)) {
    if (copy.calendarId === calendar.id || copy.event.status === 'cancelled') continue;
    const attendees = (copy.event.attendees ?? []).map((guest) =>
      guest.email === email ? { ...guest, responseStatus } : guest,
    );
    putEvent(context, { id: copy.calendarId }, { ...copy.event, attendees });
  }
}

/**
 * Returns whether an update leaves a field unchanged: clients send events back as read, perhaps in a different
 * time format.
 */
function sameField(before: GoogleEvent, fields: GoogleEvent, name: string): boolean {
  const comparable = ([key, value]: [string, unknown]): [string, unknown] =>
    key === 'dateTime' && typeof value === 'string' ? [key, Date.parse(value)] : [key, value];
  const valueIn = (event: GoogleEvent): string => {
    const value: unknown = Object.entries(event).find(([key]) => key === name)?.[1];
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
    const entries = Object.entries(value).map(comparable);
    return JSON.stringify(entries.toSorted(([a], [b]) => a.localeCompare(b)));
  };
  return valueIn(before) === valueIn(fields);
}
