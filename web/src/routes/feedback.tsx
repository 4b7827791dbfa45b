import { createFileRoute } from '@tanstack/react-router';
import type { FeedbackLink } from '#contract/feedback.ts';
import { feedbackLinkQuery, postFeedback } from '#web/api/mail-links.ts';
import { readTokenSearch } from '#web/auth/link-token.ts';
import { DeadMailLink, type MailLinkOffer, MailLinkScreen } from '#web/features/mail-links/mail-link-screen.tsx';

export const Route = createFileRoute('/feedback')({
  validateSearch: readTokenSearch,
  component: Feedback,
});

function Feedback() {
  const { token = '' } = Route.useSearch();
  if (token === '') return <DeadMailLink />;
  return (
    <MailLinkScreen
      query={feedbackLinkQuery(token)}
      offerOf={({ link }) => describe(link)}
      act={() => postFeedback(token)}
    />
  );
}

function describe({ action, target, meetingTitle }: FeedbackLink): MailLinkOffer {
  const about = `Your briefing for: ${meetingTitle}`;
  switch (action) {
    case 'useful':
      return { title: 'Was it useful?', lead: about, button: 'Yes, it was useful' };
    case 'not_useful':
      return { title: 'Was it useful?', lead: about, button: 'No, it was not useful' };
    case 'wrong_person':
      return { title: 'The wrong person?', lead: about, button: `It was not about ${target}` };
    case 'mute_domain':
      return {
        title: `Exclude ${target}?`,
        lead: `People of ${target} no longer make a meeting external, so they are neither researched nor briefed. You can undo this in Settings.`,
        button: `Exclude ${target}`,
      };
    case 'mute_series':
      return {
        title: 'Mute this series?',
        lead: `You get no more mails about the meetings of this series: ${meetingTitle}`,
        button: 'Mute the series',
      };
    default:
      return {
        title: 'Mute this meeting?',
        lead: `You get no more mails about this meeting: ${meetingTitle}`,
        button: 'Mute the meeting',
      };
  }
}
