import type { Calendar, Event, User } from '@microsoft/microsoft-graph-types';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MicrosoftVendor } from '#sandbox/microsoft/microsoft.ts';
import type { Started } from '#sandbox/start-vendor.ts';
import {
  type Collection,
  connect,
  control,
  eventIn,
  graphOf,
  graphWith,
  mira,
  readAll,
  refusal,
  startMicrosoft,
  tokenOf,
  utc,
  windowOf,
} from '#sandbox/tests/microsoft/graph-client.ts';

const kai = 'kai@outlook.com';
const window = windowOf(7, 7);
let microsoft: Started<MicrosoftVendor>;
let url: string;

beforeAll(async () => {
  microsoft = await startMicrosoft();
  ({ url } = microsoft);
});
beforeEach(async () => {
  await microsoft.vendor.control.resetAll();
  await control(url, 'accounts', { email: kai, name: 'Kai Lind', timeZone: 'Europe/Berlin' });
});
afterAll(async () => {
  await microsoft.close();
});

describe('in an account', () => {
  test('/me returns the selected profile fields', async () => {
    const me: User = await (await graphOf(url, mira)).api('/me').select('displayName,userPrincipalName').get();
    expect(me).toMatchObject({ displayName: 'Mira Kask', userPrincipalName: mira, id: expect.any(String) });
    expect(me).not.toHaveProperty('mail');
  });

  test('calendars can be created, renamed and, except the default, deleted', async () => {
    const graph = await graphOf(url, kai);
    const made: Calendar = await graph.api('/me/calendars').post({ name: 'Sailing', color: 'lightBlue' });
    expect(made).toMatchObject({ name: 'Sailing', color: 'lightBlue', isDefaultCalendar: false, canEdit: true });
    await graph.api(`/me/calendars/${made.id}`).patch({ name: 'Boats' });
    const list: { value: Calendar[] } = await graph.api('/me/calendars').get();
    expect(list.value.map(({ name, isDefaultCalendar }) => [name, isDefaultCalendar])).toEqual([
      ['Calendar', true],
      ['Boats', false],
    ]);
    expect(list.value[0]?.owner).toEqual({ name: 'Kai Lind', address: kai });
    await graph.api(`/me/calendars/${made.id}`).delete();
    expect(await refusal(graph.api(`/me/calendars/${made.id}`).get())).toEqual([404, 'ErrorItemNotFound']);
    expect(await refusal(graph.api('/me/calendar').delete())).toEqual([400, 'BadRequest']);
  });

  test("another user's calendars and events are not found", async () => {
    const calendar: Calendar = await (await graphOf(url, mira)).api('/me/calendar').get();
    const event: Event = await (await graphOf(url, mira)).api('/me/events').post(eventIn(3));
    const stranger = await graphOf(url, kai);
    expect(await refusal(stranger.api(`/me/calendars/${calendar.id}/events`).get())).toEqual([
      404,
      'ErrorItemNotFound',
    ]);
    expect(await refusal(stranger.api(`/me/events/${event.id}`).get())).toEqual([404, 'ErrorItemNotFound']);
  });
});

describe('in access checks', () => {
  test('each call requires its scope', async () => {
    const { tokens } = await connect(url, { account: kai, scope: 'openid Calendars.Read' });
    const reader = graphWith(url, tokens.access_token);
    await expect(reader.api('/me/calendars').get()).resolves.toBeDefined();
    await expect(reader.api(`/me/calendarView?${window}`).get()).resolves.toBeDefined();
    expect(await refusal(reader.api('/me/events').post(eventIn(1)))).toEqual([403, 'ErrorAccessDenied']);
    expect(await refusal(reader.api('/me').get())).toEqual([403, 'ErrorAccessDenied']);
    const basic = await connect(url, { account: kai, scope: 'User.Read Calendars.ReadBasic' });
    expect(await refusal(graphWith(url, basic.tokens.access_token).api('/me/events').get())).toEqual([
      403,
      'ErrorAccessDenied',
    ]);
  });

  test('an unknown or expired token returns 401 with a challenge', async () => {
    const { tokens } = await connect(url, { account: kai });
    await control(url, 'grants/expire', { email: kai });
    for (const token of [tokens.access_token, 'nonsense', '']) {
      const answer = await fetch(`${url}/v1.0/me`, { headers: { authorization: `Bearer ${token}` } });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="", authorization_uri="https:/);
      expect(await answer.json()).toMatchObject({ error: { code: 'InvalidAuthenticationToken' } });
    }
  });
});

