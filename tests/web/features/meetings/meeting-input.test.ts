import { expect, test } from 'vitest';
import {
  checkJoinLink,
  fieldsOf,
  lengthText,
  newFields,
  startOf,
  toMeetingInput,
} from '#web/features/meetings/meeting-input.ts';
import { buildMeeting } from './meeting.ts';

test.each([
  ['Asia/Kolkata', '2026-11-23T13:10:00Z', '19:00'],
  ['Asia/Kathmandu', '2026-11-23T13:15:01Z', '20:00'],
  ['Europe/Lisbon', '2026-11-23T13:00:00Z', '13:00'],
])("in %s, a new meeting starts at the top of the reader's next hour and lasts 30 minutes", (zone, now, time) => {
  expect(newFields(zone, Date.parse(now))).toMatchObject({ date: '2026-11-23', time, minutes: '30' });
});

test('a stored meeting survives a round trip through the form', () => {
  const meeting = buildMeeting({
    title: 'Intro call',
    startTime: '2026-12-31T23:30:00.000Z',
    endTime: '2027-01-01T00:20:00.000Z',
    attendees: [
      { email: 'robin@harborline.test', name: null, responseStatus: 'accepted' },
      { email: 'ines@brightwater.test', name: 'Ines Duarte', responseStatus: 'needsAction' },
    ],
    location: 'Pier 3',
  });
  for (const zone of ['America/Los_Angeles', 'UTC', 'Pacific/Auckland']) {
    const fields = fieldsOf(meeting, zone, 'robin@harborline.test');
    expect(fields).toMatchObject({ minutes: '50', guests: 'Ines Duarte <ines@brightwater.test>' });
    const start = startOf(fields, zone);
    expect(start?.toISOString()).toBe(meeting.startTime);
    expect(start && toMeetingInput(fields, start)).toEqual({
      title: 'Intro call',
      startTime: meeting.startTime,
      endTime: meeting.endTime,
      attendees: [{ email: 'ines@brightwater.test', name: 'Ines Duarte' }],
      location: 'Pier 3',
      description: meeting.description ?? undefined,
    });
  }
});

test('startOf returns null without a date or time', () => {
  expect(startOf({ date: '', time: '14:00' }, 'UTC')).toBeNull();
  expect(startOf({ date: '2026-12-01', time: '' }, 'UTC')).toBeNull();
});

test.each([
  [1, '1 minute'],
  [45, '45 minutes'],
  [60, '1 hour'],
  [120, '2 hours'],
  [90, '1 h 30 min'],
])('%i min is written as %s', (minutes, text) => {
  expect(lengthText(minutes)).toBe(text);
});

test('checkJoinLink accepts an https URL of up to 2000 characters, or none', () => {
  const error = 'Please enter a URL that starts with https://';
  expect(
    ['', ' https://meet.example.com/a ', 'http://meet.example.com/a', 'meet.example.com'].map(checkJoinLink),
  ).toEqual([undefined, undefined, error, error]);
  expect(checkJoinLink(`https://meet.example.com/${'x'.repeat(2000)}`)).toBe('Maximum 2000 characters');
});
