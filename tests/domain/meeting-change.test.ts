import { describe, expect, test } from 'vitest';
import { applyChange, type ChangeSettings, type EventFacts, type KnownMeeting } from '#domain/meeting-change.ts';

const now = new Date('2026-03-02T09:00:00Z');
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const settings: ChangeSettings = { leadMinutes: 120, now, windowEnd: at(720) };

const ines = { email: 'ines@brightwater.test', responseStatus: 'accepted', isExternal: true } as const;
const omar = { email: 'omar@brightwater.test', responseStatus: 'accepted', isExternal: true } as const;
const event: EventFacts = {
  start: at(5),
  end: at(6),
  isAllDay: false,
  visibility: 'default',
  userResponse: 'accepted',
  meetingType: 'external',
  guests: [ines],
  hasGuests: true,
};
const planned: KnownMeeting = {
  ...event,
  version: 4,
  status: 'confirmed',
  isForgotten: false,
  isAskedFor: false,
  researchState: 'pending',
  briefingState: 'scheduled',
  briefingDueAt: at(3),
  briefingReason: null,
  leadMinutes: null,
};
const change = (known: Partial<KnownMeeting>, next: Partial<EventFacts>) =>
  applyChange({ ...planned, ...known }, { ...event, ...next }, settings);

describe('a new event', () => {
  test('schedules research and a briefing if briefable', () => {
    expect(applyChange(null, event, settings)).toEqual({
      researchState: 'pending',
      briefingState: 'scheduled',
      briefingDueAt: at(3),
      briefingReason: null,
      version: 1,
      isNews: true,
    });
  });

  test.for([
    ['internal', { meetingType: 'internal', guests: [] }],
    ['over', { start: at(-2), end: at(-1) }],
    ['running', { start: at(-1), end: at(1) }],
    ['beyond the window', { start: at(720), end: at(721) }],
    ['declined', { userResponse: 'declined' }],
  ] satisfies [string, Partial<EventFacts>][])('schedules nothing if %s', ([, facts]) => {
    const result = applyChange(null, { ...event, ...facts }, settings);
    expect(result).toMatchObject({ researchState: 'none', briefingDueAt: null, isNews: false });
    expect(result.briefingReason).toBeTruthy();
  });

  test('is scheduled for a briefing even if the user has not responded', () => {
    expect(applyChange(null, { ...event, userResponse: 'needsAction' }, settings).isNews).toBe(true);
  });
});

describe('a known event', () => {
  test('keeps its version if unchanged', () => {
    expect(change({}, {})).toMatchObject({ version: 4, isNews: false });
  });

  test('gets a new due time when it moves', () => {
    expect(change({}, { start: at(9), end: at(10) })).toMatchObject({ version: 5, briefingDueAt: at(7), isNews: true });
  });

  test('keeps its own lead time when it moves', () => {
    const moved = { start: at(8), end: at(9) };
    expect(change({ leadMinutes: 60 }, moved).briefingDueAt).toEqual(at(7));
  });

  test('is researched again when a guest joins after the briefing', () => {
    const sent = { researchState: 'completed', briefingState: 'sent' } as const;
    expect(change(sent, { guests: [ines, omar] })).toMatchObject({
      researchState: 'pending',
      briefingState: 'sent',
      isNews: true,
    });
    expect(change({ ...sent, guests: [ines, omar] }, {})).toMatchObject({ researchState: 'completed', isNews: true });
  });

  test('is scheduled again when a cancellation is reverted', () => {
    const known = {
      status: 'cancelled',
      researchState: 'none',
      briefingState: 'skipped',
      briefingDueAt: null,
    } as const;
    expect(change(known, {})).toMatchObject({
      researchState: 'pending',
      briefingState: 'scheduled',
      version: 5,
      isNews: true,
    });
  });

  test('is scheduled again when its calendar is reconnected, even if unchanged', () => {
    expect(change({ isForgotten: true }, {})).toMatchObject({ version: 5, isNews: true, briefingState: 'scheduled' });
    const ended = { isForgotten: true, briefingState: 'skipped', briefingDueAt: null } as const;
    expect(change(ended, {})).toMatchObject({ isNews: true, briefingState: 'scheduled', briefingDueAt: at(3) });
  });

  test('is researched again for a new guest, but not when one leaves', () => {
    expect(change({ researchState: 'completed' }, { guests: [ines, omar] })).toMatchObject({
      researchState: 'pending',
    });
    expect(change({ researchState: 'completed', guests: [ines, omar] }, {})).toMatchObject({
      researchState: 'completed',
      version: 5,
    });
  });

  test('notifies its workflow when it is no longer briefable', () => {
    expect(change({}, { userResponse: 'declined' })).toMatchObject({
      researchState: 'none',
      briefingState: 'skipped',
      briefingDueAt: null,
      isNews: true,
    });
  });

  test('notifies no workflow if it neither had nor needs one', () => {
    const known = { researchState: 'none', briefingState: 'skipped', userResponse: 'declined' } as const;
    expect(change(known, { userResponse: 'declined', start: at(8), end: at(9) })).toMatchObject({
      version: 5,
      isNews: false,
    });
  });

  test.for(['sending', 'sent', 'unknown', 'failed'] as const)('keeps state %s even if declined', (briefingState) => {
    const known = { researchState: 'completed', briefingState, briefingReason: 'why' } as const;
    expect(change(known, { userResponse: 'declined', start: at(9), end: at(10) })).toMatchObject({
      researchState: 'completed',
      briefingState,
      briefingReason: 'why',
      isNews: true,
    });
  });

  test('is updated without waking its workflow once it is over', () => {
    const past = { start: at(-3), end: at(-2) };
    expect(change({ ...past, briefingState: 'sent' }, { ...past, guests: [ines, omar] })).toMatchObject({
      version: 5,
      briefingState: 'sent',
      isNews: false,
    });
  });

  test('is scheduled again if moved from the past into the future', () => {
    const over = { start: at(-3), end: at(-2), researchState: 'none', briefingState: 'skipped' } as const;
    expect(change(over, {})).toMatchObject({ researchState: 'pending', briefingState: 'scheduled', isNews: true });
  });
});

test('an unmoved event keeps a due time set by quiet hours or a digest', () => {
  const result = change({ briefingDueAt: at(1) }, {});
  expect(result).toMatchObject({ briefingDueAt: at(1), version: 4, isNews: false });
});
