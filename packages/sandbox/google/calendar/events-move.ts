import * as z from 'zod';
import { findCalendar } from '#sandbox/google/accounts.ts';
import { isOrganizerCalendar, putEvent, spread } from '#sandbox/google/calendar/event-book.ts';
import { organizerOf, requireEvent, type Write } from '#sandbox/google/calendar/events-write.ts';
import { readQuery } from '#sandbox/google/calendar/query.ts';
import { deleted, forbidden, invalid, notFound } from '#sandbox/google/errors.ts';
import type { StoredEvent } from '#sandbox/google/state.ts';

const query = z.object({ destination: z.string() });

/** `events.move`: another calendar of the account organizes it from now on. A series goes with its changed instances. */
export function moveEvent({ context, account, calendar, req }: Write): StoredEvent {
  const { destination } = readQuery(req, query);
  const { event } = requireEvent(context, calendar, req);
  if (event.status === 'cancelled') throw deleted();
  if (event.recurringEventId) throw invalid('Cannot change the organizer of an instance.');
  if (event.eventType !== 'default') throw invalid('Only events of type default can be moved.');
  if (!isOrganizerCalendar(event, calendar.id)) {
    throw forbidden('cannotChangeOrganizer', 'The organizer of the event cannot be changed.');
  }
  const target = findCalendar(context, account.sub, destination);
  if (!target) throw notFound();
  const organizer = organizerOf(target, account);
  for (const stored of context.state.events) {
    if (stored.calendarId !== calendar.id || stored.event.recurringEventId !== event.id) continue;
    stored.calendarId = target.id;
    stored.event = { ...stored.event, organizer };
  }
  const stored = putEvent(context, target, { ...event, organizer });
  spread(context, target, stored.event);
  context.save();
  return stored;
}
