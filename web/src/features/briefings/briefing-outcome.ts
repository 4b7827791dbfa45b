import type { BriefingItem } from '#contract/briefings.ts';
import type { Tone } from '#web/ui/tone.ts';
import { deliveryNotes } from './delivery-notes.ts';

export type BriefingOutcome = { text: string; tone: Tone; notes: string[] };

/**
 * What became of one briefing: its state in a word or two, and what else there is to know.
 * @param words how instants are put into words
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
  none: { text: 'Not planned', tone: 'neutral' },
  scheduled: { text: 'Planned for', tone: 'accent' },
  sending: { text: 'Being sent', tone: 'accent' },
  sent: { text: 'Sent', tone: 'success' },
  unknown: { text: 'May have been sent', tone: 'warning' },
  skipped: { text: 'Not sent', tone: 'neutral' },
  failed: { text: 'Could not be sent', tone: 'danger' },
};

const shortfalls: Record<NonNullable<BriefingItem['shortfall']>, string> = {
  research_failed: 'Research failed, so the mail went out without it.',
  quota_exceeded: 'Your research quota was used up, so the mail went out without new research.',
  daily_cap_reached: 'The day’s research limit was reached, so the mail went out without new research.',
  no_time: 'There wasn’t enough time for research, so the mail went out without it.',
};

function feedbackNotes({ feedback: { isUseful, wrongPersons } }: BriefingItem): string[] {
  const useful = isUseful === null ? [] : [isUseful ? 'You found it useful.' : 'You did not find it useful.'];
  const wrong = wrongPersons.length === 0 ? [] : [`You reported the wrong person for ${wrongPersons.join(', ')}.`];
  return [...useful, ...wrong];
}
