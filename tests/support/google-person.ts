import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js';
import * as z from 'zod';
import type { CalendarPerson, PlannedEvent, RemoteEvent } from './calendar-person.ts';
import { grantGoogle } from './google-consent.ts';
import { controlOf } from './vendor-control.ts';

export type TestEvent = calendar_v3.Schema$Event;

/** Creates a Google user with an empty calendar, who acts through Google's own API. */
export async function createGooglePerson(url: string, email: string, name: string) {
  const { post } = controlOf(url);
  await post('accounts', { email, name });
  const call = async (method: string, resource: string, body?: unknown) => {
    // A new token per call, because tests expire tokens.
    const { access_token: token } = accessToken.parse(await post('token', { email }));
    const response = await fetch(`${url}/calendar/v3/calendars${resource}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-test': '1' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${resource}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? null : await response.json();
  };
  const events = (calendarId: string | undefined, rest: string) =>
    `/${encodeURIComponent(calendarId ?? 'primary')}/events${rest}`;
  const add = async (event: TestEvent, calendarId?: string) =>
    withId.parse(await call('POST', events(calendarId, ''), event)).id;

  const person: CalendarPerson = {
    email,
    grant: async (provider) => await grantGoogle(provider, email),
    endGrants: async () => await post('grants/revoke', { email }),
    expireAccessTokens: async () => await post('grants/expire', { email }),
    addCalendar: async (summary) => withId.parse(await call('POST', '', { summary })).id,
    add: async (event, calendarId) => await add(toGoogle({ title: 'Intro call', ...event }), calendarId),
    change: async (id, event, calendarId) => {
      await call('PATCH', events(calendarId, `/${id}`), toGoogle(event));
    },
    remove: async (id, calendarId) => {
      await call('DELETE', events(calendarId, `/${id}`));
    },
    answer: async (id, responseStatus) => {
      const { attendees } = withAttendees.parse(await call('GET', events(undefined, `/${id}`)));
      const others = attendees.filter((attendee) => attendee.email !== email);
      await call('PATCH', events(undefined, `/${id}`), { attendees: [...others, { email, responseStatus }] });
    },
    list: async (from, to, calendarId) => {
      const query = `timeMin=${from.toISOString()}&timeMax=${to.toISOString()}&singleEvents=true&maxResults=2500`;
      const { items } = eventList.parse(await call('GET', events(calendarId, `?${query}`)));
      return items.flatMap(toRemote);
    },
    split: async (seriesId, at, rest, calendarId) => {
      const until = new Date(at.getTime() - 1000).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
      await call('PATCH', events(calendarId, `/${seriesId}`), { recurrence: [`RRULE:FREQ=DAILY;UNTIL=${until}`] });
      return await add(toGoogle({ start: at, ...rest }), calendarId);
    },
  };
  return {
    ...person,
    /** Inserts an event in Google's format. Returns its id. */
    insert: async (event: TestEvent) => await add(event),
    /** Lets someone else manage a calendar's sharing, so that the calendar is listed as theirs. */
    shareCalendar: async (calendarId: string, manager: string) =>
      await post('calendars/share', { calendarId, email: manager }),
    /** Imports an event with its `iCalUID`, which copies in several calendars share. */
    importEvent: async (event: TestEvent, calendarId?: string) =>
      withId.parse(await call('POST', events(calendarId, '/import'), event)).id,
  };
}

const accessToken = z.object({ access_token: z.string() });
const withId = z.looseObject({ id: z.string() });
const withAttendees = z.object({ attendees: z.array(z.looseObject({ email: z.string() })).default([]) });

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
    ...(event.isPlaceholder && { eventType: 'focusTime' }),
    ...(isPrivate !== undefined && { visibility: isPrivate ? 'private' : 'default' }),
    ...(text !== undefined && { description: text }),
    ...(place !== undefined && { location: place }),
    ...(event.hidesGuests && { guestsCanSeeOtherGuests: false }),
    ...(event.repeats !== undefined && { recurrence: [`RRULE:FREQ=DAILY;COUNT=${event.repeats}`] }),
  };
}

const timeAt = (at: Date) => ({ dateTime: at.toISOString(), timeZone: 'UTC' });

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
export type GooglePerson = Awaited<ReturnType<typeof createGooglePerson>>;

/** Returns a one-hour event in Google's format. */
export function eventAt(start: Date, event: TestEvent = {}): TestEvent {
  const end = new Date(start.getTime() + 3_600_000);
  return {
    summary: 'Intro call',
    start: { dateTime: start.toISOString() },
    end: { dateTime: end.toISOString() },
    ...event,
  };
}
