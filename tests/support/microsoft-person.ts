import type { Event } from '@microsoft/microsoft-graph-types';
import * as z from 'zod';
import type { Answer, CalendarPerson, PlannedEvent, RemoteEvent } from './calendar-person.ts';
import { grantMicrosoft } from './microsoft-consent.ts';
import { controlOf } from './vendor-control.ts';

export type TestEvent = Event;

const ACTIONS = { accepted: 'accept', declined: 'decline', tentative: 'tentativelyAccept' };

/** Creates a Microsoft user with an empty calendar, who acts through Graph with immutable ids, as the product does. */
export async function createMicrosoftPerson(url: string, account: { email: string; name: string; timeZone?: string }) {
  const { email } = account;
  const { post } = controlOf(url);
  await post('accounts', account);
  const call = async (method: string, resource: string, body?: unknown) => {
    // A new token per call, because tests expire tokens.
    const { access_token: token } = accessToken.parse(await post('token', { email }));
    const headers = { 'content-type': 'application/json', 'x-test': '1', prefer: 'IdType="ImmutableId"' };
    const response = await fetch(`${url}/v1.0/me/${resource}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${resource}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return text === '' ? null : JSON.parse(text);
  };
  const root = (calendarId: string | undefined) =>
    calendarId === undefined ? 'calendar' : `calendars/${encodeURIComponent(calendarId)}`;
  const eventPath = (id: string) => `events/${encodeURIComponent(id)}`;
  const add = async (event: TestEvent, calendarId?: string) =>
    withId.parse(await call('POST', `${root(calendarId)}/events`, event)).id;

  const person: CalendarPerson = {
    email,
    grant: async (provider) => await grantMicrosoft(provider, email),
    endGrants: async () => await post('grants/revoke', { email }),
    expireAccessTokens: async () => await post('grants/expire', { email }),
    addCalendar: async (name) => withId.parse(await call('POST', 'calendars', { name })).id,
    add: async (event, calendarId) => await add(toGraph({ title: 'Intro call', ...event }), calendarId),
    change: async (id, event) => {
      await call('PATCH', eventPath(id), toGraph(event));
    },
    remove: async (id) => {
      await call('DELETE', eventPath(id));
    },
    answer: async (id, answer) => {
      await call('POST', `${eventPath(id)}/${ACTIONS[answer]}`, {});
    },
    list: async (from, to, calendarId) => {
      const query = `startDateTime=${from.toISOString()}&endDateTime=${to.toISOString()}&$top=1000`;
      const { value } = eventList.parse(await call('GET', `${root(calendarId)}/calendarView?${query}`));
      return value.flatMap((event) => toRemote(event, email));
    },
    split: async (seriesId, at, rest, calendarId) => {
      const series = seriesResource.parse(await call('GET', eventPath(seriesId)));
      const endDate = new Date(at.getTime() - 86_400_000).toISOString().slice(0, 10);
      const range = { ...series.recurrence.range, type: 'endDate', endDate };
      await call('PATCH', eventPath(seriesId), { recurrence: { ...series.recurrence, range } });
      return await add(toGraph({ start: at, ...rest }), calendarId);
    },
  };
  return {
    ...person,
    /** Inserts an event in Graph's format. Returns its id. */
    insert: async (event: TestEvent) => await add(event),
    /** Expires refresh tokens that were replaced, as Microsoft may do at any time. */
    expireReplacedTokens: async () => await post('grants/expire-replaced', { email }),
  };
}

const accessToken = z.object({ access_token: z.string() });
const withId = z.looseObject({ id: z.string() });

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
    ...(event.isPlaceholder && { showAs: 'oof' }),
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
export type MicrosoftPerson = Awaited<ReturnType<typeof createMicrosoftPerson>>;

/** Returns a one-hour event in Graph's format, with times in UTC. */
export function graphEventAt(start: Date, event: TestEvent = {}): TestEvent {
  const end = new Date(start.getTime() + 3_600_000);
  return { subject: 'Intro call', start: utc(start), end: utc(end), ...event };
}

export function utc(at: Date) {
  return { dateTime: at.toISOString().slice(0, 19), timeZone: 'UTC' };
}

export function guest(address: string, type: 'required' | 'optional' | 'resource' = 'required') {
  return { type, emailAddress: { address } };
}
