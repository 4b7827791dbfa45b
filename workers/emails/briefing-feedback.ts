import { Fragment, createElement as h, type ReactNode } from 'react';
import type { BriefingData } from './briefing-data.ts';
import type { MailedFeedbackLink } from './feedback-links.ts';
import { button, link, STYLES } from './layout.ts';
import { inert, section, wrap } from './plain-text.ts';

/** What one link says in the mail, and where it leads. */
export type FeedbackOffer = { kind: 'answer' | 'wrong_person' | 'mute'; text: string; href: string };

/** The links of a briefing in words; none for a mail that was queued without them. */
export function feedbackOffers(
  links: readonly MailedFeedbackLink[],
  { guests }: Pick<BriefingData, 'guests'>,
  publicUrl: string,
): FeedbackOffer[] {
  return links.map(({ action, target, token }) => {
    const href = `${publicUrl}/feedback?token=${encodeURIComponent(token)}`;
    switch (action) {
      case 'useful':
        return { kind: 'answer', text: 'Yes', href };
      case 'not_useful':
        return { kind: 'answer', text: 'No', href };
      case 'wrong_person': {
        const name = guests.find(({ email }) => email === target)?.name ?? target ?? '';
        return { kind: 'wrong_person', text: inert(name), href };
      }
      case 'mute_domain':
        return { kind: 'mute', text: inert(target ?? ''), href };
      default:
        return { kind: 'mute', text: action === 'mute_series' ? 'this series' : 'this meeting', href };
    }
  });
}

const QUESTION = 'Was this useful?';
const LEADS = { answer: 'Useful?', wrong_person: 'Wrong person?', mute: 'No more mails about' } as const;

export function feedbackNode(offers: readonly FeedbackOffer[]): ReactNode {
  if (offers.length === 0) return null;
  const answers = offers.filter(({ kind }) => kind === 'answer');
  return h(
    'div',
    { style: { marginTop: 10 } },
    h(
      'div',
      { className: 'ink', style: { ...STYLES.text, margin: '0 0 2px' } },
      h('span', { style: { marginRight: 12 } }, QUESTION),
      ...answers.map(({ href, text }) => button(href, text, 'quiet')),
    ),
    lineOf(offers, 'wrong_person'),
    lineOf(offers, 'mute'),
  );
}

function lineOf(offers: readonly FeedbackOffer[], kind: keyof typeof LEADS): ReactNode {
  const ofKind = offers.filter((offer) => offer.kind === kind);
  if (ofKind.length === 0) return null;
  return h(
    'p',
    { className: 'ink3', style: { ...STYLES.small, fontSize: 12, margin: '0 0 2px' } },
    `${LEADS[kind]} `,
    ...ofKind.map(({ href, text }, index) => h(Fragment, { key: href }, index > 0 && ' · ', link(href, text))),
  );
}

/** The same in a line each, where several meetings share a mail. */
export function feedbackLines(offers: readonly FeedbackOffer[]): ReactNode {
  return h(Fragment, null, lineOf(offers, 'answer'), lineOf(offers, 'wrong_person'), lineOf(offers, 'mute'));
}

export function feedbackLinesText(offers: readonly FeedbackOffer[]): string[] {
  if (offers.length === 0) return [];
  return [offers.map(({ kind, text, href }) => `${wrap(`${LEADS[kind]} ${text}:`)}\n${href}`).join('\n')];
}

export function feedbackText(offers: readonly FeedbackOffer[]): string[] {
  return section(
    QUESTION,
    offers.map(
      ({ kind, text, href }) => `${wrap(kind === 'answer' ? `${text}:` : `${LEADS[kind]} ${text}:`)}\n${href}`,
    ),
  );
}
