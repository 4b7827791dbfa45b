import { randomUUID } from 'node:crypto';
import type { Location } from '@microsoft/microsoft-graph-types';
import * as z from 'zod';
import { GraphError, unreadableBody } from '#sandbox/microsoft/errors.ts';
import { readDateTimeTimeZone, toMs } from '#sandbox/microsoft/graph/time.ts';
import type { Attendee, Content, Item, ZonedTime } from '#sandbox/microsoft/state.ts';

/** Returns the schema of an enumeration whose values can also start with a capital (`HTML`, `Required`). */
function word<const T extends readonly [string, ...string[]]>(...words: T) {
  return z
    .string()
    .transform((text) => text.charAt(0).toLowerCase() + text.slice(1))
    .transform((text) => (text === 'hTML' ? 'html' : text))
    .pipe(z.enum(words));
}

const time = z.object({ dateTime: z.string(), timeZone: z.string().default('UTC') });
const location = z.custom<Location>((value) => typeof value === 'object' && value !== null);
const attendee = z.object({
  emailAddress: z.object({ address: z.email(), name: z.string().nullish() }),
  type: word('required', 'optional', 'resource').nullish(),
});
const recurrence = z.object({
  pattern: z.object({
    type: word('daily', 'weekly', 'absoluteMonthly', 'relativeMonthly', 'absoluteYearly', 'relativeYearly'),
    interval: z.number().int().positive(),
    month: z.number().int().min(0).max(12).optional(),
    dayOfMonth: z.number().int().min(0).max(31).optional(),
    daysOfWeek: z.array(word('sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday')).optional(),
    firstDayOfWeek: word('sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday').optional(),
    index: word('first', 'second', 'third', 'fourth', 'last').optional(),
  }),
  range: z.object({
    type: word('endDate', 'noEnd', 'numbered'),
    startDate: z.iso.date().nullish(),
    endDate: z.iso.date().nullish(),
    recurrenceTimeZone: z.string().nullish(),
    numberOfOccurrences: z.number().int().nonnegative().nullish(),
  }),
});

const eventBody = z.looseObject({
  subject: z.string().nullish(),
  body: z.object({ contentType: word('html', 'text').default('text'), content: z.string().nullish() }).nullish(),
  start: time.nullish(),
  end: time.nullish(),
  isAllDay: z.boolean().nullish(),
  showAs: word('free', 'tentative', 'busy', 'oof', 'workingElsewhere', 'unknown').nullish(),
  sensitivity: word('normal', 'personal', 'private', 'confidential').nullish(),
  importance: word('low', 'normal', 'high').nullish(),
  location: location.nullish(),
  locations: z.array(location).nullish(),
  attendees: z.array(attendee).max(500).nullish(),
  recurrence: recurrence.nullish(),
  categories: z.array(z.string()).nullish(),
  isReminderOn: z.boolean().nullish(),
  reminderMinutesBeforeStart: z.number().int().nullish(),
  responseRequested: z.boolean().nullish(),
  allowNewTimeProposals: z.boolean().nullish(),
  hideAttendees: z.boolean().nullish(),
  isOnlineMeeting: z.boolean().nullish(),
  transactionId: z.string().nullish(),
});

export type EventInput = z.infer<typeof eventBody>;

/** Parses a body as the writable part of an event, or throws 400. Read-only properties are ignored, as in Graph. */
export function readEvent(body: unknown): EventInput {
  const parsed = eventBody.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (!issue || issue.path.length === 0) throw unreadableBody();
  throw new GraphError(
    400,
    'ErrorPropertyValidationFailure',
    `At least one property failed validation: '${issue.path.join('/')}'.`,
  );
}

/** Returns the defaults of a new event: an appointment of its organizer. */
export function blankContent(start: ZonedTime, end: ZonedTime): Content {
  return {
    subject: '',
    body: { contentType: 'html', content: '' },
    start,
    end,
    isAllDay: false,
    isCancelled: false,
    showAs: 'busy',
    sensitivity: 'normal',
    importance: 'normal',
    locations: [],
    attendees: [],
    ownResponse: { response: 'organizer' },
    categories: [],
    isReminderOn: true,
    reminderMinutesBeforeStart: 15,
    responseRequested: true,
    allowNewTimeProposals: true,
    hideAttendees: false,
  };
}

/**
 * Returns an event's content with a request's changes. Remaining guests keep their response. Throws 400 if the times
 * are invalid.
 */
