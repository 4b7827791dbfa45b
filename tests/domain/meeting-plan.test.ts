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

describe('what is to be done for a meeting', () => {
  test('a found one is researched and briefed', () => {
    expect(plan({})).toMatchObject({ step: 'prepare', reason: null, research: 'wanted' });
  });

  test('a researched one waits for its briefing', () => {
    expect(plan({ researchState: 'completed', hasResearch: true })).toMatchObject({
      step: 'prepare',
      research: 'settled',
    });
  });

  test('research that was running when its worker died is wanted again', () => {
    expect(plan({ researchState: 'running' }).research).toBe('wanted');
  });

  test('failed research is parked, but for a used-up quota, which no operator can help', () => {
    expect(plan({ researchState: 'failed', researchError: 'unavailable' }).research).toBe('parked');
    expect(plan({ researchState: 'failed', researchError: QUOTA_EXCEEDED }).research).toBe('settled');
  });

  test.each<[string, Partial<MeetingFacts>]>([
    ['cancelled', { status: 'cancelled' }],
    ['declined', { userResponse: 'declined' }],
    ['internal', { meetingType: 'internal' }],
    ['disconnected', { isCalendarConnected: false }],
    ['account_closed', { isAccountOpen: false }],
  ])('%s ends it, with nothing researched', (reason, facts) => {
    expect(plan(facts)).toMatchObject({ step: 'end', reason, research: 'settled' });
  });

  test('without access nothing is researched, and a mail may still follow should access come back', () => {
    expect(plan({ hasAccess: false })).toMatchObject({ step: 'prepare', reason: 'no_access', research: 'settled' });
  });

  test('without notifications it is researched all the same', () => {
    expect(plan({ emailNotifications: false })).toMatchObject({ reason: 'notifications_off', research: 'wanted' });
  });

  test('once it has started it ends, with the reason when there was no mail', () => {
    expect(plan({}, start)).toMatchObject({ step: 'end', reason: 'started' });
    expect(plan(briefed, start)).toMatchObject({ step: 'end', reason: null });
  });

  test('found in its last minute it gets no mail, unless there is research already', () => {
    expect(plan({}, minutesBefore(0.5))).toMatchObject({ step: 'follow', reason: 'too_late', research: 'settled' });
    const dropped = plan({ researchState: 'none' }, minutesBefore(0.5));
    expect(dropped).toMatchObject({ step: 'follow', reason: 'too_late', research: 'settled' });
    expect(plan({ hasResearch: true }, minutesBefore(0.5))).toMatchObject({ step: 'prepare', reason: null });
  });

  test('a mail that was claimed and then left alone is dealt with', () => {
    expect(plan({ ...briefed, briefingState: 'sending' })).toMatchObject({ step: 'prepare' });
  });
});

test('a mail that the digest claimed is the digest’s to send', () => {
  expect(plan({ ...briefed, briefingState: 'sending', isInDigest: true })).toMatchObject({
    step: 'follow',
    reason: null,
  });
});

describe('what is to be done beyond the window', () => {
  const far = { start: new Date(minutesBefore(600).getTime() + 31 * 86_400_000 + 1) };

  test('it ends, until a sync meets it inside the window', () => {
    expect(plan(far)).toMatchObject({ step: 'end', reason: 'beyond_window', research: 'settled' });
    expect(plan({ ...far, isManual: true })).toMatchObject({ step: 'prepare', reason: null });
    expect(plan({ start: new Date(far.start.getTime() - 1) })).toMatchObject({ step: 'prepare', reason: null });
  });

  test('research asked for by hand is done, parked when it fails, and then it ends', () => {
    const asked = { ...far, researchRequests: 1 };
    const wanted = { step: 'prepare', reason: 'beyond_window', research: 'wanted' };
    expect(plan(asked)).toMatchObject(wanted);
    expect(plan({ ...asked, researchState: 'failed', researchError: 'unavailable' }).research).toBe('parked');
    expect(plan({ ...asked, researchState: 'completed', hasResearch: true })).toMatchObject({ step: 'end' });
  });

  test('a briefed one is told of the move once, and ends', () => {
    expect(plan({ ...briefed, ...far }).step).toBe('update');
    expect(plan({ ...briefed, ...far, isUpdateClaimed: true })).toMatchObject({ step: 'end', reason: null });
  });
});

