import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digestBefore, latestDigest } from '#domain/digest-schedule.ts';

const berlin = { quietHours: null, timezone: 'Europe/Berlin' };
const digestAt = (now: string, settings: Parameters<typeof latestDigest>[0] = berlin) =>
  latestDigest(settings, new Date(now));

describe('the daily digest', () => {
  test('is due at 07:00 local time, before and after clock changes', () => {
    expect(digestAt('2026-11-21T05:59:59Z')).toMatchObject({ date: '2026-11-20' });
    expect(digestAt('2026-11-21T06:00:00Z')).toMatchObject({ date: '2026-11-21', at: new Date('2026-11-21T06:00Z') });
    expect(digestAt('2026-03-29T12:00:00Z').at).toEqual(new Date('2026-03-29T05:00Z'));
    expect(digestAt('2026-10-25T12:00:00Z').at).toEqual(new Date('2026-10-25T06:00Z'));
  });

  test('waits for the end of quiet hours', () => {
    const lateRiser = { ...berlin, quietHours: { start: '22:00', end: '08:30' } };
    expect(digestAt('2026-11-21T07:29:00Z', lateRiser).date).toBe('2026-11-20');
    expect(digestAt('2026-11-21T07:30:00Z', lateRiser)).toMatchObject({ date: '2026-11-21' });
    const awakeForAnHour = { ...berlin, quietHours: { start: '06:00', end: '05:00' } };
    expect(digestAt('2026-11-21T04:30:00Z', awakeForAnHour)).toMatchObject({
      date: '2026-11-20',
      at: new Date('2026-11-21T04:00Z'),
    });
  });

  test('covers meetings from an hour after it is due until an hour after the next one', () => {
    expect(digestAt('2026-11-21T09:00:00Z')).toMatchObject({
      from: new Date('2026-11-21T07:00Z'),
      until: new Date('2026-11-22T07:00Z'),
    });
    expect(digestBefore(berlin, new Date('2026-11-21T06:59:59Z'))).toEqual(new Date('2026-11-20T06:00Z'));
    expect(digestBefore(berlin, new Date('2026-11-21T07:00:00Z'))).toEqual(new Date('2026-11-21T06:00Z'));
  });

  test('that digestBefore returns for a meeting covers it, and the next one begins where it ends', () => {
    const clock = fc.integer({ min: 0, max: 47 }).map((half) => {
      const hours = String(Math.floor(half / 2)).padStart(2, '0');
      return `${hours}:${half % 2 === 0 ? '00' : '30'}`;
    });
    const cases = fc.record({
      timezone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'),
      quietHours: fc.option(fc.record({ start: clock, end: clock }).filter(({ start, end }) => start !== end)),
      minute: fc.integer({ min: 0, max: 525_600 }),
    });
    fc.assert(
      fc.property(cases, ({ minute, ...settings }) => {
        const start = new Date(Date.UTC(2026, 0, 1) + minute * 60_000);
        const digest = latestDigest(settings, digestBefore(settings, start));
        expect(digest.from.getTime()).toBeLessThanOrEqual(start.getTime());
        expect(digest.until.getTime()).toBeGreaterThan(start.getTime());
        expect(latestDigest(settings, digestBefore(settings, digest.until)).from).toEqual(digest.until);
      }),
    );
  });
});
