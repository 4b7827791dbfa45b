import * as z from 'zod';
import type { Answer, CalendarPerson, PlannedEvent, RemoteEvent } from './calendar-person.ts';
import { guest, type TestEvent, type TestMailbox, utc } from './microsoft-account.ts';

const ACTIONS = { accepted: 'accept', declined: 'decline', tentative: 'tentativelyAccept' };

/** A person's edits and reads, in the words of Microsoft Graph. */
export function createMicrosoftPerson({ api, ...account }: TestMailbox): CalendarPerson {
  const root = (calendarId: string | undefined) =>
    calendarId === undefined ? 'calendar' : `calendars/${encodeURIComponent(calendarId)}`;
  return {
    email: account.email,
    grant: account.grant,
    endGrants: account.endGrants,
    addCalendar: account.addCalendar,
    add: async (event, calendarId) => await account.addEvent(toGraph(event), root(calendarId)),
    change: async (id, event) => {
      await account.changeEvent(id, toGraph(event));
    },
    remove: async (id) => {
      await account.deleteEvent(id);
    },
    answer: async (id, answer) => {
      await api('POST', `events/${encodeURIComponent(id)}/${ACTIONS[answer]}`, {});
    },
    list: async (from, to, calendarId) => {
      const query = `startDateTime=${from.toISOString()}&endDateTime=${to.toISOString()}&$top=1000`;
      const { value } = eventList.parse(await api('GET', `${root(calendarId)}/calendarView?${query}`));
      return value.flatMap((event) => toRemote(event, account.email));
    },
    split: async (seriesId, at, rest, calendarId) => {
      const series = seriesResource.parse(await api('GET', `events/${encodeURIComponent(seriesId)}`));
      const endDate = new Date(at.getTime() - 86_400_000).toISOString().slice(0, 10);
      const range = { ...series.recurrence.range, type: 'endDate', endDate };
      await api('PATCH', `events/${encodeURIComponent(seriesId)}`, { recurrence: { ...series.recurrence, range } });
      return await account.addEvent(toGraph({ start: at, ...rest }), root(calendarId));
    },
  };
}

function toGraph({ title, start, days, guests, rooms, isPrivate, text, place, ...event }: PlannedEvent): TestEvent {
  const attendees = [
    ...(guests ?? []).map((address) => guest(address)),
    ...(rooms ?? []).map((address) => guest(address, 'resource')),
  ];
  return {
    ...(title !== undefined && { subject: title }),
    ...(start && { start: utc(start), end: utc(new Date(start.getTime() + 3_600_000)) }),
    ...(days && { isAllDay: true, start: midnight(days.first, days), end: midnight(days.end, days) }),
    ...((guests || rooms) && { attendees }),
    ...(isPrivate !== undefined && { sensitivity: isPrivate ? 'private' : 'normal' }),
    ...(text !== undefined && { body: { contentType: 'text', content: text } }),
    ...(place !== undefined && { location: { displayName: place } }),
    ...(event.hidesGuests && { hideAttendees: true }),
    ...(event.repeats !== undefined &&
      start && {
        recurrence: {
          pattern: { type: 'daily', interval: 1 },
          range: {
            type: 'numbered',
            startDate: start.toISOString().slice(0, 10),
            numberOfOccurrences: event.repeats,
          },
        },
      }),
  };
}

const midnight = (date: string, { timeZone }: { timeZone: string }) => ({ dateTime: `${date}T00:00:00`, timeZone });

const person = z.object({ emailAddress: z.object({ address: z.string().transform((text) => text.toLowerCase()) }) });
const response = z.object({ response: z.string() });
const seriesResource = z.object({ recurrence: z.object({ pattern: z.looseObject({}), range: z.looseObject({}) }) });
const listed = z.object({
  id: z.string(),
  subject: z.string(),
  isCancelled: z.boolean(),
  isAllDay: z.boolean(),
  isOrganizer: z.boolean(),
  hideAttendees: z.boolean(),
  sensitivity: z.string(),
  start: z.object({ dateTime: z.string() }),
  end: z.object({ dateTime: z.string() }),
  organizer: person,
  responseStatus: response,
  attendees: z.array(person.extend({ type: z.string(), status: response })),
});
const eventList = z.object({ value: z.array(listed) });

function toRemote(event: z.infer<typeof listed>, email: string): RemoteEvent[] {
  if (event.isCancelled) return [];
  const organizer = event.organizer.emailAddress.address;
  const people = event.attendees.filter(({ type }) => type !== 'resource');
  return [
    {
      id: event.id,
      title: event.subject,
      startMs: Date.parse(`${event.start.dateTime.slice(0, 23)}Z`),
      endMs: Date.parse(`${event.end.dateTime.slice(0, 23)}Z`),
      isAllDay: event.isAllDay,
      isPrivate: event.sensitivity === 'private',
      people: people.map(({ emailAddress, status }) => ({
        email: emailAddress.address,
        answer: emailAddress.address === organizer ? 'accepted' : toAnswer(status.response),
      })),
      organizer,
      ownAnswer: organizer === email ? 'accepted' : toAnswer(event.responseStatus.response),
      hidesGuests: event.hideAttendees && !event.isOrganizer,
    },
  ];
}

function toAnswer(response: string): Answer {
  if (response === 'accepted' || response === 'declined') return response;
  return response === 'tentativelyAccepted' ? 'tentative' : 'needsAction';
}
