import { createFileRoute } from '@tanstack/react-router';
import { objectionRequestQuery, postObjectionConfirmation } from '#web/api/mail-links.ts';
import { readTokenSearch } from '#web/auth/link-token.ts';
import { MailLinkScreen } from '#web/features/mail-links/mail-link-screen.tsx';

export const Route = createFileRoute('/objection/confirm')({
  validateSearch: readTokenSearch,
  component: ConfirmObjection,
});

function ConfirmObjection() {
  return (
    <MailLinkScreen
      token={Route.useSearch().token}
      queryOf={objectionRequestQuery}
      offerOf={({ email, isConfirmed }) => ({
        title: 'Do not research me',
        lead: isConfirmed
          ? `${email} is no longer researched.`
          : `Foreword will no longer research ${email}. We will erase what we found. Briefings for people who meet you will say that you asked not to be researched.`,
        button: isConfirmed ? 'Confirm again' : 'Confirm',
      })}
      act={postObjectionConfirmation}
    />
  );
}
