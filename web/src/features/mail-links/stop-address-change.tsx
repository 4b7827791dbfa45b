import { addressChangeQuery, postStopAddressChange } from '#web/api/verification.ts';
import { MailLinkScreen } from './mail-link-screen.tsx';

/** For the owner of an account whose address someone else is changing. Shares the route of verification links. */
export function StopAddressChange({ token }: { token: string }) {
  return (
    <MailLinkScreen
      query={addressChangeQuery(token)}
      offerOf={({ email }) => ({
        title: 'Stop the address change',
        lead: `Your account keeps ${email}, and every device is signed out.`,
        button: 'Stop the change',
      })}
      act={() => postStopAddressChange(token)}
    />
  );
}
