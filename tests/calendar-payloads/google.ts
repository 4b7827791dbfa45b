import { DAY, LONG_ID, NEXT_DAY, named, utcAt } from './payload.ts';

/**
 * Items of `events.list`, modelled on Google's reference
 * (https://developers.google.com/workspace/calendar/api/v3/reference/events) and recorded
 * responses; the calendar is in Berlin.
 */

const DANA = { email: 'dana@harborline.test', self: true };
const INES = { email: 'ines@brightwater.test', displayName: 'Ines Roth', responseStatus: 'accepted' };
const SAM = { email: 'sam@harborline.test', responseStatus: 'accepted' };

let count = 0;

/** Adds the fields every event has. */
function item(event: Record<string, unknown>): Record<string, unknown> {
  count += 1;
  const id = `p${String(count).padStart(2, '0')}fgoi4l9vd1m1bqk3h1lr2nqo`;
  return {
    kind: 'calendar#event',
    etag: `"34801${count}8840000000"`,
    id,
    status: 'confirmed',
    htmlLink: `https://www.google.com/calendar/event?eid=${id}`,
    created: '2026-01-19T02:06:28.000Z',
    updated: '2026-01-19T02:08:36.565Z',
    summary: 'Quarterly review',
    creator: DANA,
    organizer: DANA,
    start: { dateTime: `${DAY}T10:00:00+02:00`, timeZone: 'Europe/Berlin' },
    end: { dateTime: `${DAY}T11:00:00+02:00`, timeZone: 'Europe/Berlin' },
    iCalUID: `${id}@google.com`,
    sequence: 0,
    reminders: { useDefault: true },
    eventType: 'default',
    ...event,
  };
}

/** Returns an event with guests, organized by the calendar's owner. */
function meeting(guests: readonly unknown[], event: Record<string, unknown> = {}): Record<string, unknown> {
  return item({ attendees: [{ ...DANA, organizer: true, responseStatus: 'accepted' }, ...guests], ...event });
}

const self = 'dana@harborline.test';
const ines = '+ines@brightwater.test';

