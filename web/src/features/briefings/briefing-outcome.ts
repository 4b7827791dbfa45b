import type { BriefingItem } from '#contract/briefings.ts';
import type { Tone } from '#web/ui/tone.ts';
import { deliveryNotes } from './delivery-notes.ts';

export type BriefingOutcome = { text: string; tone: Tone; notes: string[] };

/**
 * A briefing's outcome: its state in a few words, and notes.
 * @param words formats an instant
 */
export function briefingOutcome(item: BriefingItem, words: (iso: string) => string): BriefingOutcome {
  const { state, reason, dueAt, sentAt, shortfall, delivery, updateSentAt } = item;
  const when = sentAt ?? dueAt;
  const { text, tone } = outcomes[state];
  const isDated = state === 'sent' || state === 'scheduled';
  return {
    text: isDated && when !== null ? `${text} ${words(when)}` : text,
    tone,
    notes: [
      ...(reason === null ? [] : [reason]),
      ...(shortfall === null ? [] : [shortfalls[shortfall]]),
      ...deliveryNotes(delivery),
      ...(updateSentAt === null ? [] : [`Update sent ${words(updateSentAt)}.`]),
      ...feedbackNotes(item),
    ],
  };
}

const outcomes: Record<BriefingItem['state'], { text: string; tone: Tone }> = {
  none: { text: 'Not scheduled', tone: 'neutral' },
  scheduled: { text: 'Scheduled for', tone: 'accent' },
  sending: { text: 'Sending', tone: 'accent' },
  sent: { text: 'Sent', tone: 'success' },
  unknown: { text: 'May have been sent', tone: 'warning' },
  skipped: { text: 'Not sent', tone: 'neutral' },
  failed: { text: 'Could not be sent', tone: 'danger' },
};

const shortfalls: Record<NonNullable<BriefingItem['shortfall']>, string> = {
  research_failed: 'Research failed, so the briefing was sent without it.',
  quota_exceeded: 'Your research quota was used up, so the briefing was sent without new research.',
  daily_cap_reached: 'You had reached the daily research limit, so the briefing was sent without new research.',
  no_time: 'There was not enough time for research, so the briefing was sent without it.',
};

function feedbackNotes({ feedback: { isUseful, wrongPersons } }: BriefingItem): string[] {
  const useful = isUseful === null ? [] : [isUseful ? 'You found it useful.' : 'You did not find it useful.'];
  const wrong = wrongPersons.length === 0 ? [] : [`You reported the wrong person for ${wrongPersons.join(', ')}.`];
  return [...useful, ...wrong];
}
