import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const emailChangedData = z.object({ name: z.string() });

/** Sent to the former address of an account, whose owner may not be the one who changed it. It does not tell the new one. */
export async function renderEmailChanged({ name }: { name: string }, settings: MailSettings): Promise<RenderedMail> {
  return await renderAccountMail(
    {
      subject: 'Your email address was changed',
      name,
      lines: [
        'Your Foreword account uses another email address from now on. This one no longer signs you in, and briefings go to the new one.',
        `If it was not you, write to ${settings.supportEmail} at once.`,
      ],
      action: { text: 'Go to your profile', href: `${settings.publicUrl}/app/profile` },
      why: 'You receive this mail because this was the address of a Foreword account.',
    },
    settings,
  );
}
