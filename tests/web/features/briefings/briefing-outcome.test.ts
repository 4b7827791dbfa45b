import { describe, expect, test } from 'vitest';
import type { BriefingItem } from '#contract/briefings.ts';
import { briefingOutcome } from '#web/features/briefings/briefing-outcome.ts';
import { buildBriefing } from './briefing-item.ts';

const outcome = (fields: Partial<BriefingItem>) => briefingOutcome(buildBriefing(fields), (iso) => iso.slice(11, 16));

describe('briefingOutcome', () => {
  test('shows when the briefing was sent', () => {
    expect(outcome({})).toEqual({ text: 'Sent 11:30', tone: 'success', notes: [] });
  });

  test('shows why the briefing was skipped', () => {
    const reason = 'You declined the meeting.';
    const skipped = { state: 'skipped', reason, dueAt: null, sentAt: null } as const;
    expect(outcome(skipped)).toEqual({ text: 'Not sent', tone: 'neutral', notes: [reason] });
  });

  test.each([
    ['unknown', 'May have been sent', 'warning'],
    ['failed', 'Could not be sent', 'danger'],
    ['sending', 'Sending', 'accent'],
  ] as const)('has its own text and tone for state %s', (state, text, tone) => {
    expect(outcome({ state, sentAt: null })).toMatchObject({ text, tone });
  });

  test("notes missing research, an update and the reader's feedback", () => {
    const feedback = { isUseful: false, wrongPersons: ['ines@brightwater.test', 'tom@brightwater.test'] };
    const { notes } = outcome({ shortfall: 'no_time', updateSentAt: '2026-11-23T12:00:00.000Z', feedback });
    expect(notes).toEqual([
      'There was not enough time for research, so the briefing was sent without it.',
      'Update sent 12:00.',
      'You did not find it useful.',
      'You reported the wrong person for ines@brightwater.test, tom@brightwater.test.',
    ]);
  });

  test.each([
    [false, [], []],
    [false, [['slack', 'delivered']], ['Also sent to Slack.']],
    [
      true,
      [
        ['slack', 'delivered'],
        ['teams', 'delivered'],
      ],
      ['Sent to Slack and Teams instead of by email.'],
    ],
    [
      true,
      [
        ['slack', 'failed'],
        ['teams', 'delivered'],
      ],
      ['Sent to Teams instead of by email.', 'Could not be sent to Slack.'],
    ],
    [false, [['slack', 'unknown']], ['May have reached Slack.']],
    // Messages are deleted after 30 days.
    [true, [], ['Sent to a channel instead of by email.']],
  ] as const)('notes where the briefing went (channel only: %s, messages: %j)', (isMessageAlone, sent, notes) => {
    const messages = sent.map(([kind, state]) => ({ kind, state }));
    expect(outcome({ delivery: { isMessageAlone, messages } }).notes).toEqual(notes);
  });
});