describe('in a calendar', () => {
  test('an event can be created, read, changed and deleted', async () => {
    const graph = await graphOf(url, kai);
    const made: Event = await graph
      .api('/me/events')
      .post(eventIn(2, { subject: 'Haircut', body: { contentType: 'text', content: 'Short' } }));
    expect(made).toMatchObject({
      subject: 'Haircut',
      type: 'singleInstance',
      isOrganizer: true,
      isAllDay: false,
      isCancelled: false,
      showAs: 'busy',
      sensitivity: 'normal',
      bodyPreview: 'Short',
      responseStatus: { response: 'organizer', time: '0001-01-01T00:00:00Z' },
      organizer: { emailAddress: { name: 'Kai Lind', address: kai } },
      recurrence: null,
      seriesMasterId: null,
      onlineMeeting: null,
      iCalUId: expect.stringMatching(/^040000008200E00074C5B7101A82E008/),
    });
    expect(made.start).toEqual({
      dateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:00:00\.0000000$/),
      timeZone: 'UTC',
    });
    expect(made).not.toHaveProperty('originalStart');
    const changed: Event = await graph.api(`/me/events/${made.id}`).patch({ subject: 'Haircut, moved', showAs: 'oof' });
    expect(changed).toMatchObject({ id: made.id, subject: 'Haircut, moved', showAs: 'oof', start: made.start });
    expect(changed.changeKey).not.toBe(made.changeKey);
    await graph.api(`/me/events/${made.id}`).delete();
    expect(await refusal(graph.api(`/me/events/${made.id}`).get())).toEqual([404, 'ErrorItemNotFound']);
  });

  test('a change with an outdated etag is rejected', async () => {
    const graph = await graphOf(url, kai);
    const made = await graph.api('/me/events').post(eventIn(2));
    await graph.api(`/me/events/${made.id}`).patch({ subject: 'Changed' });
    const stale = graph.api(`/me/events/${made.id}`).header('If-Match', made['@odata.etag']).patch({ subject: 'Lost' });
    expect(await refusal(stale)).toEqual([412, 'ErrorIrresolvableConflict']);
  });

  test('repeating a transactionId returns the first event', async () => {
    const graph = await graphOf(url, kai);
    const first: Event = await graph.api('/me/events').post(eventIn(2, { transactionId: 'once' }));
    const second: Event = await graph.api('/me/events').post(eventIn(2, { transactionId: 'once' }));
    expect(second.id).toBe(first.id);
  });

  test.each([
    ['a missing start', { start: null }, 'ErrorPropertyValidationFailure'],
    ['an end before the start', { end: utc(0) }, 'ErrorCalendarEndDateIsEarlierThanStartDate'],
    [
      'an unknown zone',
      { start: { dateTime: '2026-11-23T10:00:00', timeZone: 'Mars Standard Time' } },
      'TimeZoneNotSupportedException',
    ],
    ['an all-day event that starts at noon', { isAllDay: true }, 'ErrorPropertyValidationFailure'],
    ['an unknown showAs', { showAs: 'maybe' }, 'ErrorPropertyValidationFailure'],
  ])('%s is rejected', async (_what, wrong, code) => {
    const graph = await graphOf(url, kai);
    expect(await refusal(graph.api('/me/events').post({ ...eventIn(2), ...wrong }))).toEqual([400, code]);
  });

  test('an invalid id is reported as malformed', async () => {
    expect(await refusal((await graphOf(url, kai)).api('/me/events/nonsense').get())).toEqual([
      400,
      'ErrorInvalidIdMalformed',
    ]);
  });

  test('an online meeting keeps its join URL after isOnlineMeeting is set to false', async () => {
    const graph = await graphOf(url, mira);
    const made: Event = await graph
      .api('/me/events')
      .post(eventIn(2, { isOnlineMeeting: true, onlineMeetingProvider: 'teamsForBusiness' }));
    expect(made.onlineMeeting?.joinUrl).toMatch(/^https:\/\/teams\.microsoft\.com\/l\/meetup-join\//);
    const changed: Event = await graph.api(`/me/events/${made.id}`).patch({ isOnlineMeeting: false });
    expect(changed.onlineMeeting?.joinUrl).toBe(made.onlineMeeting?.joinUrl);
  });
});

