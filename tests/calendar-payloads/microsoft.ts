import { DAY, NEXT_DAY, named, utcAt } from './payload.ts';

/**
 * Items of `calendarView/delta`, modelled on Graph's reference
 * (https://learn.microsoft.com/graph/api/resources/event) and recorded responses, requested in UTC
 * with text bodies.
 */

type Person = { type?: string; status?: object; emailAddress: object };

const guest = (address: string, name = '', more: object = {}): Person => ({
  type: 'required',
  status: { response: 'none', time: '0001-01-01T00:00:00Z' },
  emailAddress: { name, address },
  ...more,
});
const DANA = guest('dana@harborline.test', 'Dana Vale');
const INES = guest('ines@brightwater.test', 'Ines Roth', {
  status: { response: 'accepted', time: '2026-01-20T08:30:00Z' },
});
const SAM = guest('sam@harborline.test', 'Sam Okafor');
const EXCHANGE = '/o=ExchangeLabs/ou=Exchange Administrative Group (FYDIBOHF23SPDLT)/cn=Recipients/cn=39d5a1-';

const utc = (time: string, day = DAY) => ({ dateTime: `${day}T${time}:00.0000000`, timeZone: 'UTC' });

let count = 0;

function item(event: Record<string, unknown>): Record<string, unknown> {
  count += 1;
  const id = `AAkALgAAAAAAHYQDEapmEc2byACqAC-EWg0A${String(count).padStart(4, '0')}AAA=`;
  return {
    '@odata.type': '#microsoft.graph.event',
    '@odata.etag': 'W/"wgMLBV3JBEOnWI9UGI4kTQADJmgusw=="',
    id,
    createdDateTime: '2026-03-02T17:15:36.3760425Z',
    lastModifiedDateTime: '2026-03-02T17:15:36.5256557Z',
    changeKey: 'wgMLBV3JBEOnWI9UGI4kTQADJmgusw==',
    categories: [],
    transactionId: null,
    originalStartTimeZone: 'W. Europe Standard Time',
    originalEndTimeZone: 'W. Europe Standard Time',
    iCalUId: `040000008200E00074C5B7101A82E00800000000${count}`,
    reminderMinutesBeforeStart: 15,
    isReminderOn: true,
    hasAttachments: false,
    subject: 'Quarterly review',
    bodyPreview: '',
    importance: 'normal',
    sensitivity: 'normal',
    isAllDay: false,
    isCancelled: false,
    isOrganizer: true,
    responseRequested: true,
    seriesMasterId: null,
    showAs: 'busy',
    type: 'singleInstance',
    onlineMeetingUrl: null,
    isOnlineMeeting: false,
    onlineMeetingProvider: 'unknown',
    onlineMeeting: null,
    allowNewTimeProposals: true,
    isDraft: false,
    hideAttendees: false,
    recurrence: null,
    responseStatus: { response: 'organizer', time: '0001-01-01T00:00:00Z' },
    body: { contentType: 'text', content: '' },
    start: utc('08:00'),
    end: utc('09:00'),
    location: { displayName: '', locationType: 'default', uniqueIdType: 'unknown', address: {}, coordinates: {} },
    locations: [],
    attendees: [],
    organizer: { emailAddress: { name: 'Dana Vale', address: 'dana@harborline.test' } },
    ...event,
  };
}

const meeting = (guests: readonly unknown[], event: Record<string, unknown> = {}) =>
  item({ attendees: guests, ...event });
/** Returns an invitation from Ines. */
const invitation = (guests: readonly unknown[], event: Record<string, unknown> = {}) =>
  item({
    attendees: guests,
    isOrganizer: false,
    organizer: { emailAddress: { name: 'Ines Roth', address: 'ines@brightwater.test' } },
    responseStatus: { response: 'notResponded', time: '0001-01-01T00:00:00Z' },
    ...event,
  });

const self = 'dana@harborline.test';
const ines = '+ines@brightwater.test';
const INSTANCE = { type: 'occurrence', seriesMasterId: 'series-of-graph' };

/** Occurrences of series, which Graph lists separately. */
export const microsoftInstances: ReadonlyMap<string, readonly Record<string, unknown>[]> = new Map([
  [
    'series-of-graph',
    [
      meeting([INES], { ...INSTANCE, id: 'occurrence-1', subject: 'Occurrence' }),
      meeting([INES], {
        ...INSTANCE,
        id: 'occurrence-2',
        subject: 'Exception',
        type: 'exception',
        originalStart: '2026-03-01T09:00:00Z',
      }),
      meeting([INES], { ...INSTANCE, id: 'occurrence-3', start: utc('25:61') }),
    ],
  ],
]);

