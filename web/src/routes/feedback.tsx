import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { FeedbackLink } from '#contract/feedback.ts';
import { feedbackLinkQuery, postFeedback } from '#web/api/mail-links.ts';
import { readTokenSearch } from '#web/auth/link-token.ts';
import { AuthLayout } from '#web/features/auth-forms/auth-layout.tsx';
import { Reasons } from '#web/features/feedback/reasons.tsx';
import { type MailLinkOffer, MailLinkScreen } from '#web/features/mail-links/mail-link-screen.tsx';

export const Route = createFileRoute('/feedback')({ validateSearch: readTokenSearch, component: Feedback });

function Feedback() {
  const { token = '' } = Route.useSearch();
  const link = useQuery({ ...feedbackLinkQuery(token), enabled: token !== '' }).data?.link;
  const reasons = link?.action === 'not_useful' && <Reasons token={token} />;
  if (link && link.usedAt !== null) {
    return (
      <AuthLayout title="This link has already been used" lead={DONE[link.action]}>
        <p className="text-md text-ink2">{briefingOf(link)}</p>
        {reasons}
      </AuthLayout>
    );
  }
  return (
    <MailLinkScreen
      token={token}
      queryOf={feedbackLinkQuery}
      offerOf={(offered) => describe(offered.link)}
      act={postFeedback}
      next={reasons}
    />
  );
}

/** Shown for a link that was already used, by its action. */
const DONE: Record<FeedbackLink['action'], string> = {
  useful: 'You told us the briefing was useful. Your answer is saved.',
  not_useful: 'You told us the briefing wasn’t useful. Your answer is saved.',
  wrong_person: 'You reported the wrong person. Your answer is saved.',
  mute_domain: 'You excluded this domain. You can undo this in Settings.',
  mute_series: 'You muted this series. You can undo this in Settings.',
  mute_meeting: 'You muted this meeting. You can undo this in Settings.',
};

function briefingOf({ meetingTitle }: FeedbackLink): string {
  return `Your briefing for “${meetingTitle}”`;
}

function describe(link: FeedbackLink): MailLinkOffer {
  const { action, target, meetingTitle } = link;
  switch (action) {
    case 'useful':
      return { title: 'Was it useful?', lead: briefingOf(link), button: 'Yes, it was useful' };
    case 'not_useful':
      return { title: 'Was it useful?', lead: briefingOf(link), button: 'No, it was not useful' };
    case 'wrong_person':
      return { title: 'Wrong person?', lead: briefingOf(link), button: `Report the wrong person for ${target}` };
    case 'mute_domain':
      return {
        title: `Exclude ${target}?`,
        lead: `Guests from ${target} will count as internal: they won’t be researched, and meetings with no other external guests won’t get a briefing. You can undo this in Settings.`,
        button: `Exclude ${target}`,
      };
    case 'mute_series':
      return {
        title: 'Mute this series?',
        lead: `You won’t get any more emails about this series: ${meetingTitle}`,
        button: 'Mute the series',
      };
    default:
      return {
        title: 'Mute this meeting?',
        lead: `You won’t get any more emails about this meeting: ${meetingTitle}`,
        button: 'Mute the meeting',
      };
  }
}