describe('with preferences', () => {
  test('outlook.timezone accepts Windows and IANA zones and defaults to UTC', async () => {
    const graph = await graphOf(url, kai);
    const start = { dateTime: '2026-07-01T09:00:00', timeZone: 'Pacific Standard Time' };
    const made: Event = await graph
      .api('/me/events')
      .post({ start, end: { ...start, dateTime: '2026-07-01T10:00:00' } });
    expect(made).toMatchObject({
      start: { dateTime: '2026-07-01T16:00:00.0000000', timeZone: 'UTC' },
      originalStartTimeZone: 'Pacific Standard Time',
    });
    for (const [zone, shown] of [
      ['Pacific Standard Time', '2026-07-01T09:00:00.0000000'],
      ['FLE Standard Time', '2026-07-01T19:00:00.0000000'],
      ['Europe/Tallinn', '2026-07-01T19:00:00.0000000'],
      ['India Standard Time', '2026-07-01T21:30:00.0000000'],
    ]) {
      const seen = await raw(`/me/events/${made.id}`, { Prefer: `outlook.timezone="${zone}"` });
      expect(seen.body['start']).toEqual({ dateTime: shown, timeZone: zone });
      expect(seen.headers.get('preference-applied')).toBe(`outlook.timezone="${zone}"`);
    }
    const wrong = await raw(`/me/events/${made.id}`, { Prefer: 'outlook.timezone="Mars Standard Time"' });
    expect(wrong).toMatchObject({ status: 400, body: { error: { code: 'TimeZoneNotSupportedException' } } });
  });

  test('an all-day event has the same dates in every zone', async () => {
    const graph = await graphOf(url, kai);
    const day = { start: { dateTime: '2026-11-26T00:00:00', timeZone: 'W. Europe Standard Time' } };
    const made: Event = await graph
      .api('/me/events')
      .post({ ...day, end: { dateTime: '2026-11-27T00:00:00', timeZone: 'W. Europe Standard Time' }, isAllDay: true });
    expect(made.start).toEqual({ dateTime: '2026-11-26T00:00:00.0000000', timeZone: 'UTC' });
    const seen = await raw(`/me/events/${made.id}`, { prefer: 'outlook.timezone="Tokyo Standard Time"' });
    expect(seen.body['start']).toEqual({ dateTime: '2026-11-26T00:00:00.0000000', timeZone: 'Tokyo Standard Time' });
  });

  test('immutable ids differ from ordinary ones, and either opens the event', async () => {
    const graph = await graphOf(url, kai);
    const made: Event = await graph.api('/me/events').post(eventIn(2));
    const seen = await raw(`/me/events/${made.id}`, { Prefer: 'IdType="ImmutableId", outlook.timezone="UTC"' });
    expect(seen.body['id']).not.toBe(made.id);
    expect(seen.headers.get('preference-applied')).toContain('IdType="ImmutableId"');
    const again: Event = await graph.api(`/me/events/${String(seen.body['id'])}`).get();
    expect(again.id).toBe(made.id);
  });

  test('bodies are HTML, or text on request', async () => {
    const graph = await graphOf(url, kai);
    const made: Event = await graph
      .api('/me/events')
      .post(eventIn(2, { body: { contentType: 'html', content: '<p>One &amp; two</p><p>Three</p>' } }));
    expect(made.body).toEqual({ contentType: 'html', content: '<p>One &amp; two</p><p>Three</p>' });
    const seen = await raw(`/me/events/${made.id}`, { Prefer: 'outlook.body-content-type="text"' });
    expect(seen.body['body']).toEqual({ contentType: 'text', content: 'One & two\nThree' });
    expect(seen.body['bodyPreview']).toBe('One & two\nThree');
  });
});