describe('what is to be done after the briefing', () => {
  const moved = { ...briefed, start: new Date(start.getTime() + 900_000) };

  test('nothing while it stays where it is', () => {
    expect(plan(briefed)).toMatchObject({ step: 'follow', reason: null });
  });

  test('a move by a quarter of an hour is told once', () => {
    expect(plan(moved).step).toBe('update');
    expect(plan({ ...moved, isUpdateClaimed: true }).step).toBe('follow');
  });

  test('other people from outside are told of once, whoever they are', () => {
    const was = { ...briefed, briefedGuests: ['ines@brightwater.test'] };
    const also = { ...was, externalGuests: ['ines@brightwater.test', 'omar@brightwater.test'] };
    expect(plan(was).step).toBe('follow');
    expect(plan(also).step).toBe('update');
    expect(plan({ ...was, externalGuests: [] }).step).toBe('update');
    expect(plan({ ...also, isUpdateClaimed: true }).step).toBe('follow');
    // Of a mail from before its guests were kept nobody can say who is new.
    expect(plan({ ...also, briefedGuests: null }).step).toBe('follow');
  });

  test('in the quiet hours an update waits for their end, unless the meeting would have begun', () => {
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

  test('a smaller move is not', () => {
    expect(plan({ ...briefed, start: new Date(start.getTime() + 840_000) }).step).toBe('follow');
  });

  test.each<[string, Partial<MeetingFacts>]>([
    ['the first mail may not have arrived', { briefingState: 'unknown' }],
    ['notifications were switched off', { emailNotifications: false }],
    ['access has ended', { hasAccess: false }],
  ])('nor when %s', (_, facts) => {
    expect(plan({ ...moved, ...facts }).step).toBe('follow');
  });
});

describe('what its user does not want', () => {
  test('a muted one is off the schedule: neither researched nor briefed', () => {
    expect(plan({ isMuted: true })).toMatchObject({ step: 'end', reason: 'muted', research: 'settled' });
  });

  test('a muted one is researched when asked for by hand, and not mailed', () => {
    const asked = { isMuted: true, researchRequests: 1 };
    expect(plan(asked)).toMatchObject({ step: 'prepare', reason: 'muted', research: 'wanted' });
    expect(whyNotMailed({ ...meeting, isMuted: true })).toBe('muted');
  });

  test('a move of a muted one is not told', () => {
    const moved = { ...briefed, start: new Date(start.getTime() + 900_000) };
    expect(plan({ ...moved, isMuted: true }).step).toBe('follow');
    expect(plan({ ...moved, isPaused: true }).step).toBe('follow');
  });

  test('with mail to a dead address nothing is researched but what is asked for; after a complaint it still is, for the screen', () => {
    expect(plan({ mailStopped: 'bounce' })).toMatchObject({ reason: 'mail_bounced', research: 'settled' });
    expect(plan({ mailStopped: 'bounce', researchRequests: 1 }).research).toBe('wanted');
    expect(plan({ mailStopped: 'complaint' })).toMatchObject({ reason: 'mail_complained', research: 'wanted' });
  });

  test('while briefings are paused it is researched, and not mailed', () => {
    expect(plan({ isPaused: true })).toMatchObject({ step: 'prepare', reason: 'paused', research: 'wanted' });
  });

  test('one of a calendar that is switched off says so; of an account that is gone, that', () => {
    const off = { isCalendarConnected: false, isCalendarSwitchedOff: true };
    expect(plan(off)).toMatchObject({ step: 'end', reason: 'calendar_off' });
    expect(plan({ isCalendarConnected: false })).toMatchObject({ step: 'end', reason: 'disconnected' });
  });
});

describe('research that is old by the time the mail leaves', () => {
  const DAY_MS = 86_400_000;
  const far = new Date(start.getTime() - 3 * DAY_MS);
  const old = {
    researchState: 'completed',
    hasResearch: true,
    researchedAt: new Date(start.getTime() - 12 * DAY_MS),
  } as const;
  const mailAt = minutesBefore(120).getTime();

  test('is looked at shortly before, and is stale then', () => {
    const before = plan(old, far);
    expect(before).toMatchObject({ step: 'prepare', research: 'settled' });
    const lookAgainAt = before.lookAgainAt ?? far;
    expect(mailAt - lookAgainAt.getTime()).toBeGreaterThan(30 * 60_000);
    expect(mailAt - lookAgainAt.getTime()).toBeLessThan(60 * 60_000);
    expect(plan(old, lookAgainAt)).toMatchObject({ research: 'stale', lookAgainAt: null });
  });

  test('is stale as well where it took over a dossier that is stale by then, and not once that is fresh again', () => {
    const young = { ...old, researchedAt: new Date(start.getTime() - 3 * DAY_MS) };
    const repeatAt = (plan(old, far).lookAgainAt?.getTime() ?? 0) - 5_000;
    const lookAgainAt = plan({ ...young, researchFreshUntil: new Date(repeatAt) }, far).lookAgainAt ?? far;
    expect(lookAgainAt.getTime()).toBeGreaterThan(far.getTime());
    expect(plan({ ...young, researchFreshUntil: new Date(repeatAt) }, lookAgainAt).research).toBe('stale');
    // Believed when it was repeated, it is not repeated for ever.
    for (const freshUntil of [repeatAt + 1, mailAt, mailAt + DAY_MS]) {
      const again = { ...young, researchedAt: lookAgainAt, researchFreshUntil: new Date(freshUntil) };
      expect(plan(again, lookAgainAt)).toMatchObject({ research: 'settled', lookAgainAt: null });
    }
  });

  test('is left alone where it is fresh, where no mail will leave, and where the mail is late already', () => {
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