export const googlePayloads = named({
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
  'an unanswered invitation from a guest': {
    item: item({
      creator: { email: 'ines@brightwater.test' },
      organizer: { email: 'ines@brightwater.test', displayName: 'Ines Roth' },
      attendees: [
        { ...INES, organizer: true },
        { ...DANA, responseStatus: 'needsAction' },
      ],
    }),
    expected: { type: 'external', answer: 'needsAction', people: [ines, self] },
  },
  'the user organizes under another, unlisted address': {
    item: meeting([SAM], {
      attendees: [{ ...DANA, responseStatus: 'accepted' }, SAM],
      organizer: { email: 'dana.vale@alias.example', displayName: 'Dana Vale', self: true },
    }),
    expected: { type: 'internal', domains: [], people: [self, 'sam@harborline.test'] },
  },
  'the user organizes without being listed': {
    item: item({ organizer: { email: 'dana.vale@alias.example', self: true }, attendees: [SAM] }),
    expected: { type: 'internal', people: ['dana.vale@alias.example', 'sam@harborline.test'] },
  },
  'the organizer is listed under another address': {
    item: item({
      organizer: { email: 'ines@brightwater.example', displayName: 'Ines Roth' },
      attendees: [{ ...INES, organizer: true }, DANA],
    }),
    expected: { people: [ines, self], domains: ['brightwater.test'] },
  },
  'an event Google found in an email, in the format before event types': {
    item: item({
      organizer: { email: 'unknownorganizer@calendar.google.com', displayName: 'Unknown Organizer' },
      attendees: [{ ...DANA, responseStatus: 'accepted' }],
      visibility: 'private',
      privateCopy: true,
      guestsCanInviteOthers: false,
      transparency: 'transparent',
      source: { url: 'https://mail.google.com/mail?extsrc=cal', title: '' },
      eventType: undefined,
    }),
    expected: { type: 'internal', visibility: 'private', people: [self] },
  },
  'a placeholder organizer beside a guest': {
    item: meeting([INES], { organizer: { email: 'unknownorganizer@calendar.google.com' } }),
    expected: { type: 'external', domains: ['brightwater.test'], people: [ines, self] },
  },
  'a shared calendar that invites itself': {
    item: item({
      organizer: { email: 'c_9f3a@group.calendar.google.com', displayName: 'Team', self: true },
      attendees: [{ email: 'c_9f3a@group.calendar.google.com', self: true, organizer: true }, SAM],
    }),
    expected: { type: 'internal', people: ['sam@harborline.test'] },
  },
  'rooms marked as resources, on any host': {
    item: meeting([
      {
        email: 'c_188a@resource.calendar.google.com',
        displayName: 'Quay 3',
        resource: true,
        responseStatus: 'accepted',
      },
      { email: 'board@rooms.brightwater.test', resource: true, responseStatus: 'accepted' },
    ]),
    expected: { type: 'internal', people: [self] },
  },
  'a consumer mailing list': {
    item: meeting([{ email: 'harbour-watchers@googlegroups.com', responseStatus: 'needsAction' }]),
    expected: { type: 'external', domains: [], people: ['+harbour-watchers@googlegroups.com', self] },
  },
  'the same guest twice, in capitals and as name with address': {
    item: meeting([INES, { email: 'Ines@Brightwater.test' }, { email: 'Ines Roth <ines@brightwater.test>' }]),
    expected: { people: [ines, self] },
  },
  'an iCloud invitation with relay and real address': {
    item: item({
      organizer: { email: '2_gu4dkojxgiztqnjygu4tomrt@imip.me.com', displayName: 'Ines Roth' },
      attendees: [
        { email: '2_gu4dkojxgiztqnjygu4tomrt@imip.me.com', displayName: 'Ines Roth', organizer: true },
        INES,
        { ...DANA, responseStatus: 'accepted' },
      ],
    }),
    expected: { type: 'external', domains: ['brightwater.test'], people: [ines, self] },
  },
  'an iCloud invitation with only the relay address': {
    item: item({
      organizer: { email: '2_gu4dkojxgiztqnjygu4tomrt@imip.me.com', displayName: 'Ines Roth' },
      attendees: [{ ...DANA, responseStatus: 'accepted' }],
    }),
    expected: { type: 'external', domains: [], people: ['+2_gu4dkojxgiztqnjygu4tomrt@imip.me.com', self] },
  },
  'guests rewritten to another host by a sync tool': {
    item: meeting([{ email: '10489844856491519570@localhost' }, { email: '12212514355089931070@10.0.0.1' }]),
    expected: { type: 'internal', domains: [], people: [self] },
  },
  'a guest on a non-ASCII host, in both spellings': {
    item: meeting([{ email: 'jo@Münchner-Werft.test' }, { email: 'jo@xn--mnchner-werft-wob.test' }]),
    expected: { domains: ['xn--mnchner-werft-wob.test'], people: ['+jo@xn--mnchner-werft-wob.test', self] },
  },
  'another verified address of the user': {
    item: meeting([{ email: 'Dana@OldName.test', responseStatus: 'accepted' }]),
    expected: { type: 'internal' },
  },
  'the user again, with a tagged address': {
    item: meeting([{ email: 'dana+bookings@harborline.test' }, INES]),
    expected: { type: 'external', people: [ines, 'dana+bookings@harborline.test', self] },
  },
  'an event created by a service account that invited itself': {
    item: item({
      creator: { email: 'booking@harbor-app-12.iam.gserviceaccount.com' },
      organizer: { email: 'booking@harbor-app-12.iam.gserviceaccount.com' },
      attendees: [
        { email: 'booking@harbor-app-12.iam.gserviceaccount.com', organizer: true, responseStatus: 'accepted' },
        { ...DANA, responseStatus: 'accepted' },
      ],
    }),
    expected: { type: 'internal', domains: [], people: [self] },
  },
  'guests in different tenants of one mail service': {
    item: meeting([{ email: 'a@fabrikam.onmicrosoft.com' }, { email: 'b@contoso.onmicrosoft.com' }]),
    expected: { domains: ['contoso.onmicrosoft.com', 'fabrikam.onmicrosoft.com'] },
  },
  'guests with free-mail addresses': {
    item: meeting([{ email: 'kim@gmail.com', responseStatus: 'tentative' }]),
    expected: { type: 'external', domains: [], people: ['+kim@gmail.com', self] },
  },
  'guests hidden by the organizer': {
    item: item({
      organizer: { email: 'ines@brightwater.test' },
      attendees: [{ ...DANA, responseStatus: 'accepted' }],
      guestsCanSeeOtherGuests: false,
    }),
    expected: { type: 'external', guestsHidden: true, people: [ines, self] },
  },
  'more guests than Google lists': {
    item: item({ attendees: [DANA], attendeesOmitted: true }),
    expected: { type: 'external', guestsHidden: true },
  },
  'declined by the user': {
    item: item({
      organizer: { email: 'ines@brightwater.test' },
      attendees: [INES, { ...DANA, responseStatus: 'declined' }],
    }),
    expected: { answer: 'declined' },
  },
  'an all-day event': {
    item: meeting([INES], { start: { date: DAY }, end: { date: NEXT_DAY } }),
    expected: { isAllDay: true, timeZone: 'Europe/Berlin' },
  },
  'an all-day event whose date includes a time': {
    item: meeting([INES], { start: { date: `${DAY}T00:00:00` }, end: { date: NEXT_DAY } }),
    expected: { unreadable: 'start' },
  },
  'an impossible date': {
    item: meeting([INES], { start: { date: '2026-02-30' }, end: { date: '2026-03-01' } }),
    expected: { unreadable: 'start' },
  },
  'a time without an offset, in its own zone': {
    item: meeting([INES], {
      start: { dateTime: `${DAY}T10:00:00`, timeZone: 'Asia/Kolkata' },
      end: { dateTime: `${DAY}T11:00:00`, timeZone: 'Asia/Kolkata' },
    }),
    expected: { start: utcAt('04:30'), end: utcAt('05:30'), timeZone: 'Asia/Kolkata' },
  },
  'a time without offset or zone, read in the calendar’s zone': {
    item: meeting([INES], { start: { dateTime: `${DAY}T10:00:00` }, end: { dateTime: `${DAY}T11:00:00` } }),
    expected: { timeZone: 'Europe/Berlin' },
  },
  'a Windows time zone name': {
    item: meeting([INES], {
      start: { dateTime: `${DAY}T10:00:00`, timeZone: 'Tokyo Standard Time' },
      end: { dateTime: `${DAY}T11:00:00`, timeZone: 'Tokyo Standard Time' },
    }),
    expected: { start: utcAt('01:00'), timeZone: 'Asia/Tokyo' },
  },
  'zero duration': {
    item: meeting([INES], { end: { dateTime: `${DAY}T10:00:00+02:00` }, endTimeUnspecified: true }),
    expected: { start: utcAt('08:00'), end: utcAt('08:00') },
  },
  'an explicitly open end': {
    item: meeting([INES], { end: undefined, endTimeUnspecified: true }),
    expected: { start: utcAt('08:00'), end: utcAt('08:00'), type: 'external' },
  },
  'a missing end': {
    item: meeting([INES], { end: undefined }),
    expected: { unreadable: 'end' },
  },
  'an end before the start': {
    item: meeting([INES], { end: { dateTime: `${DAY}T09:00:00+02:00` } }),
    expected: { start: utcAt('08:00'), end: utcAt('08:00') },
  },
  'an end in the year 9999': {
    item: meeting([INES], { end: { dateTime: '9999-12-31T23:59:59Z' } }),
    expected: { start: utcAt('08:00'), end: '9999-12-31T23:59:59.000Z' },
  },
  'an end beyond the year 9999': {
    item: meeting([INES], { end: { dateTime: '9999-12-31T23:59:59-12:00' } }),
    expected: { unreadable: 'end' },
  },
  'no start': {
    item: meeting([INES], { start: undefined }),
    expected: { unreadable: 'start' },
  },
  'a cancelled occurrence with little more than its id': {
    item: {
      kind: 'calendar#event',
      id: 'gone_20260131T170000Z',
      status: 'cancelled',
      recurringEventId: 'gone',
      originalStartTime: { dateTime: '2026-01-31T14:00:00-03:00' },
    },
    expected: 'cancelled',
  },
  'a moved occurrence of a series': {
    item: meeting([INES], {
      recurringEventId: '7sull595rv5apd9mr77a6g0s0h',
      originalStartTime: { dateTime: `${DAY}T07:00:00+02:00`, timeZone: 'Europe/Berlin' },
    }),
    expected: { start: utcAt('08:00'), type: 'external' },
  },
  'out of office': {
    item: item({
      eventType: 'outOfOffice',
      outOfOfficeProperties: { autoDeclineMode: 'declineAllConflictingInvitations' },
    }),
    expected: 'no meeting',
  },
  'focus time': {
    item: item({ eventType: 'focusTime', focusTimeProperties: { chatStatus: 'doNotDisturb' } }),
    expected: 'no meeting',
  },
  'an all-day working location': {
    item: item({
      eventType: 'workingLocation',
      start: { date: DAY },
      end: { date: NEXT_DAY },
      visibility: 'public',
      transparency: 'transparent',
      workingLocationProperties: { type: 'homeOffice', homeOffice: {} },
    }),
    expected: 'no meeting',
  },
  'a birthday': {
    item: item({
      eventType: 'birthday',
      start: { date: DAY },
      end: { date: NEXT_DAY },
      birthdayProperties: { type: 'birthday' },
    }),
    expected: 'no meeting',
  },
  'an event created from an email': {
    item: item({ eventType: 'fromGmail', locked: true, privateCopy: true }),
    expected: 'no meeting',
  },
  'a Meet conference with phone numbers': {
    item: meeting([INES], {
      hangoutLink: 'https://meet.google.com/abc-defg-hij',
      conferenceData: {
        entryPoints: [
          {
            entryPointType: 'video',
            uri: 'https://meet.google.com/abc-defg-hij',
            label: 'meet.google.com/abc-defg-hij',
          },
          { entryPointType: 'more', uri: 'https://tel.meet/abc-defg-hij?pin=123', pin: '123' },
          { entryPointType: 'phone', uri: 'tel:+49-30-1234', label: '+49 30 1234', pin: '456', regionCode: 'DE' },
        ],
        conferenceSolution: { key: { type: 'hangoutsMeet' }, name: 'Google Meet' },
        conferenceId: 'abc-defg-hij',
      },
    }),
    expected: { joinUrl: 'https://meet.google.com/abc-defg-hij' },
  },
  'an add-on conference on its own host': {
    item: meeting([INES], {
      conferenceData: {
        entryPoints: [
          { entryPointType: 'video', uri: 'https://talk.brightwater.test/r/7?k=x', label: 'Brightwater Talk' },
        ],
        conferenceSolution: { key: { type: 'addOn' }, name: 'Brightwater Talk' },
      },
      description: 'https://zoom.us/j/1',
    }),
    expected: { joinUrl: 'https://talk.brightwater.test/r/7?k=x' },
  },
  'a conference entry that is not a web page': {
    item: meeting([INES], {
      conferenceData: {
        entryPoints: [{ entryPointType: 'video', uri: 'javascript:alert(1)' }, { entryPointType: 'video' }],
      },
      location: 'https://brightwater.webex.com/meet/ines',
    }),
    expected: { joinUrl: 'https://brightwater.webex.com/meet/ines' },
  },
  'an HTML description with a link': {
    item: meeting([INES], { description: '<a href="https://us02web.zoom.us/j/8?pwd=a&amp;b=c">Join</a>' }),
    expected: { joinUrl: 'https://us02web.zoom.us/j/8?pwd=a&b=c' },
  },
  'a link rewritten by a mail filter': {
    item: meeting([INES], {
      description:
        'Join: <a href="https://urldefense.com/v3/__https://brightwater.zoom.us/j/987?pwd=a.1__;!!Km9xQ!x9-Zt$">here</a>',
    }),
    expected: { joinUrl: 'https://brightwater.zoom.us/j/987?pwd=a.1' },
  },
  'a link without a scheme as the location': {
    item: meeting([INES], {
      location: 'brightwater.zoom.us/j/55',
      description: 'https://meet.google.com/abc-defg-hij',
    }),
    expected: { joinUrl: 'https://brightwater.zoom.us/j/55', location: 'brightwater.zoom.us/j/55' },
  },
  'a link directly followed by Chinese text': {
    item: meeting([INES], { description: '会议链接：https://meeting.tencent.com/dm/abcDEF。会议密码：1234' }),
    expected: { joinUrl: 'https://meeting.tencent.com/dm/abcDEF' },
  },
  'pages on a meeting host that are not meetings': {
    item: meeting([INES], {
      location: 'https://meet.google.com/linkredirect?dest=https%3A%2F%2Fbrightwater.test%2Fagenda',
      description: 'Help: https://help.webex.com/landing/gettingstarted',
    }),
    expected: { joinUrl: null },
  },
  'a confidential event': {
    item: meeting([INES], {
      visibility: 'confidential',
      summary: 'Oncologist',
      description: 'results',
      location: 'Ward 7',
    }),
    expected: { title: 'Private event', visibility: 'private', description: null, location: null },
  },
  'no title and no people': {
    item: item({ summary: undefined }),
    expected: { title: '(No title)', type: 'internal', people: [] },
  },
  'fields with undocumented types': {
    item: meeting([null, 'ines', 7, { email: 5 }, INES], {
      summary: ['Review'],
      location: { displayName: 'Quay' },
      organizer: 'dana@harborline.test',
      conferenceData: { entryPoints: { video: 'x' } },
      visibility: 4,
      eventType: {},
    }),
    expected: { title: '(No title)', location: null, people: [ines, self] },
  },
  'guests that are not a list': {
    item: item({ attendees: { ines: 'ines@brightwater.test' } }),
    expected: { unreadable: 'attendees' },
  },
  'an id too long for an index': {
    item: item({ id: LONG_ID }),
    expected: { unreadable: 'id' },
  },
});
