import { describe, expect, test } from 'vitest';
import { type MeetingFacts, planMeeting, QUOTA_EXCEEDED, whyNotMailed } from '#domain/meeting-plan.ts';

const start = new Date('2026-11-21T13:30:00.000Z');
const minutesBefore = (minutes: number) => new Date(start.getTime() - minutes * 60_000);

const meeting: MeetingFacts = {
  meetingId: '0192e4a0-0000-7000-8000-000000000001',
  start,
  leadMinutes: 120,
  quietHours: null,
  timezone: 'Europe/Berlin',
  isDigest: false,
  status: 'confirmed',
  meetingType: 'external',
  hasGuests: true,
  isAskedFor: false,
  isAllDay: false,
  visibility: 'default',
  userResponse: 'accepted',
  externalResponses: ['accepted'],
  isCalendarConnected: true,
  isCalendarSwitchedOff: false,
  isManual: false,
  isMuted: false,
  isAccountOpen: true,
  hasAccess: true,
  emailNotifications: true,
  isPaused: false,
  mailStopped: null,
  researchState: 'pending',
  researchError: null,
  researchRequests: 0,
  hasResearch: false,
  researchedAt: null,
  researchFreshUntil: null,
  briefingState: 'scheduled',
  briefedStart: null,
  briefedGuests: null,
  externalGuests: ['ines@brightwater.test'],
  isInDigest: false,
  isUpdateClaimed: false,
};
const plan = (facts: Partial<MeetingFacts>, now = minutesBefore(600)) => planMeeting({ ...meeting, ...facts }, now);
const briefed = { briefingState: 'sent', briefedStart: start, researchState: 'completed', hasResearch: true } as const;

describe('the plan for a meeting', () => {
  test('researches and briefs a new meeting', () => {
    expect(plan({})).toMatchObject({ step: 'prepare', reason: null, research: 'wanted' });
  });

  test('waits for the briefing once research is done', () => {
    expect(plan({ researchState: 'completed', hasResearch: true })).toMatchObject({
      step: 'prepare',
      research: 'settled',
    });
  });

  test('restarts research interrupted by a worker crash', () => {
    expect(plan({ researchState: 'running' }).research).toBe('wanted');
  });

  test('parks failed research unless the quota was used up', () => {
    expect(plan({ researchState: 'failed', researchError: 'unavailable' }).research).toBe('parked');
    expect(plan({ researchState: 'failed', researchError: QUOTA_EXCEEDED }).research).toBe('settled');
  });

  test.each<[string, Partial<MeetingFacts>]>([
    ['cancelled', { status: 'cancelled' }],
    ['declined', { userResponse: 'declined' }],
    ['internal', { meetingType: 'internal' }],
    ['disconnected', { isCalendarConnected: false }],
    ['account_closed', { isAccountOpen: false }],
  ])('ends without research when %s', (reason, facts) => {
    expect(plan(facts)).toMatchObject({ step: 'end', reason, research: 'settled' });
  });

  test('skips research without access but may still send an email later', () => {
    expect(plan({ hasAccess: false })).toMatchObject({ step: 'prepare', reason: 'no_access', research: 'settled' });
  });

  test('researches with notifications off', () => {
    expect(plan({ emailNotifications: false })).toMatchObject({ reason: 'notifications_off', research: 'wanted' });
  });

  test('ends at the start, with a reason only if no mail was sent', () => {
    expect(plan({}, start)).toMatchObject({ step: 'end', reason: 'started' });
    expect(plan(briefed, start)).toMatchObject({ step: 'end', reason: null });
  });

  test('skips the email in the last minute unless research exists', () => {
    expect(plan({}, minutesBefore(0.5))).toMatchObject({ step: 'follow', reason: 'too_late', research: 'settled' });
    const dropped = plan({ researchState: 'none' }, minutesBefore(0.5));
    expect(dropped).toMatchObject({ step: 'follow', reason: 'too_late', research: 'settled' });
    expect(plan({ hasResearch: true }, minutesBefore(0.5))).toMatchObject({ step: 'prepare', reason: null });
  });

  test('finishes an email left claimed but unsent', () => {
    expect(plan({ ...briefed, briefingState: 'sending' })).toMatchObject({ step: 'prepare' });
  });
});

