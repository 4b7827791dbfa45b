import { describe, expect, test } from 'vitest';
import { briefingDueAt, briefingJitterMs, isMoveWorthTelling, timeBriefing } from '#domain/briefing-schedule.ts';

const meetingId = '0192e4a0-0000-7000-8000-000000000001';
const start = new Date('2026-11-21T13:30:00.000Z');

const minutesBefore = (minutes: number) => new Date(start.getTime() - minutes * 60_000);
const timingAt = (now: Date, leadMinutes = 120) => timeBriefing({ meetingId, start, leadMinutes, now });

describe('when a briefing is due', () => {
  test('it is due its lead time before the start', () => {
    expect(briefingDueAt(start, 120)).toEqual(new Date('2026-11-21T11:30:00.000Z'));
  });

  test('lead time is elapsed time, also over a change of the clocks', () => {
    const afterTheChange = new Date('2026-10-25T08:00:00.000Z'); // 09:00 in Berlin, where 03:00 became 02:00
    expect(briefingDueAt(afterTheChange, 720).toISOString()).toBe('2026-10-24T20:00:00.000Z'); // 22:00 summer time
  });

  test('it is sent up to two minutes early and never late', () => {
    const delays = Array.from({ length: 500 }, (_, index) => briefingJitterMs(`meeting-${index}`, 120));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...delays)).toBeLessThanOrEqual(120_000);
    expect(Math.max(...delays)).toBeGreaterThan(100_000);
    const { dueAt, sendAt } = timingAt(minutesBefore(600));
    expect(sendAt.getTime()).toBeLessThanOrEqual(dueAt.getTime());
    expect(dueAt.getTime() - sendAt.getTime()).toBe(briefingJitterMs(meetingId, 120));
  });

  test('meetings that begin together are spread over the two minutes', () => {
    const quarters = Array.from({ length: 400 }, (_, index) =>
      Math.floor(briefingJitterMs(`0192-${index}`, 120) / 30_000),
    );
    for (const quarter of [0, 1, 2, 3])
      expect(quarters.filter((value) => value === quarter).length).toBeGreaterThan(50);
  });

  test('one meeting is always spread the same way', () => {
    expect(briefingJitterMs(meetingId, 120)).toBe(briefingJitterMs(meetingId, 120));
  });

  test('a short lead time is shortened by a tenth at most', () => {
    const delays = Array.from({ length: 200 }, (_, index) => briefingJitterMs(`meeting-${index}`, 1));
    expect(Math.max(...delays)).toBeLessThanOrEqual(6_000);
  });
});

describe('the phases of a meeting', () => {
  test('before the briefing is due it lies ahead, and research may run until then', () => {
    const timing = timingAt(minutesBefore(600));
    expect(timing.phase).toBe('ahead');
    expect(timing.researchUntil).toEqual(timing.sendAt);
  });

  test('found inside the lead time it is late: research gets ten minutes, then the mail leaves', () => {
    const now = minutesBefore(60);
    const timing = timingAt(now);
    expect(timing.phase).toBe('late');
    expect(timing.researchUntil).toEqual(new Date(now.getTime() + 600_000));
  });

  test('found just before the briefing is due, research still gets its ten minutes', () => {
    const now = minutesBefore(123);
    expect(timingAt(now).phase).toBe('ahead');
    expect(timingAt(now).researchUntil).toEqual(new Date(now.getTime() + 600_000));
  });

  test('research never runs into the last minute', () => {
    expect(timingAt(minutesBefore(5)).researchUntil).toEqual(minutesBefore(1));
  });

  test('in the last minute nothing is researched any more', () => {
    expect(timingAt(minutesBefore(0.5)).phase).toBe('cut-off');
  });

  test('once the meeting has started there is no mail', () => {
    expect(timingAt(start).phase).toBe('started');
  });
});

describe('a move after the briefing', () => {
  const moved = (minutes: number) => isMoveWorthTelling(start, new Date(start.getTime() + minutes * 60_000));

  test('by a quarter of an hour is told', () => {
    expect(moved(15)).toBe(true);
    expect(moved(-15)).toBe(true);
  });

  test('by less is not', () => {
    expect(moved(14.9)).toBe(false);
    expect(moved(-14.9)).toBe(false);
  });
});
