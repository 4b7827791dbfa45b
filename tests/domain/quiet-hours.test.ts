import { describe, expect, test } from 'vitest';
import { quietSpanAt } from '#domain/quiet-hours.ts';

const night = { start: '22:00', end: '07:00' };
const spanAt = (instant: string, hours = night, timeZone = 'Europe/Berlin') => {
  const span = quietSpanAt(new Date(instant), hours, timeZone);
  return span && [span.start.toISOString(), span.end.toISOString()];
};

describe('quietSpanAt', () => {
  const span = ['2026-11-21T21:00:00.000Z', '2026-11-22T06:00:00.000Z'];

  test('includes the start and excludes the end', () => {
    expect(spanAt('2026-11-21T20:59:59.999Z')).toBeNull();
    expect(spanAt('2026-11-21T21:00:00.000Z')).toEqual(span);
    expect(spanAt('2026-11-22T05:59:59.999Z')).toEqual(span);
    expect(spanAt('2026-11-22T06:00:00.000Z')).toBeNull();
  });

  test('supports quiet hours within one day', () => {
    const noon = { start: '12:00', end: '13:30' };
    expect(spanAt('2026-11-21T11:30:00Z', noon)).toEqual(['2026-11-21T11:00:00.000Z', '2026-11-21T12:30:00.000Z']);
    expect(spanAt('2026-11-21T12:30:00Z', noon)).toBeNull();
  });

  test('uses the date in the user’s time zone', () => {
    expect(spanAt('2026-11-21T10:00:00Z', night, 'Pacific/Kiritimati')).toEqual([
      '2026-11-21T08:00:00.000Z',
      '2026-11-21T17:00:00.000Z',
    ]);
    expect(spanAt('2026-11-21T18:00:00Z', night, 'Asia/Kathmandu')).toEqual([
      '2026-11-21T16:15:00.000Z',
      '2026-11-22T01:15:00.000Z',
    ]);
  });

  test('returns a span one hour shorter or longer when the clocks change', () => {
    expect(spanAt('2026-03-29T00:30:00Z')).toEqual(['2026-03-28T21:00:00.000Z', '2026-03-29T05:00:00.000Z']);
    expect(spanAt('2026-10-25T00:30:00Z')).toEqual(['2026-10-24T20:00:00.000Z', '2026-10-25T06:00:00.000Z']);
  });

  test('reads an end time skipped by the clock change as standard time', () => {
    const hours = { start: '22:00', end: '02:30' };
    expect(spanAt('2026-03-29T00:30:00Z', hours)).toEqual(['2026-03-28T21:00:00.000Z', '2026-03-29T01:30:00.000Z']);
  });

  test('returns null without quiet hours', () => {
    expect(quietSpanAt(new Date(), null, 'Europe/Berlin')).toBeNull();
  });
});
