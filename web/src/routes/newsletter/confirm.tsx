import { createFileRoute } from '@tanstack/react-router';
import { newsletterConfirmationQuery, postNewsletterConfirmation } from '#web/api/mail-links.ts';
import { readTokenSearch } from '#web/auth/link-token.ts';
import { MailLinkScreen } from '#web/features/mail-links/mail-link-screen.tsx';

export const Route = createFileRoute('/newsletter/confirm')({
  validateSearch: readTokenSearch,
  component: ConfirmNewsletter,
});

function ConfirmNewsletter() {
  return (
    <MailLinkScreen
      token={Route.useSearch().token}
      queryOf={newsletterConfirmationQuery}
      offerOf={({ email, isConfirmed }) => ({
        title: 'Confirm your subscription',
        lead: isConfirmed ? `${email} is already subscribed.` : `We will send the Foreword newsletter to ${email}.`,
        button: isConfirmed ? 'Confirm again' : 'Confirm subscription',
      })}
      act={postNewsletterConfirmation}
    />
  );
}