export function applyInput(before: Content, input: EventInput): Content {
  const locations = input.locations ?? (input.location ? [input.location] : undefined);
  const after: Content = {
    ...before,
    subject: input.subject ?? before.subject,
    body: input.body ? { contentType: input.body.contentType, content: input.body.content ?? '' } : before.body,
    start: input.start ? readDateTimeTimeZone(input.start) : before.start,
    end: input.end ? readDateTimeTimeZone(input.end) : before.end,
    isAllDay: input.isAllDay ?? before.isAllDay,
    showAs: input.showAs ?? before.showAs,
    sensitivity: input.sensitivity ?? before.sensitivity,
    importance: input.importance ?? before.importance,
    locations: locations ? locations.filter(({ displayName }) => displayName).map(completeLocation) : before.locations,
    attendees: input.attendees
      ? input.attendees.map((guest) => readAttendee(guest, before.attendees))
      : before.attendees,
    categories: input.categories ?? before.categories,
    isReminderOn: input.isReminderOn ?? before.isReminderOn,
    reminderMinutesBeforeStart: input.reminderMinutesBeforeStart ?? before.reminderMinutesBeforeStart,
    responseRequested: input.responseRequested ?? before.responseRequested,
    allowNewTimeProposals: input.allowNewTimeProposals ?? before.allowNewTimeProposals,
    hideAttendees: input.hideAttendees ?? before.hideAttendees,
    // Online meetings stay online: Outlook ignores later changes.
    ...(input.isOnlineMeeting && before.joinUrl === undefined && { joinUrl: teamsUrl(randomUUID()) }),
  };
  checkTimes(after);
  return after;
}

/** Returns the recurrence in a request, completed from the event's start. */
export function readRecurrence(
  input: NonNullable<EventInput['recurrence']>,
  start: ZonedTime,
): NonNullable<Item['recurrence']> {
  const { pattern, range } = input;
  if (['weekly', 'relativeMonthly', 'relativeYearly'].includes(pattern.type) && !pattern.daysOfWeek?.length) {
    throw new GraphError(
      400,
      'ErrorPropertyValidationFailure',
      "At least one property failed validation: 'recurrence/pattern/daysOfWeek'.",
    );
  }
  return {
    pattern: {
      type: pattern.type,
      interval: pattern.interval,
      month: pattern.month ?? 0,
      dayOfMonth: pattern.dayOfMonth ?? 0,
      ...(pattern.daysOfWeek && { daysOfWeek: pattern.daysOfWeek }),
      firstDayOfWeek: pattern.firstDayOfWeek ?? 'sunday',
      index: pattern.index ?? 'first',
    },
    range: {
      type: range.type,
      startDate: start.local.slice(0, 10),
      endDate: range.endDate ?? '0001-01-01',
      recurrenceTimeZone: range.recurrenceTimeZone || start.zone,
      numberOfOccurrences: range.numberOfOccurrences ?? 0,
    },
  };
}

/** Returns the join URL of a Teams meeting. */
export function teamsUrl(thread: string): string {
  const name = Buffer.from(thread).toString('base64url');
  return `https://teams.microsoft.com/l/meetup-join/19%3ameeting_${name}%40thread.v2/0?context=%7b%22Tid%22%3a%22sandbox%22%7d`;
}

function completeLocation(given: Location): Location {
  return { locationType: 'default', uniqueId: given.displayName ?? '', uniqueIdType: 'private', ...given };
}

function readAttendee({ emailAddress, type }: z.infer<typeof attendee>, before: Attendee[]): Attendee {
  const address = emailAddress.address.toLowerCase();
  const known = before.find((guest) => guest.address === address);
  const name = emailAddress.name ?? known?.name ?? address;
  return { response: 'none', ...known, name, address, type: type ?? known?.type ?? 'required' };
}

function checkTimes({ start, end, isAllDay }: Content): void {
  if (toMs(end) < toMs(start)) {
    throw new GraphError(
      400,
      'ErrorCalendarEndDateIsEarlierThanStartDate',
      'The end date and time of the event is earlier than its start.',
    );
  }
  if (!isAllDay) return;
  const midnights = [start, end].every(({ local }) => local.endsWith('T00:00:00'));
  if (midnights && start.zone === end.zone && end.local > start.local) return;
  throw new GraphError(
    400,
    'ErrorPropertyValidationFailure',
    'The start and end of an all-day event need to be set to midnight, in the same time zone, at least 24 hours apart.',
  );
}
