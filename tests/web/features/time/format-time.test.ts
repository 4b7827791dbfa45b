import { afterEach, describe, expect, test } from 'vitest';
import { DEFAULT_READER_LOCALE } from '#contract/locale.ts';
import {
  agoText,
  allDayText,
  dayKey,
  exampleText,
  longDayText,
  momentText,
  nearDayText,
  resetText,
  timeRangeText,
  timeValue,
  zoneText,
} from '#web/features/time/format-time.ts';
import { numberText } from '#web/features/time/number-text.ts';
import { keepReaderLocale } from '#web/features/time/reader-locale.ts';

afterEach(() => keepReaderLocale(DEFAULT_READER_LOCALE));

const now = Date.parse('2026-11-21T22:30:00.000Z');

test('times are shown in the given zone, before and after a clock change', () => {
  expect(timeRangeText('2026-11-21T12:30:00.000Z', '2026-11-21T13:00:00.000Z', 'Europe/Berlin')).toBe('13:30 – 14:00');
  expect(timeRangeText('2026-07-21T12:30:00.000Z', '2026-07-21T13:00:00.000Z', 'Europe/Berlin')).toBe('14:30 – 15:00');
  expect(timeRangeText('2026-11-21T00:00:00.000Z', '2026-11-21T00:30:00.000Z', 'UTC')).toBe('00:00 – 00:30');
});

test('a range includes the end day if it differs from the start day', () => {
  expect(timeRangeText('2026-11-23T21:00:00.000Z', '2026-11-24T00:00:00.000Z', 'Europe/Berlin')).toBe(
    '22:00 – Tue 24 Nov, 01:00',
  );
  expect(allDayText('2026-11-22T23:00:00.000Z', '2026-11-23T23:00:00.000Z', 'Europe/Berlin')).toBe('all day');
  expect(allDayText('2026-11-22T23:00:00.000Z', '2026-11-25T23:00:00.000Z', 'Europe/Berlin')).toBe(
    'all day until Wed 25 Nov',
  );
  expect(allDayText('2026-11-23T00:00:00.000Z', '2026-11-23T00:00:00.000Z', 'UTC')).toBe('all day');
});

test('zoneText returns the short zone name at the given instant', () => {
  expect(zoneText('2026-11-21T12:30:00.000Z', 'Europe/Berlin')).toBe('CET');
  expect(zoneText('2026-07-21T12:30:00.000Z', 'Europe/Berlin')).toBe('CEST');
  expect(zoneText('2026-07-21T12:30:00.000Z', 'UTC')).toBe('UTC');
});

test('nearDayText determines today in the given zone', () => {
  expect(nearDayText('2026-11-21T23:30:00.000Z', 'UTC', now)).toBe('Today');
  expect(nearDayText('2026-11-21T23:30:00.000Z', 'Europe/Berlin', now)).toBe('Tomorrow');
  expect(nearDayText('2026-11-20T12:00:00.000Z', 'UTC', now)).toBe('Yesterday');
  expect(nearDayText('2026-11-24T12:00:00.000Z', 'UTC', now)).toBeNull();
});

describe('resetText', () => {
  test.each([
    ['2026-11-21T23:00:00.000Z', 'today'],
    ['2026-11-22T23:00:00.000Z', 'tomorrow'],
    ['2026-11-23T00:00:00.000Z', 'in 2 days'],
    ['2026-11-28T00:00:00.000Z', 'in 7 days'],
    ['2026-11-29T00:00:00.000Z', 'on 29 November 2026'],
  ])('writes %s as "%s"', (iso, text) => {
    expect(resetText(iso, 'UTC', now)).toBe(text);
  });
});

test.each([
  ['2026-11-21T22:29:30.000Z', 'just now'],
  ['2026-11-21T22:29:00.000Z', '1 minute ago'],
  ['2026-11-21T20:00:00.000Z', '2 hours ago'],
  ['2026-11-18T22:00:00.000Z', '3 days ago'],
])('agoText writes %s as "%s"', (iso, text) => {
  expect(agoText(iso, now)).toBe(text);
});

test.each([
  ['en-GB', null, '13:05 – 14:00', 'Saturday 21 November', '21 Nov, 13:05', '1,234'],
  ['en-US', null, '1:05 PM – 2:00 PM', 'Saturday, November 21', 'Nov 21, 1:05 PM', '1,234'],
  ['de-DE', null, '13:05 – 14:00', 'Saturday, 21 November', '21 Nov, 13:05', '1.234'],
  ['de-DE', 'h12', '1:05 pm – 2:00 pm', 'Saturday, 21 November', '21 Nov, 1:05 pm', '1.234'],
] as const)('locale %s with clock %s shows times like %s', (locale, hourCycle, hours, day, moment, number) => {
  keepReaderLocale({ locale, hourCycle });
  const [start, end] = ['2026-11-21T13:05:00.000Z', '2026-11-21T14:00:00.000Z'];
  const plain = (text: string) => text.replaceAll('\u202f', ' ');
  expect(plain(timeRangeText(start, end, 'UTC'))).toBe(hours);
  expect(longDayText(start, 'UTC', now)).toBe(day);
  expect(plain(momentText(start, 'UTC'))).toBe(moment);
  expect(numberText(1234)).toBe(number);
  // Form fields need fixed formats, regardless of locale.
  expect([dayKey(start, 'UTC'), timeValue(start, 'UTC')]).toEqual(['2026-11-21', '13:05']);
});

test('exampleText writes 12:05 pm as 0:05 in Japanese', () => {
  const reader = { locale: 'ja-JP', hourCycle: 'h12' } as const;
  const noon = '2026-11-21T12:05:00.000Z';
  expect(exampleText(noon, 'UTC', { ...reader, language: 'ja' })).toContain('午後0:05');
  expect(exampleText(noon, 'UTC', { ...reader, language: 'en' })).toMatch(/12:05\spm/i);
});
