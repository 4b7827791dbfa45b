import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const providerJoinedData = z.object({ name: z.string() });

/** Sent when Google opens an account for the first time, which ends its password and everything else that opened it. */
export async function renderProviderJoined({ name }: { name: string }, settings: MailSettings): Promise<RenderedMail> {
  return await renderAccountMail(
    {
      subject: 'You now sign in with Google',
      name,
      lines: [
        'You signed in to Foreword with Google, and from now on that opens your account. Your password no longer works, and every other device was signed out.',
        `To use a password again, set a new one at ${settings.publicUrl}/forgot-password. That turns the sign-in with Google off until you use it again.`,
        `If it was not you, reset your password at once and write to ${settings.supportEmail}.`,
      ],
      action: { text: 'Go to Foreword', href: `${settings.publicUrl}/app` },
      why: 'You receive this mail because this is the address of a Foreword account.',
    },
    settings,
  );
}