test('an email claimed by the digest is left to the digest', () => {
  expect(plan({ ...briefed, briefingState: 'sending', isInDigest: true })).toMatchObject({
    step: 'follow',
    reason: null,
  });
});

describe('the plan beyond the sync window', () => {
  const far = { start: new Date(minutesBefore(600).getTime() + 31 * 86_400_000 + 1) };

  test('ends more than 31 days ahead unless the meeting was entered by hand', () => {
    expect(plan(far)).toMatchObject({ step: 'end', reason: 'beyond_window', research: 'settled' });
    expect(plan({ ...far, isManual: true })).toMatchObject({ step: 'prepare', reason: null });
    expect(plan({ start: new Date(far.start.getTime() - 1) })).toMatchObject({ step: 'prepare', reason: null });
  });

  test('runs requested research, parks it on failure, then ends', () => {
    const asked = { ...far, researchRequests: 1 };
    const wanted = { step: 'prepare', reason: 'beyond_window', research: 'wanted' };
    expect(plan(asked)).toMatchObject(wanted);
    expect(plan({ ...asked, researchState: 'failed', researchError: 'unavailable' }).research).toBe('parked');
    expect(plan({ ...asked, researchState: 'completed', hasResearch: true })).toMatchObject({ step: 'end' });
  });

  test('sends one update about the move, then ends', () => {
    expect(plan({ ...briefed, ...far }).step).toBe('update');
    expect(plan({ ...briefed, ...far, isUpdateClaimed: true })).toMatchObject({ step: 'end', reason: null });
  });
});

describe('the plan after the briefing', () => {
  const moved = { ...briefed, start: new Date(start.getTime() + 900_000) };

  test('follows a meeting that has not changed', () => {
    expect(plan(briefed)).toMatchObject({ step: 'follow', reason: null });
  });

  test('sends one update for a 15-minute move', () => {
    expect(plan(moved).step).toBe('update');
    expect(plan({ ...moved, isUpdateClaimed: true }).step).toBe('follow');
  });

  test('sends one update when external guests change', () => {
    const was = { ...briefed, briefedGuests: ['ines@brightwater.test'] };
    const also = { ...was, externalGuests: ['ines@brightwater.test', 'omar@brightwater.test'] };
    expect(plan(was).step).toBe('follow');
    expect(plan(also).step).toBe('update');
    expect(plan({ ...was, externalGuests: [] }).step).toBe('update');
    expect(plan({ ...also, isUpdateClaimed: true }).step).toBe('follow');
    // For emails sent before guests were stored, new guests cannot be identified.
    expect(plan({ ...also, briefedGuests: null }).step).toBe('follow');
  });

  test('holds an update during quiet hours unless the meeting starts first', () => {
    // 02:30 in Berlin.
    const night = new Date('2026-11-21T01:30:00.000Z');
    const quiet = { ...moved, quietHours: { start: '22:00', end: '07:00' } };
    const waiting = plan(quiet, night);
    expect(waiting.step).toBe('follow');
    const end = new Date('2026-11-21T06:00:00.000Z');
    expect(waiting.lookAgainAt?.getTime()).toBeGreaterThanOrEqual(end.getTime());
    expect(waiting.lookAgainAt?.getTime()).toBeLessThan(end.getTime() + 60_000);
    expect(plan(quiet, waiting.lookAgainAt ?? night)).toMatchObject({ step: 'update', lookAgainAt: null });
    const early = { ...quiet, start: new Date('2026-11-21T05:00:00.000Z') };
    expect(plan(early, night).step).toBe('update');
  });

  test('ignores a smaller move', () => {
    expect(plan({ ...briefed, start: new Date(start.getTime() + 840_000) }).step).toBe('follow');
  });

  test.each<[string, Partial<MeetingFacts>]>([
    ['the first email may not have arrived', { briefingState: 'unknown' }],
    ['notifications were switched off', { emailNotifications: false }],
    ['access has ended', { hasAccess: false }],
  ])('does not send an update when %s', (_, facts) => {
    expect(plan({ ...moved, ...facts }).step).toBe('follow');
  });
});

