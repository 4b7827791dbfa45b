import type { Request } from 'express';
import * as z from 'zod';
import { conference } from '#sandbox/google/calendar/conference.ts';
import {
  copiesOf,
  eventId,
  isOrganizerCalendar,
  mayModify,
  putEvent,
  spread,
} from '#sandbox/google/calendar/event-book.ts';
import { completeEvent, readEvent, writable } from '#sandbox/google/calendar/event-input.ts';
import { answerOrganizer, changeOwnCopy } from '#sandbox/google/calendar/guest-copy.ts';
import { findEvent, findStored } from '#sandbox/google/calendar/instances.ts';
import { flag, readQuery } from '#sandbox/google/calendar/query.ts';
import { isSeries } from '#sandbox/google/calendar/recurrence.ts';
import { deleteExceptions, followSeries } from '#sandbox/google/calendar/series.ts';
import type { GoogleContext } from '#sandbox/google/context.ts';
import { conditionNotMet, deleted, duplicate, invalid, notFound, required } from '#sandbox/google/errors.ts';
import type { Account, Calendar, GoogleEvent, StoredEvent } from '#sandbox/google/state.ts';

const query = z.object({
  sendUpdates: z.enum(['all', 'externalOnly', 'none']).optional(),
  sendNotifications: flag.optional(),
  conferenceDataVersion: z.coerce.number().int().min(0).max(1).default(0),
});

export type Write = { context: GoogleContext; account: Account; calendar: Calendar; req: Request };

/** Handles `events.insert`. The calendar is the organizer; guests with a sandbox account get a copy. */
export function insertEvent({ context, account, calendar, req }: Write): StoredEvent {
  const { conferenceDataVersion } = readQuery(req, query);
  const body = readEvent(req.body);
  if (body.id && findStored(context, calendar.id, body.id)) throw duplicate();
  const id = body.id ?? eventId();
  const event = completeEvent(
    {
      ...writable(body, 'write'),
      ...conference(body, conferenceDataVersion),
      id,
      iCalUID: body.iCalUID ?? `${id}@google.com`,
      creator: { email: account.email, displayName: account.name },
      organizer: organizerOf(calendar, account),
      sequence: body.sequence ?? 0,
    },
    calendar.timeZone,
  );
  const stored = putEvent(context, calendar, event);
  spread(context, calendar, stored.event);
  context.save();
  return stored;
}

/** Handles `events.import`: a private copy of someone else's event. Importing the same iCalUID again replaces it. */
export function importEvent({ context, account, calendar, req }: Write): StoredEvent {
  const body = readEvent(req.body);
  const { iCalUID } = body;
  if (!iCalUID) throw required('Missing iCalUID.');
  const existing = context.state.events.find(
    (stored) => stored.calendarId === calendar.id && stored.event.iCalUID === iCalUID,
  );
  if (existing && (body.sequence ?? 0) < (existing.event.sequence ?? 0)) {
    throw invalid(
      'Invalid sequence value. The specified sequence number is below the current sequence number of the resource.',
    );
  }
  const fields = writable(body, 'import');
  const event = completeEvent(
    {
      ...fields,
      id: existing?.event.id ?? eventId(`${calendar.id}/${iCalUID}`),
      creator: { email: account.email, displayName: account.name },
      organizer: foreignOrganizer(body) ?? organizerOf(calendar, account),
      sequence: body.sequence ?? existing?.event.sequence ?? 0,
    },
    calendar.timeZone,
  );
  const stored = putEvent(context, calendar, event);
  context.save();
  return stored;
}

