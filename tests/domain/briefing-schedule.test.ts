import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { briefingDueAt, briefingJitterMs, isMoveWorthTelling, timeBriefing } from '#domain/briefing-schedule.ts';
import { quietSpanAt } from '#domain/quiet-hours.ts';

const meetingId = '0192e4a0-0000-7000-8000-000000000001';
const start = new Date('2026-11-21T13:30:00.000Z');

const minutesBefore = (minutes: number) => new Date(start.getTime() - minutes * 60_000);
const plain = { meetingId, start, leadMinutes: 120, quietHours: null, timezone: 'Europe/Berlin', isDigest: false };
const timingAt = (now: Date, leadMinutes = 120) => timeBriefing({ ...plain, leadMinutes, now });

describe('a briefing', () => {
  test('is due one lead time before the start', () => {
    expect(briefingDueAt(start, 120)).toEqual(new Date('2026-11-21T11:30:00.000Z'));
  });

  test('case 28: is due by elapsed time across a clock change', () => {
    const afterTheChange = new Date('2026-10-25T08:00:00.000Z'); // 09:00 in Berlin, after the clocks went back
    expect(briefingDueAt(afterTheChange, 720).toISOString()).toBe('2026-10-24T20:00:00.000Z'); // 22:00 summer time
  });

  test('is sent up to two minutes early, never late', () => {
    const delays = Array.from({ length: 500 }, (_, index) => briefingJitterMs(`meeting-${index}`, 120));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...delays)).toBeLessThanOrEqual(120_000);
    expect(Math.max(...delays)).toBeGreaterThan(100_000);
    const { dueAt, sendAt } = timingAt(minutesBefore(600));
    expect(sendAt.getTime()).toBeLessThanOrEqual(dueAt.getTime());
    expect(dueAt.getTime() - sendAt.getTime()).toBe(briefingJitterMs(meetingId, 120));
  });

  test('has jitter that spreads meetings with the same start over two minutes', () => {
    const quarters = Array.from({ length: 400 }, (_, index) =>
      Math.floor(briefingJitterMs(`0192-${index}`, 120) / 30_000),
    );
    for (const quarter of [0, 1, 2, 3])
      expect(quarters.filter((value) => value === quarter).length).toBeGreaterThan(50);
  });

  test('has the same jitter every time', () => {
    expect(briefingJitterMs(meetingId, 120)).toBe(briefingJitterMs(meetingId, 120));
  });

  test('has jitter of at most a tenth of a short lead time', () => {
    const delays = Array.from({ length: 200 }, (_, index) => briefingJitterMs(`meeting-${index}`, 1));
    expect(Math.max(...delays)).toBeLessThanOrEqual(6_000);
  });
});

describe('quiet hours', () => {
  const night = { start: '22:00', end: '07:00' };
  /** Takes instants in UTC. Berlin is an hour ahead of it in November. */
  const timed = (meetingStart: string, now: string, leadMinutes = 120) =>
    timeBriefing({ ...plain, start: new Date(meetingStart), leadMinutes, quietHours: night, now: new Date(now) });
  const jitterMs = briefingJitterMs(meetingId, 120);

  test('move the briefing of an early meeting to the evening before', () => {
    const { dueAt, sendAt, phase } = timed('2026-11-22T04:00:00Z', '2026-11-21T09:00:00Z');
    expect([dueAt.toISOString(), phase]).toEqual(['2026-11-21T20:59:00.000Z', 'ahead']);
    expect(dueAt.getTime() - sendAt.getTime()).toBe(jitterMs);
  });

  test('do not move a briefing due outside them', () => {
    expect(timed('2026-11-22T08:30:00Z', '2026-11-21T09:00:00Z').dueAt.toISOString()).toBe('2026-11-22T06:30:00.000Z');
  });

  test('suppress jitter for a briefing due when they end', () => {
    const { dueAt, sendAt } = timed('2026-11-22T08:00:00Z', '2026-11-21T09:00:00Z');
    expect([sendAt, dueAt]).toEqual([new Date('2026-11-22T06:00:00Z'), new Date('2026-11-22T06:00:00Z')]);
  });

  test('hold back the briefing of a meeting found during them unless it starts too soon', () => {
    const waiting = timed('2026-11-22T06:30:00Z', '2026-11-21T23:00:00Z');
    expect(waiting).toMatchObject({ phase: 'ahead', sendAt: new Date('2026-11-22T06:00:00Z') });
    expect(timed('2026-11-22T06:14:00Z', '2026-11-21T23:00:00Z').phase).toBe('late');
    expect(timed('2026-11-22T04:00:00Z', '2026-11-21T23:00:00Z').phase).toBe('late');
  });

  test('follow the local clock on nights when the clocks change', () => {
    expect(timed('2026-03-29T05:30:00Z', '2026-03-28T09:00:00Z').dueAt.toISOString()).toBe('2026-03-28T20:59:00.000Z');
    // 06:59 winter time is quiet, although nine hours have passed since 22:00 summer time.
    expect(timed('2026-10-25T07:59:00Z', '2026-10-24T09:00:00Z').dueAt.toISOString()).toBe('2026-10-24T19:59:00.000Z');
  });

  test('never contain the briefing of a meeting found in time, and never make it late', () => {
    const minuteOfDay = fc.integer({ min: 0, max: 1439 });
    const clock = (minute: number) =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
    const cases = fc.record({
      from: minuteOfDay,
      // At least 100 minutes are not quiet; a clock change removes at most an hour of them.
      length: fc.integer({ min: 1, max: 1340 }),
      leadMinutes: fc.integer({ min: 1, max: 2880 }),
      atMinute: fc.integer({ min: 0, max: 525_600 }),
      timezone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'),
      meetingId: fc.uuid(),
    });
    fc.assert(
      fc.property(cases, ({ from, length, atMinute, ...rest }) => {
        const quietHours = { start: clock(from), end: clock((from + length) % 1440) };
        const meetingStart = new Date(Date.UTC(2026, 0, 1) + atMinute * 60_000);
        const now = new Date(meetingStart.getTime() - 5 * 86_400_000);
        const { dueAt, sendAt, phase } = timeBriefing({
          ...rest,
          isDigest: false,
          start: meetingStart,
          quietHours,
          now,
        });
        expect(phase).toBe('ahead');
        expect(quietSpanAt(sendAt, quietHours, rest.timezone)).toBeNull();
        expect(sendAt.getTime()).toBeLessThanOrEqual(dueAt.getTime());
        expect(dueAt.getTime()).toBeLessThanOrEqual(meetingStart.getTime() - rest.leadMinutes * 60_000);
      }),
    );
  });
});

