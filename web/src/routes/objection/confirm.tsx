import { createFileRoute } from '@tanstack/react-router';
import { objectionRequestQuery, postObjectionConfirmation } from '#web/api/mail-links.ts';
import { readTokenSearch } from '#web/auth/link-token.ts';
import { DeadMailLink, MailLinkScreen } from '#web/features/mail-links/mail-link-screen.tsx';

export const Route = createFileRoute('/objection/confirm')({
  validateSearch: readTokenSearch,
  component: ConfirmObjection,
});

function ConfirmObjection() {
  const { token = '' } = Route.useSearch();
  if (token === '') return <DeadMailLink />;
  return (
    <MailLinkScreen
      query={objectionRequestQuery(token)}
      offerOf={({ email, isConfirmed }) => ({
        title: 'Do not research me',
        lead: isConfirmed
          ? `${email} is no longer researched.`
          : `Foreword will no longer research ${email}. We erase what was found, and tell anyone who meets you that you asked us not to.`,
        button: isConfirmed ? 'Confirm again' : 'Confirm',
      })}
      act={() => postObjectionConfirmation(token)}
    />
  );
}
