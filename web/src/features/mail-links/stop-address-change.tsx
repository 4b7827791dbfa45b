import { addressChangeQuery, postStopAddressChange } from '#web/api/verification.ts';
import { MailLinkScreen } from './mail-link-screen.tsx';

/** For the owner of an account whose address someone else is changing. It shares the page of verification links: one route less on every page. */
export function StopAddressChange({ token }: { token: string }) {
  return (
    <MailLinkScreen
      query={addressChangeQuery(token)}
      offerOf={({ email }) => ({
        title: 'Stop the change of address',
        lead: `Your account keeps ${email}, and every device is signed out.`,
        button: 'Stop the change',
      })}
      act={() => postStopAddressChange(token)}
    />
  );
}
