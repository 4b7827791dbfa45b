import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const passwordChangedData = z.object({ name: z.string() });

/** Sent when a new password was set. */
export async function renderPasswordChanged({ name }: { name: string }, settings: MailSettings): Promise<RenderedMail> {
  return await renderAccountMail(
    {
      subject: 'Your password was changed',
      name,
      lines: [
        'A new password was set for your Foreword account. Every browser and device was signed out, and only the new password opens the account now.',
        `If it was not you, somebody else can read your mail: secure your mailbox first, then set another password at ${settings.publicUrl}/forgot-password and write to ${settings.supportEmail}.`,
      ],
      action: { text: 'Sign in', href: `${settings.publicUrl}/login` },
      why: 'You receive this mail because this is the address of a Foreword account.',
    },
    settings,
  );
}
