import { createFileRoute } from '@tanstack/react-router';
import { newsletterUnsubscriptionQuery, postNewsletterUnsubscription } from '#web/api/mail-links.ts';
import { readTokenSearch } from '#web/auth/link-token.ts';
import { DeadMailLink, MailLinkScreen } from '#web/features/mail-links/mail-link-screen.tsx';

export const Route = createFileRoute('/newsletter/unsubscribe')({
  validateSearch: readTokenSearch,
  component: UnsubscribeFromNewsletter,
});

function UnsubscribeFromNewsletter() {
  const { token = '' } = Route.useSearch();
  if (token === '') return <DeadMailLink />;
  return (
    <MailLinkScreen
      query={newsletterUnsubscriptionQuery(token)}
      offerOf={({ email }) => ({
        title: 'Unsubscribe',
        lead: `We will stop sending the Foreword newsletter to ${email}.`,
        button: 'Unsubscribe',
      })}
      act={() => postNewsletterUnsubscription(token)}
    />
  );
}
