import { createFileRoute } from '@tanstack/react-router';
import { newsletterUnsubscriptionQuery, postNewsletterUnsubscription } from '#web/api/mail-links.ts';
import { readTokenSearch } from '#web/auth/link-token.ts';
import { MailLinkScreen } from '#web/features/mail-links/mail-link-screen.tsx';

export const Route = createFileRoute('/newsletter/unsubscribe')({
  validateSearch: readTokenSearch,
  component: UnsubscribeFromNewsletter,
});

function UnsubscribeFromNewsletter() {
  return (
    <MailLinkScreen
      token={Route.useSearch().token}
      queryOf={newsletterUnsubscriptionQuery}
      offerOf={({ email }) => ({
        title: 'Unsubscribe',
        lead: `We will stop sending the Foreword newsletter to ${email}.`,
        button: 'Unsubscribe',
      })}
      act={postNewsletterUnsubscription}
    />
  );
}
