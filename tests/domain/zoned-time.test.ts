import { describe, expect, test } from 'vitest';
import { instantOf, localTime, startOfDay } from '#domain/zoned-time.ts';

describe('the start of the day', () => {
  test.for([
    ['2026-07-01', 'Europe/Berlin', '2026-06-30T22:00:00Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00Z'],
    ['2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00Z'],
    ['2026-01-01', 'Asia/Kolkata', '2025-12-31T18:30:00Z'],
    // The clocks go forward at midnight, so the day starts at 01:00.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00Z'],
    ['2026-01-01', 'Not/A_Zone', '2026-01-01T00:00:00Z'],
  ] as const)('on %s in %s is %s', ([date, timeZone, instant]) => {
    expect(startOfDay(date, timeZone)).toEqual(new Date(instant));
  });
});

test.each([
  ['Asia/Tokyo', '2026-03-03T08:30'],
  ['America/St_Johns', '2026-03-02T20:00'],
  ['Not/A_Zone', '2026-03-02T23:30'],
])('the wall clock in %s shows %s', (timeZone, shown) => {
  expect(localTime(new Date('2026-03-02T23:30:59Z'), timeZone)).toBe(shown);
});

describe('the instant of a wall-clock time', () => {
  test.for([
    ['2026-07-01T09:30:00.0000000', 'America/New_York', '2026-07-01T13:30:00Z'],
    ['2026-12-01T09:30:00.5', 'America/New_York', '2026-12-01T14:30:00.500Z'],
    ['2026-07-01T09:30:00', 'UTC', '2026-07-01T09:30:00Z'],
    // Skipped: the clocks go from 02:00 to 03:00.
    ['2026-03-29T02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
    // Occurs twice: the first one counts.
    ['2026-10-25T02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
    ['2026-11-01T01:30:00', 'America/New_York', '2026-11-01T05:30:00Z'],
  ] as const)('%s in %s is %s', ([wallTime, timeZone, instant]) => {
    expect(instantOf(wallTime, timeZone)).toEqual(new Date(instant));
  });

  test('is an invalid date for unreadable text', () => {
    expect(Number.isNaN(instantOf('soon', 'Europe/Berlin').getTime())).toBe(true);
  });
});
