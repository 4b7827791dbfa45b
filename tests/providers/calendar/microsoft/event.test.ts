import { describe, expect, test } from 'vitest';
import { pickJoinUrl } from '#domain/join-url.ts';
import { type GraphEvent, graphEvent, toEventChange } from '#providers/calendar/microsoft/event.ts';

const utc = (dateTime: string) => ({ dateTime, timeZone: 'UTC' });
const person = (address: string, name = '') => ({ emailAddress: { address, name } });
const timed = {
  id: 'e1',
  type: 'singleInstance',
  start: utc('2026-03-02T09:00:00.0000000'),
  end: utc('2026-03-02T10:00:00.0000000'),
};

/** Converts an event after parsing it as received from Graph. */
const change = (event: Record<string, unknown>) => toEventChange(graphEvent.parse(event) satisfies GraphEvent);

describe('an Outlook event', () => {
  test('case 14: is reduced to its id when removed or cancelled', () => {
    const cancelled = { status: 'cancelled', eventId: 'e1' };
    expect(change({ id: 'e1', '@removed': { reason: 'deleted' } })).toEqual(cancelled);
    expect(change({ ...timed, isCancelled: true })).toEqual(cancelled);
  });

  test('is unreadable without a valid time and zone', () => {
    const unreadable = { status: 'unreadable', eventId: 'e1', field: 'start' };
    expect(change({ id: 'e1' })).toEqual(unreadable);
    for (const timeZone of ['Nowhere Standard Time', 'Customized Time Zone', 'tzone://Microsoft/Custom']) {
      expect(change({ ...timed, start: { dateTime: '2026-03-02T09:00:00', timeZone } })).toEqual(unreadable);
    }
    expect(change({ ...timed, start: utc('soon') })).toEqual(unreadable);
  });

  test('case 18: accepts Windows and IANA time zone names', () => {
    const at = (timeZone: string) => {
      const [start, end] = ['2026-07-01T09:00:00.0000000', '2026-07-01T10:00:00.0000000'];
      return change({ ...timed, start: { dateTime: start, timeZone }, end: { dateTime: end, timeZone } });
    };
    expect(at('UTC')).toMatchObject({ start: new Date('2026-07-01T09:00:00Z') });
    expect(at('Pacific Standard Time')).toMatchObject({ start: new Date('2026-07-01T16:00:00Z') });
    expect(at('Europe/Berlin')).toMatchObject({ start: new Date('2026-07-01T07:00:00Z') });
    expect(at('tzone://Microsoft/Utc')).toMatchObject({ start: new Date('2026-07-01T09:00:00Z') });
  });

  test.for([
    ['W. Europe Standard Time', 'Europe/Berlin'],
    ['Eastern Standard Time', 'America/New_York'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['tzone://Microsoft/Custom', 'UTC'],
    ['', 'UTC'],
  ] as const)('case 18: created in zone "%s" is shown in %s', ([originalStartTimeZone, timeZone]) => {
    expect(change({ ...timed, originalStartTimeZone })).toMatchObject({ timeZone });
  });

  test('case 26: starts at midnight in the given zone, by default its own, when all-day', () => {
    const day = {
      ...timed,
      isAllDay: true,
      start: utc('2026-03-02T00:00:00.0000000'),
      end: utc('2026-03-03T00:00:00.0000000'),
      originalStartTimeZone: 'Eastern Standard Time',
    };
    expect(change(day)).toMatchObject({
      isAllDay: true,
      start: new Date('2026-03-02T05:00:00Z'),
      end: new Date('2026-03-03T05:00:00Z'),
    });
    const read = toEventChange(graphEvent.parse(day), 'Asia/Tokyo');
    expect(read).toMatchObject({ start: new Date('2026-03-01T15:00:00Z'), timeZone: 'Asia/Tokyo' });
  });

  const GLOBAL_ID = '040000008200E00074C5B7101A82E008';
  const wrapped = (uid: string, date = '00000000') => {
    const data = Buffer.from(`vCal-Uid\u0001\0\0\0${uid}\0`);
    const size = Buffer.alloc(4);
    size.writeInt32LE(data.length);
    return `${GLOBAL_ID}${date}${'0'.repeat(32)}${Buffer.concat([size, data]).toString('hex').toUpperCase()}`;
  };
  const exchange = (date: string) =>
    `${GLOBAL_ID}${date}5025D461E473C8010000000000000000100000002A5844B3A444F74A9C246C60886F116B`;
  const recorded =
    '040000008200E00074C5B7101A82E0080000000000000000000000000000000000000000540000007643616C2D55696401000000' +
    '303430303030303038323030453030303734433542373130314138324530303830303030303030304530453746374141423236384338303130303030303030303030303030303000';
  test.for([
    ['a wrapped Google UID', wrapped('2ni48lqqkk2n17rhugd3584joq@google.com'), '2ni48lqqkk2n17rhugd3584joq@google.com'],
    ['a UID wrapped twice', wrapped(wrapped('r-4711@zoom.test')), 'r-4711@zoom.test'],
    ['a shortened Exchange id', recorded, '040000008200E00074C5B7101A82E00800000000E0E7F7AAB268C801000000000000000'],
    ['an Exchange id', exchange('00000000').toLowerCase(), exchange('00000000')],
    ['an unwrapped foreign UID', '2ni48lqqkk2n17rhugd3584joq@google.com', '2ni48lqqkk2n17rhugd3584joq@google.com'],
    ['a wrapped id that is not text, unchanged', wrapped('\u0007'), wrapped('\u0007')],
  ] as const)('case 19: reads its UID from %s', ([, iCalUId, iCalUid]) => {
    expect(change({ ...timed, iCalUId })).toMatchObject({ iCalUid });
  });

  test('case 19: has the UID of its series if an occurrence, otherwise its own dated UID', () => {
    const occurrence = { ...timed, type: 'occurrence', seriesMasterId: 'series' };
    const iCalUId = exchange('07D80319');
    expect(change({ ...occurrence, iCalUId })).toMatchObject({ iCalUid: exchange('00000000') });
    const google = wrapped('foobar123@abc.test', '07D60A03');
    expect(change({ ...occurrence, iCalUId: google })).toMatchObject({ iCalUid: 'foobar123@abc.test' });
    expect(change({ ...timed, iCalUId })).toMatchObject({ iCalUid: iCalUId });
  });

  test('case 27: carries the series and original start of an occurrence', () => {
    const occurrence = { ...timed, type: 'occurrence', seriesMasterId: 'series' };
    expect(change(occurrence)).toMatchObject({ seriesId: 'series', originalStart: new Date('2026-03-02T09:00:00Z') });
    const moved = { ...occurrence, type: 'exception', originalStart: '2026-03-01T09:00:00Z' };
    expect(change(moved)).toMatchObject({ seriesId: 'series', originalStart: new Date('2026-03-01T09:00:00Z') });
    expect(change({ ...timed, type: 'seriesMaster' })).toBeNull();
  });

  test.for([
    ['organizer', 'accepted'],
    ['accepted', 'accepted'],
    ['tentativelyAccepted', 'tentative'],
    ['declined', 'declined'],
    ['notResponded', 'needsAction'],
    ['none', 'needsAction'],
  ] as const)('with the response %s counts as %s', ([response, userResponse]) => {
    const invited = { ...timed, isOrganizer: false, attendees: [person('ana@brightwater.test')] };
    expect(change({ ...invited, responseStatus: { response } })).toMatchObject({ userResponse });
  });

  test('organized by the user or without attendees counts as accepted', () => {
    expect(change({ ...timed, responseStatus: { response: 'none' } })).toMatchObject({ userResponse: 'accepted' });
    expect(change({ ...timed, isOrganizer: true, attendees: [person('a@b.test')] })).toMatchObject({
      userResponse: 'accepted',
    });
  });

  test('cases 32 and 33: lists its organizer once if it has attendees, and marks the user', () => {
    const organized = { ...timed, organizer: person('Mila@Eastgate.test', 'Mila'), isOrganizer: true };
    const mila = { email: 'mila@eastgate.test', name: 'Mila', isOrganizer: true, isSelf: true };
    const ana = person('ana@brightwater.test', 'Ana');
    expect(change({ ...organized, attendees: [ana] })).toMatchObject({ attendees: [mila, { isSelf: false }] });
    expect(change({ ...organized, attendees: [ana, person('MILA@eastgate.test', 'Mila')] })).toMatchObject({
      attendees: [{ email: 'ana@brightwater.test', isOrganizer: false }, mila],
    });
    expect(change({ ...organized, isOrganizer: false, attendees: [ana] })).toMatchObject({
      attendees: [{ ...mila, isSelf: false }, { name: 'Ana' }],
    });
    expect(change({ ...organized, attendees: [] })).toMatchObject({ attendees: [] });
  });

  test('case 30: distinguishes rooms from people', () => {
    const attendees = [{ ...person('room-4@eastgate.test'), type: 'resource' }];
    expect(change({ ...timed, attendees })).toMatchObject({ attendees: [{ isResource: true }] });
  });

  test('case 36: reports hidden guests unless the user is the organizer', () => {
    expect(change({ ...timed, hideAttendees: true, isOrganizer: false })).toMatchObject({ attendeesOmitted: true });
    expect(change({ ...timed, hideAttendees: true, isOrganizer: true })).toMatchObject({ attendeesOmitted: false });
  });

  test.for(['private', 'confidential'])('case 29: is private if its sensitivity is %s', (sensitivity) => {
    expect(change({ ...timed, sensitivity })).toMatchObject({ isPrivate: true });
    expect(change({ ...timed, sensitivity: 'normal' })).toMatchObject({ isPrivate: false });
  });

  test.for(['oof', 'workingElsewhere'])('case 38: shown as %s is not a meeting if nobody else takes part', (showAs) => {
    expect(change({ ...timed, showAs })).toMatchObject({ isPlaceholder: true });
    const organized = { ...timed, showAs, organizer: person('mila@eastgate.test'), isOrganizer: true };
    const room = { ...person('room-4@eastgate.test'), type: 'resource' };
    expect(change({ ...organized, attendees: [room, person('Mila@eastgate.test')] })).toMatchObject({
      isPlaceholder: true,
    });
    expect(change({ ...timed, showAs: 'tentative' })).toMatchObject({ isPlaceholder: false });
  });

  test.for(['oof', 'workingElsewhere'])('case 38: shown as %s is a meeting if someone else takes part', (showAs) => {
    const organizer = person('mila@eastgate.test');
    const attendees = [person('ana@brightwater.test')];
    for (const event of [
      { attendees, organizer, isOrganizer: true },
      { attendees, organizer, isOrganizer: false },
      { attendees: [], organizer, isOrganizer: false, hideAttendees: true },
    ])
      expect(change({ ...timed, showAs, ...event })).toMatchObject({ isPlaceholder: false });
  });

  test('case 40: prefers the online meeting, then location and body', () => {
    const event = {
      ...timed,
      onlineMeeting: { joinUrl: 'online' },
      onlineMeetingUrl: 'url',
      location: { displayName: 'place', locationUri: 'uri' },
      body: { contentType: 'text', content: 'text' },
    };
    expect(change(event)).toMatchObject({
      conferenceUrls: ['online'],
      joinUrlCandidates: ['url', 'place', 'uri', 'text'],
    });
  });

  test('case 40: unwraps a SafeLinks join link from the body text', () => {
    const wrapped =
      'https://eur01.safelinks.protection.outlook.com/ap/t-59584e83/?url=https%3A%2F%2Fteams.microsoft.com%2Fl%2Fmeetup-join%2F19%253ameeting&data=05%7C02&reserved=0';
    const body = { contentType: 'text', content: `Join the meeting now<${wrapped}>\r\n________________` };
    const event = change({ ...timed, body });
    expect(event?.status === 'confirmed' && pickJoinUrl(event.joinUrlCandidates)).toBe(
      'https://teams.microsoft.com/l/meetup-join/19%3ameeting',
    );
  });

  test('of an unknown type is read, with defaults for missing fields', () => {
    expect(change({ ...timed, type: 'somethingNew', start: utc('2026-03-02T09:00:00') })).toMatchObject({
      title: '(No title)',
      attendees: [],
      location: null,
    });
  });
});