/** Handles `events.patch` (the fields in the body) and `events.update` (the whole event). */
export function changeEvent({ context, account, calendar, req }: Write, how: 'patch' | 'update'): StoredEvent {
  const { conferenceDataVersion } = readQuery(req, query);
  const { event: before } = requireEvent(context, calendar, req);
  if (before.status === 'cancelled' && req.body?.status === undefined) throw deleted();
  checkMatch(req, before);
  const body = readEvent(req.body);
  const fields = writable(body, 'write');
  if (!mayModify(before, calendar, account)) return changeOwnCopy({ context, account, calendar }, before, fields);

  if (before.recurringEventId && isSeries(fields)) {
    throw invalid('Cannot turn an instance of a recurring event into a recurring event itself.');
  }
  const base = how === 'patch' ? before : fixedPart(before);
  const moved = fields.start !== undefined || fields.end !== undefined;
  const after = completeEvent(
    {
      ...base,
      ...fields,
      ...(how === 'patch' && patchedTimes(before, fields)),
      ...conference(body, conferenceDataVersion),
      sequence: fields.sequence ?? (before.sequence ?? 0) + (moved ? 1 : 0),
    },
    calendar.timeZone,
  );
  const stored = putEvent(context, calendar, after);
  spread(context, calendar, stored.event);
  if (isSeries(before) || isSeries(after)) followSeries(context, before, stored.event);
  context.save();
  return stored;
}

/**
 * Handles `events.delete`. The organizer cancels the event for everyone; a guest removes only their copy and declines.
 */
export function deleteEvent({ context, account, calendar, req }: Write): void {
  readQuery(req, query);
  const { event } = requireEvent(context, calendar, req);
  if (event.status === 'cancelled') throw deleted();
  checkMatch(req, event);
  const { event: cancelled } = putEvent(context, calendar, { ...event, status: 'cancelled' });
  if (isOrganizerCalendar(event, calendar.id)) {
    for (const copy of copiesOf(context, cancelled)) {
      if (copy.calendarId !== calendar.id)
        putEvent(context, { id: copy.calendarId }, { ...copy.event, status: 'cancelled' });
      if (isSeries(cancelled)) deleteExceptions(context, copy);
    }
  } else {
    if (isSeries(cancelled)) deleteExceptions(context, { calendarId: calendar.id, change: 0, event: cancelled });
    answerOrganizer(context, calendar, event, account.email, 'declined');
  }
  context.save();
}

/** Returns the event in the path, even if cancelled. Throws 404 if there never was one. */
export function requireEvent(context: GoogleContext, calendar: Calendar, req: Request): StoredEvent {
  const id = req.params.eventId;
  const stored = typeof id === 'string' ? findEvent(context, calendar.id, id) : undefined;
  if (!stored) throw notFound();
  return stored;
}

/** Returns the organizer of events created in a calendar: its owner if it is primary, otherwise the calendar itself. */
export function organizerOf(calendar: Calendar, account: Account): NonNullable<GoogleEvent['organizer']> {
  return { email: calendar.id, displayName: calendar.primary ? account.name : calendar.summary };
}

function foreignOrganizer({ organizer }: GoogleEvent): GoogleEvent['organizer'] | undefined {
  if (!organizer?.email) return undefined;
  const { displayName } = organizer;
  return { email: organizer.email.toLowerCase(), ...(displayName !== undefined && { displayName }) };
}

/** Returns the fields that `update` keeps. */
function fixedPart({
  id,
  iCalUID,
  creator,
  organizer,
  created,
  hangoutLink,
  conferenceData,
  recurringEventId,
  originalStartTime,
}: GoogleEvent): GoogleEvent {
  return {
    ...(id && { id }),
    ...(iCalUID && { iCalUID }),
    ...(creator && { creator }),
    ...(organizer && { organizer }),
    ...(created && { created }),
    ...(hangoutLink && { hangoutLink }),
    ...(conferenceData && { conferenceData }),
    ...(recurringEventId && { recurringEventId }),
    ...(originalStartTime && { originalStartTime }),
  };
}

/** Returns the start and end after a patch, which keeps the fields it omits. */
function patchedTimes(before: GoogleEvent, { start, end }: GoogleEvent): GoogleEvent {
  return {
    ...(start && { start: { ...before.start, ...start } }),
    ...(end && { end: { ...before.end, ...end } }),
  };
}

function checkMatch(req: Request, { etag }: GoogleEvent): void {
  const wanted = req.headers['if-match'];
  if (wanted !== undefined && wanted !== '*' && wanted !== etag) throw conditionNotMet();
}
