import { Fragment } from 'react';
import type { Say } from '#workers/words/say.ts';
import { linkText } from './briefing-blocks.tsx';
import type { BriefingData } from './briefing-data.ts';
import type { MailedFeedbackLink } from './feedback-links.ts';
import { Button, Buttons, MailLink, type MailSettings, STYLES } from './layout.tsx';
import { inert, section } from './plain-text.ts';

/** Text and target of one feedback link. */
export type FeedbackOffer = { kind: 'answer' | 'wrong_person' | 'mute'; text: string; href: string };

/** Returns the feedback links with their texts; none for an email queued without them. */
export function feedbackOffers(
  links: readonly MailedFeedbackLink[],
  { guests }: Pick<BriefingData, 'guests'>,
  { publicUrl, reader: { say } }: Pick<MailSettings, 'publicUrl' | 'reader'>,
): FeedbackOffer[] {
  return links.map(({ action, target, token }) => {
    const href = `${publicUrl}/feedback?token=${encodeURIComponent(token)}`;
    switch (action) {
      case 'useful':
        return { kind: 'answer', text: say('yes'), href };
      case 'not_useful':
        return { kind: 'answer', text: say('no'), href };
      case 'wrong_person': {
        const name = guests.find(({ email }) => email === target)?.name ?? target ?? '';
        return { kind: 'wrong_person', text: inert(name), href };
      }
      case 'mute_domain':
        return { kind: 'mute', text: inert(target ?? ''), href };
      default:
        return { kind: 'mute', text: say(action === 'mute_series' ? 'thisSeries' : 'thisMeeting'), href };
    }
  });
}

/** Text before each kind of link. */
const LEADS = { answer: 'useful', wrong_person: 'wrongPerson', mute: 'noMoreAbout' } as const;

type Offered = { offers: readonly FeedbackOffer[]; say: Say };

export function Feedback({ offers, say }: Offered) {
  if (offers.length === 0) return null;
  const answers = offers.filter(({ kind }) => kind === 'answer');
  return (
    <div style={{ marginTop: 10 }}>
      <div style={{ margin: '0 0 2px' }}>
        <Buttons lead={say('wasUseful')}>
          {answers.map(({ href, text }) => (
            <Button key={href} href={href} quiet>
              {text}
            </Button>
          ))}
        </Buttons>
      </div>
      <OfferLine offers={offers} say={say} kind="wrong_person" />
      <OfferLine offers={offers} say={say} kind="mute" />
    </div>
  );
}

function OfferLine({ offers, say, kind }: Offered & { kind: keyof typeof LEADS }) {
  const ofKind = offers.filter((offer) => offer.kind === kind);
  if (ofKind.length === 0) return null;
  return (
    <p className="ink3" style={{ ...STYLES.small, fontSize: 12, margin: '0 0 2px' }}>
      {`${say(LEADS[kind])} `}
      {ofKind.map(({ href, text }, index) => (
        <Fragment key={href}>
          {index > 0 && ' · '}
          <MailLink href={href}>{text}</MailLink>
        </Fragment>
      ))}
    </p>
  );
}

/** Feedback links in one line per kind, for an email with several meetings. */
export function FeedbackLines({ offers, say }: Offered) {
  return (
    <>
      <OfferLine offers={offers} say={say} kind="answer" />
      <OfferLine offers={offers} say={say} kind="wrong_person" />
      <OfferLine offers={offers} say={say} kind="mute" />
    </>
  );
}

export function feedbackLinesText({ offers, say }: Offered): string[] {
  if (offers.length === 0) return [];
  return [offers.map(({ kind, text, href }) => linkText(`${say(LEADS[kind])} ${text}`, href, say)).join('\n')];
}

export function feedbackText({ offers, say }: Offered): string[] {
  return section(
    say('wasUseful'),
    offers.map(({ kind, text, href }) => linkText(kind === 'answer' ? text : `${say(LEADS[kind])} ${text}`, href, say)),
  );
}
