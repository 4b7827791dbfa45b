import { describe, expect, test } from 'vitest';
import {
  isMoving,
  mayStartResearch,
  meetingState,
  meetingSteps,
  pollDelayMs,
} from '#web/features/meetings/meeting-state.ts';
import { buildMeeting } from './meeting.ts';

const now = Date.parse('2026-11-23T10:00:00.000Z');

describe('the status of a meeting [4.5]', () => {
  test.each([
    ['Briefing sent', { isBriefingSent: true, isResearchCompleted: true }],
    ['Research complete', { isResearchCompleted: true }],
    ['Research pending', {}],
    ['Research pending', { meetingType: 'mixed' as const }],
    ['Internal meeting', { meetingType: 'internal' as const }],
    ['Cancelled', { status: 'cancelled' as const, isBriefingSent: true }],
  ])('is "%s" for %j', (text, fields) => {
    expect(meetingState(buildMeeting(fields)).text).toBe(text);
  });
});

describe('requesting research', () => {
  test('is possible when it failed or was never planned', () => {
    expect(mayStartResearch(buildMeeting({ researchState: 'failed' }))).toBe(true);
    expect(mayStartResearch(buildMeeting({ researchState: 'none' }))).toBe(true);
  });

  test('is not possible when it is running or done, or the meeting is internal or cancelled', () => {
    expect(mayStartResearch(buildMeeting({ researchState: 'running' }))).toBe(false);
    expect(mayStartResearch(buildMeeting({ researchState: 'completed', isResearchCompleted: true }))).toBe(false);
    expect(mayStartResearch(buildMeeting({ researchState: 'none', meetingType: 'internal' }))).toBe(false);
    expect(mayStartResearch(buildMeeting({ researchState: 'none', status: 'cancelled' }))).toBe(false);
  });
});

describe('polling', () => {
  test("is frequent while research runs and around a briefing's due time", () => {
    const scheduled = { researchState: 'completed', isResearchCompleted: true, briefingState: 'scheduled' } as const;
    expect(isMoving(buildMeeting({ researchState: 'running' }), now)).toBe(true);
    expect(isMoving(buildMeeting({ ...scheduled, briefingDueAt: '2026-11-23T10:00:30.000Z' }), now)).toBe(true);
    expect(isMoving(buildMeeting({ ...scheduled, briefingDueAt: '2026-11-23T11:30:00.000Z' }), now)).toBe(false);
    expect(isMoving(buildMeeting({ researchState: 'failed' }), now)).toBe(false);
    expect(isMoving(buildMeeting({ researchState: 'running', status: 'cancelled' }), now)).toBe(false);
  });

  test('starts at 3 s and slows to 10 s', () => {
    const delays = [1, 2, 3, 4, 5, 6, 20].map(pollDelayMs);
    expect(delays[0]).toBe(3000);
    expect(delays).toEqual(delays.toSorted((a, b) => a - b));
    expect(delays.at(-1)).toBe(10_000);
  });
});

describe('meetingSteps', () => {
  const words = (iso: string) => iso.slice(11, 16);
  const states = (fields: Parameters<typeof buildMeeting>[0]) =>
    meetingSteps(buildMeeting(fields), now, words).map(({ name, state }) => `${name}: ${state}`);

  test('shows running research and a scheduled briefing', () => {
    const fields = {
      researchState: 'running',
      briefingState: 'scheduled',
      briefingDueAt: '2026-11-23T11:30:00.000Z',
    } as const;
    expect(states(fields)).toEqual(['Found: done', 'Researching: active', 'Briefing at 11:30: next', 'Meeting: next']);
  });

  test('shows every step as done', () => {
    const fields = { isResearchCompleted: true, isBriefingSent: true, endTime: '2026-11-23T09:00:00.000Z' };
    expect(states(fields)).toEqual(['Found: done', 'Researched: done', 'Briefing sent: done', 'Meeting: done']);
  });

  test('shows an all-day event as "all day"', () => {
    expect(meetingSteps(buildMeeting({ isAllDay: true }), now, words).at(-1)).toMatchObject({ detail: 'all day' });
  });

  test('shows failures with their reason, and cancellations', () => {
    const failed = meetingSteps(
      buildMeeting({ researchState: 'failed', briefingState: 'failed', briefingReason: 'The mail service refused it' }),
      now,
      words,
    );
    expect(failed[1]).toMatchObject({ state: 'failed' });
    expect(failed[2]).toMatchObject({ state: 'failed', detail: 'The mail service refused it' });
    expect(states({ status: 'cancelled', researchState: 'none', briefingState: 'skipped' }).at(-1)).toBe(
      'Meeting: skipped',
    );
  });
});
