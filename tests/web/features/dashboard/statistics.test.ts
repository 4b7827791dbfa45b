import { expect, test } from 'vitest';
import { statistics } from '#web/features/dashboard/stat-cards.tsx';
import { keepReaderLocale } from '#web/features/time/reader-locale.ts';

const data = {
  totalMeetings: 31,
  internalMeetings: 12,
  externalMeetings: 16,
  mixedMeetings: 3,
  topExternalDomains: [{ domain: 'brightwater.test', count: 6 }],
  averageExternalAttendeesPerMeeting: 1.84,
  change: { totalPercent: 12, averageExternalAttendees: 0.5 },
};

test('the four cards show totals, the average and the top domain', () => {
  expect(statistics(data).map(({ name, value, caption }) => [name, value, caption])).toEqual([
    ['Total Meetings', '31', 'past and upcoming'],
    ['External Meetings', '19', '61% of total, 3 mixed'],
    ['Avg. External Attendees', '1.8', 'per external meeting'],
    ['Top External Domain', 'brightwater.test (6 meetings)', 'most frequent company'],
  ]);
});

test('the cards show 0% and no domain when there are no meetings', () => {
  const none = { ...data, totalMeetings: 0, externalMeetings: 0, mixedMeetings: 0, topExternalDomains: [] };
  const [, external, , top] = statistics(none);
  expect(external).toMatchObject({ value: '0', caption: '0% of total' });
  expect(top?.value).toBe('N/A');
});

test('the top domain uses the singular for one meeting', () => {
  const [, , , top] = statistics({ ...data, topExternalDomains: [{ domain: 'a.test', count: 1 }] });
  expect(top?.value).toBe('a.test (1 meeting)');
});

test('two cards show the 30-day change, or "No earlier data"', () => {
  const changes = (change: typeof data.change | { totalPercent: null; averageExternalAttendees: null }) =>
    statistics({ ...data, change }).map((card) => card.change?.text ?? null);
  expect(changes(data.change)).toEqual(['+12%', null, '+0.5', null]);
  expect(changes({ totalPercent: -8, averageExternalAttendees: -1 })).toEqual(['−8%', null, '−1.0', null]);
  expect(changes({ totalPercent: 0, averageExternalAttendees: 0 })).toEqual(['±0%', null, '±0.0', null]);
  expect(changes({ totalPercent: null, averageExternalAttendees: null })).toEqual([
    'No earlier data',
    null,
    'No earlier data',
    null,
  ]);
});

test("the cards format numbers in the reader's locale", () => {
  keepReaderLocale({ locale: 'de-DE', hourCycle: null });
  const cards = statistics(data);
  keepReaderLocale({ locale: 'en-GB', hourCycle: null });
  expect(cards[2]).toMatchObject({ value: '1,8', change: { text: '+0,5' } });
});
