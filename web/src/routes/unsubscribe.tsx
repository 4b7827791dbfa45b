import { createFileRoute } from '@tanstack/react-router';
import { postUnsubscription, unsubscriptionQuery } from '#web/api/mail-links.ts';
import { readTokenSearch } from '#web/auth/link-token.ts';
import { MailLinkScreen } from '#web/features/mail-links/mail-link-screen.tsx';

export const Route = createFileRoute('/unsubscribe')({ validateSearch: readTokenSearch, component: Unsubscribe });

function Unsubscribe() {
  return (
    <MailLinkScreen
      token={Route.useSearch().token}
      queryOf={unsubscriptionQuery}
      offerOf={({ email }) => ({
        title: 'Unsubscribe',
        lead: `We will stop sending briefings and digests to ${email}, and to Slack and Teams if you use them. You will still get emails about your account.`,
        button: 'Unsubscribe',
      })}
      act={postUnsubscription}
    />
  );
}
