import { Fragment } from 'react';
import type { BriefingData } from './briefing-data.ts';
import type { MailedFeedbackLink } from './feedback-links.ts';
import { Button, MailLink, STYLES } from './layout.tsx';
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

export function Feedback({ offers }: { offers: readonly FeedbackOffer[] }) {
  if (offers.length === 0) return null;
  const answers = offers.filter(({ kind }) => kind === 'answer');
  return (
    <div style={{ marginTop: 10 }}>
      <div className="ink" style={{ ...STYLES.text, margin: '0 0 2px' }}>
        <span style={{ marginRight: 12 }}>{QUESTION}</span>
        {answers.map(({ href, text }) => (
          <Button key={href} href={href} quiet>
            {text}
          </Button>
        ))}
      </div>
      <OfferLine offers={offers} kind="wrong_person" />
      <OfferLine offers={offers} kind="mute" />
    </div>
  );
}

function OfferLine({ offers, kind }: { offers: readonly FeedbackOffer[]; kind: keyof typeof LEADS }) {
  const ofKind = offers.filter((offer) => offer.kind === kind);
  if (ofKind.length === 0) return null;
  return (
    <p className="ink3" style={{ ...STYLES.small, fontSize: 12, margin: '0 0 2px' }}>
      {`${LEADS[kind]} `}
      {ofKind.map(({ href, text }, index) => (
        <Fragment key={href}>
          {index > 0 && ' · '}
          <MailLink href={href}>{text}</MailLink>
        </Fragment>
      ))}
    </p>
  );
}

/** The same in a line each, where several meetings share a mail. */
export function FeedbackLines({ offers }: { offers: readonly FeedbackOffer[] }) {
  return (
    <>
      <OfferLine offers={offers} kind="answer" />
      <OfferLine offers={offers} kind="wrong_person" />
      <OfferLine offers={offers} kind="mute" />
    </>
  );
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
