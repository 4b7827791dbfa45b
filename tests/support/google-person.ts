import * as z from 'zod';
import type { CalendarPerson, PlannedEvent, RemoteEvent } from './calendar-person.ts';
import type { TestAccount, TestEvent } from './google-account.ts';

/** A person's edits and reads, in Google's words. */
export function createGooglePerson({ api, ...account }: TestAccount): CalendarPerson {
  const path = (calendarId: string | undefined, rest: string) =>
    `${encodeURIComponent(calendarId ?? 'primary')}/events${rest}`;
  return {
    email: account.email,
    grant: account.grant,
    endGrants: account.endGrants,
    addCalendar: account.addCalendar,
    add: async (event, calendarId) => withId.parse(await api('POST', path(calendarId, ''), toGoogle(event))).id,
    change: async (id, event, calendarId) => {
      await api('PATCH', path(calendarId, `/${id}`), toGoogle(event));
    },
    remove: async (id, calendarId) => {
      await api('DELETE', path(calendarId, `/${id}`));
    },
    answer: async (id, responseStatus) => {
      await api('PATCH', path(undefined, `/${id}`), { attendees: [{ email: account.email, responseStatus }] });
    },
    list: async (from, to, calendarId) => {
      const query = `timeMin=${from.toISOString()}&timeMax=${to.toISOString()}&singleEvents=true&maxResults=2500`;
      const { items } = eventList.parse(await api('GET', path(calendarId, `?${query}`)));
      return items.flatMap(toRemote);
    },
    split: async (seriesId, at, rest, calendarId) => {
      const until = new Date(at.getTime() - 1000).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
      await api('PATCH', path(calendarId, `/${seriesId}`), { recurrence: [`RRULE:FREQ=DAILY;UNTIL=${until}`] });
      return withId.parse(await api('POST', path(calendarId, ''), toGoogle({ start: at, ...rest }))).id;
    },
  };
}

function toGoogle({ title, start, days, guests, rooms, isPrivate, text, place, ...event }: PlannedEvent): TestEvent {
  const attendees = [
    ...(guests ?? []).map((email) => ({ email })),
    ...(rooms ?? []).map((email) => ({ email, resource: true })),
  ];
  return {
    ...(title !== undefined && { summary: title }),
    ...(start && { start: timeAt(start), end: timeAt(new Date(start.getTime() + 3_600_000)) }),
    ...(days && { start: { date: days.first }, end: { date: days.end } }),
    ...((guests || rooms) && { attendees }),
    ...(isPrivate !== undefined && { visibility: isPrivate ? 'private' : 'default' }),
    ...(text !== undefined && { description: text }),
    ...(place !== undefined && { location: place }),
    ...(event.hidesGuests && { guestsCanSeeOtherGuests: false }),
    ...(event.repeats !== undefined && { recurrence: [`RRULE:FREQ=DAILY;COUNT=${event.repeats}`] }),
  };
}

const timeAt = (at: Date) => ({ dateTime: at.toISOString(), timeZone: 'UTC' });

const withId = z.looseObject({ id: z.string() });
const time = z.object({ dateTime: z.coerce.date().optional(), date: z.coerce.date().optional() });
const answer = z.enum(['accepted', 'declined', 'tentative', 'needsAction']);
const listed = z.object({
  id: z.string(),
  status: z.string(),
  summary: z.string().default('(No title)'),
  start: time.optional(),
  end: time.optional(),
  visibility: z.string().optional(),
  guestsCanSeeOtherGuests: z.boolean().default(true),
  organizer: z.object({ email: z.string(), self: z.boolean().default(false) }).optional(),
  attendees: z
    .array(
      z.object({
        email: z.string(),
        responseStatus: answer,
        self: z.boolean().default(false),
        resource: z.boolean().default(false),
      }),
    )
    .default([]),
});
const eventList = z.object({ items: z.array(listed) });

function toRemote({ id, status, summary, start, end, organizer, attendees, ...event }: z.infer<typeof listed>) {
  const [from, to] = [start?.dateTime ?? start?.date, end?.dateTime ?? end?.date];
  if (status === 'cancelled' || !from || !to) return [];
  const people = attendees.filter(({ resource }) => !resource);
  const remote: RemoteEvent = {
    id,
    title: summary,
    startMs: from.getTime(),
    endMs: to.getTime(),
    isAllDay: start?.date !== undefined,
    isPrivate: event.visibility === 'private',
    people: people.map(({ email, responseStatus }) => ({ email, answer: responseStatus })),
    organizer: organizer?.email ?? '',
    ownAnswer: people.find(({ self }) => self)?.responseStatus ?? 'accepted',
    hidesGuests: !event.guestsCanSeeOtherGuests && organizer?.self !== true,
  };
  return [remote];
}
