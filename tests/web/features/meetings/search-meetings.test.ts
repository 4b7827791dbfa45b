import { expect, test } from 'vitest';
import { searchMeetings } from '#web/features/meetings/search-meetings.ts';
import { buildMeeting } from './meeting.ts';

const brightwater = buildMeeting();
const standup = buildMeeting({
  title: 'Standup',
  externalDomains: [],
  attendees: [{ email: 'Sam@harborline.test', name: null, responseStatus: 'accepted' }],
});

test.each([
  ['İzmir Toplantısı', 'izmir'],
  ['izmir', 'İZMİR'],
  ['Işık', 'ışık'],
  ['Zoe\u0301 Dupre\u0301', 'zoé dupré'],
  ['Zoé Dupré', 'zoe\u0301'],
  ['Ana Müller', 'muller'],
])('a meeting called %s is found by %s', (title, words) => {
  const named = buildMeeting({ title });
  expect(searchMeetings([named, standup], words)).toEqual([named]);
});

test.each([
  ['a title finds its meeting', 'BRIGHT', [brightwater]],
  ['a guest name finds the meeting', 'okafor', [brightwater]],
  ['a guest address finds the meeting', 'sam@', [standup]],
  ['an external domain finds the meeting', 'water.test', [brightwater]],
  ['only spaces finds every meeting', '   ', [brightwater, standup]],
  ['unknown words finds nothing', 'zzz', []],
])('a search for %s', (_, words, found) => {
  expect(searchMeetings([brightwater, standup], words)).toEqual(found);
});
