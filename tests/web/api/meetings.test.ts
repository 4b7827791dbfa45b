import { expect, test } from 'vitest';
import { rangeDates } from '#web/api/meetings.ts';

const now = Date.parse('2026-11-21T10:00:00.000Z');

test('rangeDates covers the next 30 days, the last 30, or everything', () => {
  expect(rangeDates('upcoming', now)).toEqual({
    startDate: '2026-11-21T10:00:00.000Z',
    endDate: '2026-12-21T10:00:00.000Z',
  });
  expect(rangeDates('past', now)).toEqual({
    startDate: '2026-10-22T10:00:00.000Z',
    endDate: '2026-11-21T10:00:00.000Z',
  });
  expect(rangeDates('all', now)).toEqual({});
});