describe('the plan for unwanted meetings and emails', () => {
  test('neither researches nor briefs a muted meeting', () => {
    expect(plan({ isMuted: true })).toMatchObject({ step: 'end', reason: 'muted', research: 'settled' });
  });

  test('researches a muted meeting on request but does not email the briefing', () => {
    const asked = { isMuted: true, researchRequests: 1 };
    expect(plan(asked)).toMatchObject({ step: 'prepare', reason: 'muted', research: 'wanted' });
    expect(whyNotMailed({ ...meeting, isMuted: true })).toBe('muted');
  });

  test('does not send updates for a muted meeting or while briefings are paused', () => {
    const moved = { ...briefed, start: new Date(start.getTime() + 900_000) };
    expect(plan({ ...moved, isMuted: true }).step).toBe('follow');
    expect(plan({ ...moved, isPaused: true }).step).toBe('follow');
  });

  test('after a bounce, researches only on request; after a complaint, always', () => {
    expect(plan({ mailStopped: 'bounce' })).toMatchObject({ reason: 'mail_bounced', research: 'settled' });
    expect(plan({ mailStopped: 'bounce', researchRequests: 1 }).research).toBe('wanted');
    expect(plan({ mailStopped: 'complaint' })).toMatchObject({ reason: 'mail_complained', research: 'wanted' });
  });

  test('researches but does not send mail while briefings are paused', () => {
    expect(plan({ isPaused: true })).toMatchObject({ step: 'prepare', reason: 'paused', research: 'wanted' });
  });

  test('ends with different reasons for a switched-off and a disconnected calendar', () => {
    const off = { isCalendarConnected: false, isCalendarSwitchedOff: true };
    expect(plan(off)).toMatchObject({ step: 'end', reason: 'calendar_off' });
    expect(plan({ isCalendarConnected: false })).toMatchObject({ step: 'end', reason: 'disconnected' });
  });
});

describe('research that may be stale when the email is sent', () => {
  const DAY_MS = 86_400_000;
  const far = new Date(start.getTime() - 3 * DAY_MS);
  const old = {
    researchState: 'completed',
    hasResearch: true,
    researchedAt: new Date(start.getTime() - 12 * DAY_MS),
  } as const;
  const mailAt = minutesBefore(120).getTime();

  test('is rechecked shortly before the email and is stale by then', () => {
    const before = plan(old, far);
    expect(before).toMatchObject({ step: 'prepare', research: 'settled' });
    const lookAgainAt = before.lookAgainAt ?? far;
    expect(mailAt - lookAgainAt.getTime()).toBeGreaterThan(30 * 60_000);
    expect(mailAt - lookAgainAt.getTime()).toBeLessThan(60 * 60_000);
    expect(plan(old, lookAgainAt)).toMatchObject({ research: 'stale', lookAgainAt: null });
  });

  test('is stale if it reused a stale dossier, until the dossier is refreshed', () => {
    const young = { ...old, researchedAt: new Date(start.getTime() - 3 * DAY_MS) };
    const repeatAt = (plan(old, far).lookAgainAt?.getTime() ?? 0) - 5_000;
    const lookAgainAt = plan({ ...young, researchFreshUntil: new Date(repeatAt) }, far).lookAgainAt ?? far;
    expect(lookAgainAt.getTime()).toBeGreaterThan(far.getTime());
    expect(plan({ ...young, researchFreshUntil: new Date(repeatAt) }, lookAgainAt).research).toBe('stale');
    // Research that reused a dossier still considered fresh is not repeated forever.
    for (const freshUntil of [repeatAt + 1, mailAt, mailAt + DAY_MS]) {
      const again = { ...young, researchedAt: lookAgainAt, researchFreshUntil: new Date(freshUntil) };
      expect(plan(again, lookAgainAt)).toMatchObject({ research: 'settled', lookAgainAt: null });
    }
  });

  test('is not rechecked if fresh, if no mail will be sent, or if the email is late', () => {
    const fresh = { ...old, researchedAt: new Date(start.getTime() - 2 * DAY_MS) };
    for (const [facts, now] of [
      [fresh, far],
      [{ ...old, isPaused: true }, far],
      [{ ...old, hasAccess: false }, far],
      [{ ...old, researchState: 'failed' as const }, far],
      [old, minutesBefore(60)],
    ] as const) {
      expect(plan(facts, now)).toMatchObject({ lookAgainAt: null });
      expect(plan(facts, now).research).not.toBe('stale');
    }
  });
});
