import { createHash, randomBytes } from 'node:crypto';
import { findAccount } from '#sandbox/google/accounts.ts';
import { notifyChannels } from '#sandbox/google/calendar/channels.ts';
import { findEvent, findStored } from '#sandbox/google/calendar/instances.ts';
import type { GoogleContext } from '#sandbox/google/context.ts';
import type { Account, Calendar, GoogleEvent, StoredEvent } from '#sandbox/google/state.ts';

const base32 = '0123456789abcdefghijklmnopqrstuv';

/** Returns an event id like Google's (base32hex, 26 characters): random, or derived from `seed`. */
export function eventId(seed?: string): string {
  const bytes = seed === undefined ? randomBytes(26) : createHash('sha256').update(seed).digest().subarray(0, 26);
  return [...bytes].map((byte) => base32[byte % 32]).join('');
}

/**
 * Writes an event to a calendar with the next change number and stamps it (`etag`, `updated`, `created`). Callers
 * update the guests and save once the whole change is made.
 */
export function putEvent(context: GoogleContext, calendar: Pick<Calendar, 'id'>, event: GoogleEvent): StoredEvent {
  const { state, clock } = context;
  state.changes += 1;
  const now = clock.now().toISOString();
  const stamped = {
    ...event,
    status: event.status ?? 'confirmed',
    eventType: event.eventType ?? 'default',
    created: event.created ?? now,
    updated: now,
    etag: `"${clock.now().getTime() * 2}${state.changes}"`,
  };
  const existing = findStored(context, calendar.id, event.id ?? '');
  if (existing) {
    existing.event = stamped;
    existing.change = state.changes;
  } else {
    state.events.push({ calendarId: calendar.id, change: state.changes, event: stamped });
  }
  notifyChannels(context, calendar.id);
  return { calendarId: calendar.id, change: state.changes, event: stamped };
}

/**
 * Updates the copies of an event in other sandbox accounts: added guests get one in their primary calendar, removed
 * guests' copies are cancelled, and all others get the shared fields. `from` is the calendar that was written.
 */
export function spread(context: GoogleContext, from: Calendar, event: GoogleEvent): void {
  const copies = new Map(copiesOf(context, event).map((copy) => [copy.calendarId, copy]));
  for (const calendar of invitedCalendars(context, event)) {
    if (calendar.id === from.id) continue;
    const copy = copies.get(calendar.id);
    putEvent(context, calendar, copy ? { ...event, ...ownPart(copy.event) } : { ...event, ...freshCopy(event) });
    copies.delete(calendar.id);
  }
  for (const copy of copies.values()) {
    if (copy.calendarId === from.id || isOrganizerCalendar(event, copy.calendarId)) continue;
    if (copy.event.status !== 'cancelled')
      putEvent(context, { id: copy.calendarId }, { ...copy.event, status: 'cancelled' });
  }
}

/**
 * Returns the copies of one event in all calendars: those with the same id and iCalUID, so not separate imports.
 * For an instance, a live copy of its series counts too.
 */
export function copiesOf(context: GoogleContext, event: GoogleEvent): StoredEvent[] {
  const { id, iCalUID, recurringEventId } = event;
  return context.state.events.flatMap((stored) => {
    if (stored.event.iCalUID !== iCalUID) return [];
    if (stored.event.id === id) return [stored];
    const isSeries = stored.event.id === recurringEventId && stored.event.status !== 'cancelled';
    if (!isSeries || findStored(context, stored.calendarId, id ?? '')) return [];
    return findEvent(context, stored.calendarId, id ?? '') ?? [];
  });
}

/** Returns whether the account may change the shared fields: it is the organizer, or the organizer allows guests to. */
export function mayModify(event: GoogleEvent, calendar: Calendar, account: Account): boolean {
  return (
    isOrganizerCalendar(event, calendar.id) ||
    event.organizer?.email === account.email ||
    Boolean(event.guestsCanModify)
  );
}

export function isOrganizerCalendar(event: GoogleEvent, calendarId: string): boolean {
  return event.organizer?.email === calendarId;
}

function invitedCalendars(context: GoogleContext, event: GoogleEvent): Calendar[] {
  const emails = new Set([...(event.attendees ?? []).map((guest) => guest.email ?? ''), event.organizer?.email ?? '']);
  const primaries = [...emails].flatMap((email) => {
    const sub = findAccount(context, email)?.sub;
    return context.state.calendars.filter((calendar) => calendar.primary && calendar.ownerSub === sub);
  });
  const organizing = context.state.calendars.filter((calendar) => isOrganizerCalendar(event, calendar.id));
  return [...new Set([...primaries, ...organizing])];
}

function ownPart({ reminders, colorId, visibility, transparency, created }: GoogleEvent): GoogleEvent {
  return {
    ...(reminders && { reminders }),
    ...(colorId && { colorId }),
    ...(visibility && { visibility }),
    ...(transparency && { transparency }),
    ...(created && { created }),
  };
}

function freshCopy({ visibility }: GoogleEvent): GoogleEvent {
  return { reminders: { useDefault: true }, ...(visibility && { visibility }) };
}
