import * as z from 'zod';
import { normaliseTime, timeOf } from '#sandbox/google/calendar/event-time.ts';
import { checkRecurrence, requireZone } from '#sandbox/google/calendar/recurrence.ts';
import { ApiError, invalid, required } from '#sandbox/google/errors.ts';
import type { GoogleEvent } from '#sandbox/google/state.ts';

const time = z.looseObject({
  date: z.string().nullish(),
  dateTime: z.string().nullish(),
  timeZone: z.string().nullish(),
});

const attendee = z.looseObject({
  email: z.string(),
  displayName: z.string().nullish(),
  responseStatus: z.enum(['needsAction', 'declined', 'tentative', 'accepted']).nullish(),
  resource: z.boolean().nullish(),
  optional: z.boolean().nullish(),
});

const fields = z.looseObject({
  id: z
    .string()
    .regex(/^[a-v0-9]{5,1024}$/)
    .nullish(),
  iCalUID: z.string().min(1).nullish(),
  summary: z.string().nullish(),
  description: z.string().nullish(),
  location: z.string().nullish(),
  start: time.nullish(),
  end: time.nullish(),
  attendees: z.array(attendee).max(200).nullish(),
  status: z.enum(['confirmed', 'tentative', 'cancelled']).nullish(),
  visibility: z.enum(['default', 'public', 'private', 'confidential']).nullish(),
  transparency: z.enum(['opaque', 'transparent']).nullish(),
  eventType: z.enum(['default', 'outOfOffice', 'focusTime', 'workingLocation', 'birthday', 'fromGmail']).nullish(),
  recurrence: z.array(z.string()).nullish(),
  sequence: z.number().int().nonnegative().nullish(),
  conferenceData: z.looseObject({}).nullish(),
  hangoutLink: z.url().nullish(),
});

/** Fields that insert, patch and update store as sent. Callers handle `id`, `iCalUID` and `conferenceData`. */
const writableFields = new Set([
  'summary',
  'description',
  'location',
  'start',
  'end',
  'attendees',
  'attendeesOmitted',
  'recurrence',
  'status',
  'visibility',
  'transparency',
  'eventType',
  'sequence',
  'reminders',
  'colorId',
  'extendedProperties',
  'source',
  'anyoneCanAddSelf',
  'guestsCanInviteOthers',
  'guestsCanModify',
  'guestsCanSeeOtherGuests',
  'outOfOfficeProperties',
  'focusTimeProperties',
  'workingLocationProperties',
  'birthdayProperties',
  'attachments',
]);

/** Fields accepted by `events.import`: it adds a private copy of someone else's event, with organizer and join link. */
const importFields = new Set([...writableFields, 'organizer', 'iCalUID', 'hangoutLink', 'conferenceData']);

/** The only fields, besides the response, that guests may change in their own copy. */
export const privateFields = new Set(['reminders', 'colorId', 'visibility', 'transparency', 'extendedProperties']);

/** Parses a body as an event, or throws 400. */
export function readEvent(body: unknown): GoogleEvent {
  if (!isEvent(body)) {
    const issue = fields.safeParse(body).error?.issues[0];
    throw invalid(`Invalid value for: ${issue?.path.join('.') || 'event'}`);
  }
  return body;
}

/** Returns the settable fields of a body. */
export function writable(body: GoogleEvent, call: 'write' | 'import'): GoogleEvent {
  const allowed = call === 'import' ? importFields : writableFields;
  return Object.fromEntries(Object.entries(body).filter(([name]) => allowed.has(name)));
}

/** Normalizes times to their own or the calendar's zone, sets default responses, drops nulls. Throws Google's 400. */
export function completeEvent(event: GoogleEvent, timeZone: string): GoogleEvent {
  if (!event.start) throw required('Missing start time.');
  if (!event.end) throw required('Missing end time.');
  requireZone(event);
  const start = normaliseTime(event.start, timeZone, 'start');
  const end = normaliseTime(event.end, timeZone, 'end');
  if (Boolean(start.date) !== Boolean(end.date)) throw invalid('Invalid start time.');
  if (timeOf(end, timeZone) < timeOf(start, timeZone)) {
    throw new ApiError(400, 'timeRangeEmpty', 'The specified time range is empty.', { domain: 'calendar' });
  }
  const attendees = event.attendees?.map(({ self: _self, organizer: _organizer, ...guest }) => ({
    ...guest,
    email: guest.email?.toLowerCase() ?? '',
    ...((guest.resource || guest.email?.endsWith('@resource.calendar.google.com')) && { resource: true }),
    responseStatus: guest.responseStatus ?? 'needsAction',
  }));
  const complete = { ...event, start, end, ...(attendees?.length && { attendees }) };
  const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
  const known = Object.entries(complete).filter(
    ([name, value]) => value !== null && !(['attendees', 'recurrence'].includes(name) && isEmptyList(value)),
  );
  const checked: GoogleEvent = Object.fromEntries(known);
  checkRecurrence(checked);
  return checked;
}

function isEvent(value: unknown): value is GoogleEvent {
  return fields.safeParse(value).success;
}