describe('the daily digest', () => {
  /** 07:00 in Berlin on the day of the meeting. */
  const digestAt = new Date('2026-11-21T06:00:00Z');
  const timed = (now: string, leadMinutes = 120) =>
    timeBriefing({ ...plain, isDigest: true, leadMinutes, now: new Date(now) });

  test('covers a meeting later that day, which is checked at its regular briefing time', () => {
    const alone = timingAt(minutesBefore(600));
    const before = timed('2026-11-20T12:00:00Z');
    expect(before).toMatchObject({ phase: 'ahead', dueAt: digestAt, sendAt: alone.sendAt, researchUntil: digestAt });
  });

  test('has twenty minutes to cover a meeting if due after the regular briefing time', () => {
    const overAt = new Date('2026-11-21T06:20:00Z');
    expect(timed('2026-11-20T12:00:00Z', 1440)).toMatchObject({ phase: 'ahead', dueAt: digestAt, sendAt: overAt });
    expect(timed('2026-11-21T06:20:00Z', 1440).phase).toBe('late');
  });

  test('leaves a meeting found later to be briefed individually', () => {
    expect(timed('2026-11-21T08:00:00Z')).toEqual(timingAt(new Date('2026-11-21T08:00:00Z')));
  });
});

describe('timeBriefing', () => {
  test('returns "ahead" before the briefing is due, with research until then', () => {
    const timing = timingAt(minutesBefore(600));
    expect(timing.phase).toBe('ahead');
    expect(timing.researchUntil).toEqual(timing.sendAt);
  });

  test('returns "late" within the lead time, with ten minutes for research', () => {
    const now = minutesBefore(60);
    const timing = timingAt(now);
    expect(timing.phase).toBe('late');
    expect(timing.researchUntil).toEqual(new Date(now.getTime() + 600_000));
  });

  test('still returns "ahead" just before the briefing is due, with ten minutes for research', () => {
    const now = minutesBefore(123);
    expect(timingAt(now).phase).toBe('ahead');
    expect(timingAt(now).researchUntil).toEqual(new Date(now.getTime() + 600_000));
  });

  test('ends research at least a minute before the start', () => {
    expect(timingAt(minutesBefore(5)).researchUntil).toEqual(minutesBefore(1));
  });

  test('returns "cut-off" in the last minute', () => {
    expect(timingAt(minutesBefore(0.5)).phase).toBe('cut-off');
  });

  test('returns "started" once the meeting begins', () => {
    expect(timingAt(start).phase).toBe('started');
  });
});

describe('case 20: a move after the briefing', () => {
  const moved = (minutes: number) => isMoveWorthTelling(start, new Date(start.getTime() + minutes * 60_000));

  test('of 15 minutes is worth an update', () => {
    expect(moved(15)).toBe(true);
    expect(moved(-15)).toBe(true);
  });

  test('of less than 15 minutes is not worth an update', () => {
    expect(moved(14.9)).toBe(false);
    expect(moved(-14.9)).toBe(false);
  });
});