describe('calendar views', () => {
  test('require a window of limited length', async () => {
    const graph = await graphOf(url, kai);
    expect(await refusal(graph.api('/me/calendarView').get())).toEqual([400, 'ErrorInvalidParameter']);
    const half = graph.api('/me/calendarView').query('startDateTime=2026-11-01T00:00:00Z').get();
    expect(await refusal(half)).toEqual([400, 'ErrorInvalidParameter']);
    const long = graph
      .api('/me/calendarView?startDateTime=2020-01-01T00:00:00Z&endDateTime=2026-01-01T00:00:00Z')
      .get();
    expect(await refusal(long)).toEqual([400, 'ErrorCalendarViewRangeTooBig']);
  });

  test('include every event that overlaps the window', async () => {
    const graph = await graphOf(url, kai);
    const times = {
      start: { dateTime: '2026-11-23T10:00:00', timeZone: 'UTC' },
      end: { dateTime: '2026-11-23T11:00:00', timeZone: 'UTC' },
    };
    await graph.api('/me/events').post(times);
    const count = async (start: string, end: string): Promise<number> => {
      const query = new URLSearchParams({ startDateTime: start, endDateTime: end });
      const page: Collection = await graph.api(`/me/calendarView?${query.toString()}`).get();
      return page.value.length;
    };
    expect(await count('2026-11-23T10:30:00Z', '2026-11-23T10:40:00Z')).toBe(1);
    expect(await count('2026-11-23T11:00:00Z', '2026-11-23T12:00:00Z')).toBe(0);
    expect(await count('2026-11-23T09:00:00Z', '2026-11-23T10:00:00Z')).toBe(0);
    expect(await count('2026-11-23T11:30:00+02:00', '2026-11-23T12:30:00+02:00')).toBe(1);
    expect(await count('2026-11-23T10:00:00.0000000', '2026-11-23T10:30:00.0000000')).toBe(1);
  });

  test('return ten per page by default, and nextLinks keep the query', async () => {
    const graph = await graphOf(url, kai);
    for (let hour = 1; hour <= 23; hour += 1)
      await graph.api('/me/events').post(eventIn(hour, { subject: `Number ${hour}` }));
    const all = await readAll(graph, `/me/calendarView?${window}&$select=subject`);
    expect(all.pages).toBe(3);
    expect(all.events.map(({ subject }) => subject)).toEqual(
      Array.from({ length: 23 }, (_, index) => `Number ${index + 1}`),
    );
    expect(all.events.every((event) => event.id && !('start' in event))).toBe(true);
    expect((await readAll(graph, `/me/calendarView?${window}&$top=20`)).pages).toBe(2);
    expect((await readAll(graph, `/me/calendarView?${window}`, 'odata.maxpagesize=23')).pages).toBe(1);
    expect(await refusal(graph.api(`/me/calendarView?${window}&$top=1001`).get())).toEqual([
      400,
      'ErrorInvalidUrlQuery',
    ]);
  });

  test('support $orderby, $filter, $skip and $count', async () => {
    const graph = await graphOf(url, kai);
    await graph.api('/me/events').post(eventIn(1, { subject: 'Alpha' }));
    await graph.api('/me/events').post(eventIn(2, { subject: "Beta's" }));
    await graph.api('/me/events').post(eventIn(3, { subject: 'Gamma', showAs: 'free' }));
    const subjects = async (query: string): Promise<unknown[]> => {
      const page: Collection = await graph.api(`/me/calendarView?${window}&${query}`).get();
      return page.value.map(({ subject }) => subject);
    };
    expect(await subjects('$orderby=start/dateTime desc')).toEqual(['Gamma', "Beta's", 'Alpha']);
    expect(await subjects("$filter=subject eq 'beta''s'")).toEqual(["Beta's"]);
    expect(await subjects("$filter=startswith(subject,'ga') and isCancelled eq false")).toEqual(['Gamma']);
    expect(await subjects("$filter=showAs ne 'free'&$orderby=subject")).toEqual(['Alpha', "Beta's"]);
    expect(await subjects('$skip=1&$orderby=subject')).toEqual(["Beta's", 'Gamma']);
    expect(await graph.api(`/me/events?$count=true&$top=1`).get()).toMatchObject({ '@odata.count': 3 });
    expect(await refusal(graph.api('/me/events?$filter=nonsense').get())).toEqual([400, 'ErrorInvalidUrlQuery']);
  });

  test('show only the events of their calendar', async () => {
    const graph = await graphOf(url, kai);
    const other: Calendar = await graph.api('/me/calendars').post({ name: 'Sailing' });
    await graph.api(`/me/calendars/${other.id}/events`).post(eventIn(2, { subject: 'Regatta' }));
    expect((await readAll(graph, `/me/calendarView?${window}`)).events).toEqual([]);
    const { events } = await readAll(graph, `/me/calendars/${other.id}/calendarView?${window}`);
    expect(events).toMatchObject([{ subject: 'Regatta' }]);
    await expect(graph.api(`/me/events/${events[0]?.id}`).get()).resolves.toMatchObject({ subject: 'Regatta' });
  });
});

async function raw(path: string, headers: Record<string, string>) {
  const authorization = `Bearer ${await tokenOf(url, kai)}`;
  const answer = await fetch(`${url}/v1.0${path}`, { headers: { ...headers, authorization } });
  const body: Record<string, unknown> = Object(await answer.json());
  return { status: answer.status, headers: answer.headers, body };
}