export const microsoftPayloads = named({
  'a meeting with a guest': {
    item: meeting([INES]),
    expected: {
      title: 'Quarterly review',
      start: utcAt('08:00'),
      end: utcAt('09:00'),
      timeZone: 'Europe/Berlin',
      type: 'external',
      domains: ['brightwater.test'],
      people: [ines, self],
    },
  },
  'an unanswered invitation': {
    item: invitation([DANA]),
    expected: { type: 'external', answer: 'needsAction', people: [ines, self] },
  },
  'a tentatively accepted invitation': {
    item: invitation([DANA], { responseStatus: { response: 'tentativelyAccepted', time: '2026-03-02T10:00:00Z' } }),
    expected: { answer: 'tentative' },
  },
  'the user organizes under another address': {
    item: meeting([SAM], { organizer: { emailAddress: { name: 'Dana Vale', address: 'dana.vale@alias.example' } } }),
    expected: { type: 'internal', domains: [] },
  },
  'an address that includes a name': {
    item: meeting([guest('Ines Roth <ines@brightwater.test>', 'Ines Roth <ines@brightwater.test>')]),
    expected: { domains: ['brightwater.test'], people: [ines, self] },
  },
  'an address in quotes and one with a scheme': {
    item: meeting([guest("'ines@brightwater.test'"), guest('MAILTO:kim@northpeak.test')]),
    expected: { people: [ines, '+kim@northpeak.test', self] },
  },
  'a directory entry of someone also listed by address': {
    item: meeting([guest(`${EXCHANGE}Ines`, 'Ines Roth'), INES]),
    expected: { people: [ines, self] },
  },
  'a directory entry of an unknown person': {
    item: meeting([guest(`${EXCHANGE}Olaf`, 'Olaf Berg'), SAM]),
    expected: { type: 'internal', people: [self, 'sam@harborline.test'] },
  },
  'a directory entry as organizer who is also a guest': {
    item: invitation([INES, DANA], { organizer: { emailAddress: { name: 'ines  ROTH', address: `${EXCHANGE}Ines` } } }),
    expected: { type: 'external', people: [ines, self] },
  },
  'a directory entry wrapped in an address': {
    item: meeting([guest('IMCEAEX-_O=EXCHANGELABS_OU=FIRST_CN=RECIPIENTS_CN=X@namprd10.prod.outlook.com', 'X'), SAM]),
    expected: { type: 'internal', domains: [] },
  },
  'a directory entry whose name is an address': {
    item: meeting([guest(`${EXCHANGE}Ines`, 'ines@brightwater.test')]),
    expected: { people: [ines, self] },
  },
  'the same guest twice': {
    item: meeting([guest('INES@brightwater.test', 'Ines'), INES]),
    expected: { people: [ines, self] },
  },
  'a guest without an address and an empty one': {
    item: meeting([{ type: 'required', emailAddress: { name: 'Walk-in' } }, { type: 'optional' }, INES]),
    expected: { people: [ines, self] },
  },
  'an Outlook.com account with relay and real address': {
    item: invitation([INES, DANA], {
      organizer: { emailAddress: { name: 'Ines Roth', address: 'outlook_4F2C8F1E7D3A9B60@outlook.com' } },
    }),
    expected: { type: 'external', domains: ['brightwater.test'], people: [ines, self] },
  },
  'a tenant guest under its directory name': {
    item: meeting([guest('ines_brightwater.test#EXT#@harborline.onmicrosoft.com', 'Ines Roth')]),
    expected: { type: 'external', domains: ['brightwater.test'], people: [ines, self] },
  },
  'a name with an @ and no address': {
    item: meeting([{ type: 'required', emailAddress: { name: 'Ines @ Brightwater', address: '' } }, SAM]),
    expected: { type: 'internal', domains: [], people: [self, 'sam@harborline.test'] },
  },
  'a room as a resource and one invited as a person': {
    item: meeting(
      [guest('quay3@brightwater.test', 'Quay 3', { type: 'resource' }), guest('quay4@brightwater.test', 'Quay 4')],
      {
        location: {
          displayName: 'Quay 4',
          locationType: 'conferenceRoom',
          locationEmailAddress: 'Quay4@brightwater.test',
        },
      },
    ),
    expected: { type: 'internal', domains: [] },
  },
  'rooms invited as people, in the location formats of several clients': {
    item: meeting([guest('quay4@brightwater.test', 'Quay 4'), guest('quay5@brightwater.test', 'Quay 5')], {
      location: { displayName: 'Quay 4; Quay 5', locationType: 'default', uniqueIdType: 'private' },
      locations: [
        {
          displayName: 'Quay 4',
          locationUri: 'quay4@brightwater.test',
          locationType: 'conferenceRoom',
          uniqueId: 'quay4@brightwater.test',
          uniqueIdType: 'directory',
        },
        {
          displayName: 'Quay 5',
          locationType: 'default',
          uniqueId: 'Quay5@Brightwater.test',
          uniqueIdType: 'directory',
        },
      ],
    }),
    expected: { type: 'internal', domains: [], people: [self] },
  },
  'a link among several locations': {
    item: meeting([INES], {
      location: { displayName: 'Harbour office', locationType: 'default', uniqueIdType: 'private' },
      locations: [
        { displayName: 'Harbour office', locationType: 'default', uniqueIdType: 'private' },
        {
          displayName: 'Online',
          locationUri: 'https://brightwater.zoom.us/j/77',
          locationType: 'default',
          uniqueIdType: 'private',
        },
      ],
    }),
    expected: { joinUrl: 'https://brightwater.zoom.us/j/77', location: 'Harbour office' },
  },
  'guests in different tenants, one with its routing address': {
    item: meeting([guest('a@fabrikam.onmicrosoft.com'), guest('b@contoso.mail.onmicrosoft.com')]),
    expected: { domains: ['contoso.onmicrosoft.com', 'fabrikam.onmicrosoft.com'] },
  },
  'guests hidden by the organizer': {
    item: invitation([DANA], { hideAttendees: true }),
    expected: { guestsHidden: true, type: 'external' },
  },
  'removed from the calendar': {
    item: { '@odata.type': '#microsoft.graph.event', id: 'AAkGone=', '@removed': { reason: 'deleted' } },
    expected: 'cancelled',
  },
  'cancelled by its organizer': {
    item: invitation([DANA], { isCancelled: true, subject: 'Canceled: Quarterly review' }),
    expected: 'cancelled',
  },
  'an all-day event': {
    item: meeting([INES], { isAllDay: true, start: utc('00:00'), end: utc('00:00', NEXT_DAY) }),
    expected: { isAllDay: true, timeZone: 'Europe/Berlin' },
  },
  'a Windows time zone name': {
    item: meeting([INES], {
      start: { dateTime: `${DAY}T10:00:00.0000000`, timeZone: 'Tokyo Standard Time' },
      end: { dateTime: `${DAY}T11:00:00.0000000`, timeZone: 'Tokyo Standard Time' },
      originalStartTimeZone: 'Tokyo Standard Time',
    }),
    expected: { start: utcAt('01:00'), timeZone: 'Asia/Tokyo' },
  },
  'a custom mailbox zone with times in UTC': {
    item: meeting([INES], { originalStartTimeZone: 'tzone://Microsoft/Custom' }),
    expected: { start: utcAt('08:00'), timeZone: 'UTC' },
  },
  'times in a custom mailbox zone': {
    item: meeting([INES], { start: { dateTime: `${DAY}T10:00:00.0000000`, timeZone: 'Customized Time Zone' } }),
    expected: { unreadable: 'start' },
  },
  'a time without a zone, as requested in UTC': {
    item: meeting([INES], { start: { dateTime: `${DAY}T07:30:00.0000000` } }),
    expected: { start: utcAt('07:30') },
  },
  'a time with an offset': {
    item: meeting([INES], { start: { dateTime: `${DAY}T09:30:00.0000000+02:00`, timeZone: 'UTC' } }),
    expected: { start: utcAt('07:30') },
  },
  'zero duration': {
    item: meeting([INES], { end: utc('08:00') }),
    expected: { start: utcAt('08:00'), end: utcAt('08:00') },
  },
  'an end before the start': {
    item: meeting([INES], { end: utc('07:00') }),
    expected: { start: utcAt('08:00'), end: utcAt('08:00') },
  },
  'an end in the year 1, Graph’s placeholder for a missing value': {
    item: meeting([INES], { end: { dateTime: '0001-01-01T00:00:00.0000000', timeZone: 'UTC' } }),
    expected: { start: utcAt('08:00'), end: utcAt('08:00') },
  },
  'a start in the year 9999, beyond every window': {
    item: meeting([INES], {
      start: { dateTime: '9999-12-31T00:00:00.0000000', timeZone: 'UTC' },
      end: { dateTime: '9999-12-31T23:00:00.0000000', timeZone: 'UTC' },
    }),
    expected: 'no meeting',
  },
  'a private event': {
    item: meeting([INES], {
      sensitivity: 'private',
      subject: 'Oncologist',
      body: { contentType: 'text', content: 'results' },
    }),
    expected: { title: 'Private event', visibility: 'private', description: null },
  },
  'out of office': {
    item: meeting([], { showAs: 'oof' }),
    expected: 'no meeting',
  },
  'a visit shown as out of office': {
    item: meeting([INES], { showAs: 'oof' }),
    expected: { type: 'external', domains: ['brightwater.test'] },
  },
  'a meeting in Teams': {
    item: meeting([INES], {
      isOnlineMeeting: true,
      onlineMeetingProvider: 'teamsForBusiness',
      onlineMeeting: {
        joinUrl: 'https://teams.microsoft.com/l/meetup-join/19%3ameeting_Zj%40thread.v2/0?context=%7b%7d',
      },
      location: { displayName: 'Microsoft Teams Meeting', locationType: 'default', uniqueIdType: 'private' },
    }),
    expected: {
      joinUrl: 'https://teams.microsoft.com/l/meetup-join/19%3ameeting_Zj%40thread.v2/0?context=%7b%7d',
      location: 'Microsoft Teams Meeting',
    },
  },
  'an online meeting on its own host': {
    item: meeting([INES], { onlineMeeting: { joinUrl: 'https://meet.brightwater.test/abc' } }),
    expected: { joinUrl: 'https://meet.brightwater.test/abc' },
  },
  'a link with link text in a text body': {
    item: meeting([INES], {
      body: { contentType: 'text', content: 'Join the meeting now<https://teams.microsoft.com/meet/2391?p=x>\r\n____' },
    }),
    expected: { joinUrl: 'https://teams.microsoft.com/meet/2391?p=x' },
  },
  'a link on an unknown host in a text body': {
    item: meeting([INES], { body: { contentType: 'text', content: 'Join<https://zoom.us.brightwater.test/j/1>' } }),
    expected: { joinUrl: null },
  },
  'a delta occurrence with only its times': {
    item: {
      id: 'occurrence-1',
      type: 'occurrence',
      seriesMasterId: 'series-of-graph',
      start: utc('08:00'),
      end: utc('09:00'),
    },
    expected: { title: 'Occurrence', type: 'external', people: [ines, self] },
  },
  'a moved occurrence': {
    item: {
      id: 'occurrence-2',
      type: 'exception',
      seriesMasterId: 'series-of-graph',
      start: utc('08:00'),
      end: utc('09:00'),
    },
    expected: { title: 'Exception', type: 'external' },
  },
  'an unreadable occurrence among readable ones': {
    item: { id: 'occurrence-3', type: 'occurrence', seriesMasterId: 'series-of-graph' },
    expected: { unreadable: 'start' },
  },
  'a series itself': {
    item: meeting([INES], { id: 'series-of-graph', type: 'seriesMaster' }),
    expected: 'no meeting',
  },
  'an unknown event type': {
    item: meeting([INES], { type: 'floating' }),
    expected: { type: 'external' },
  },
  'fields with undocumented types': {
    item: meeting([null, 'ines', INES], {
      subject: 5,
      body: 'text',
      location: [],
      locations: {},
      organizer: { emailAddress: 'ines' },
      responseStatus: 'accepted',
      isAllDay: 'no',
      sensitivity: null,
      onlineMeeting: 'https://teams.microsoft.com',
    }),
    expected: { title: '(No title)', isAllDay: false, people: [ines] },
  },
  'guests that are not a list': {
    item: meeting([INES], { attendees: 'ines@brightwater.test' }),
    expected: { unreadable: 'attendees' },
  },
  'a start that is not a time': {
    item: meeting([INES], { start: 'tomorrow' }),
    expected: { unreadable: 'start' },
  },
});
