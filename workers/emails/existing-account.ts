import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const existingAccountData = z.object({ name: z.string() });

/** Sent on a sign-up over an address that has an account: only its owner learns that it does. */
export async function renderExistingAccount({ name }: { name: string }, settings: MailSettings): Promise<RenderedMail> {
  return await renderAccountMail(
    {
      subject: 'You already have an account',
      name,
      lines: [
        'Somebody tried to sign up for Foreword with this address, which has an account already. Nothing was changed.',
        `If it was you, sign in instead. If you forgot the password, reset it at ${settings.publicUrl}/forgot-password.`,
        'If it was not you, there is nothing to do.',
      ],
      action: { text: 'Sign in', href: `${settings.publicUrl}/login` },
      why: 'You receive this mail because of a sign-up with this address.',
    },
    settings,
  );
}
