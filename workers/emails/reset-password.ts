import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const resetPasswordData = z.object({ name: z.string() });

/** Sent on request from the page for forgotten passwords. */
export async function renderResetPassword(
  { name, link }: { name: string; link: string },
  settings: MailSettings,
): Promise<RenderedMail> {
  return await renderAccountMail(
    {
      subject: 'Reset your password',
      name,
      lines: [
        'Choose a new password for your Foreword account.',
        'The link works once and for one hour. Setting a new password signs you out everywhere.',
        'If you did not ask for this, you can ignore this mail: the password stays as it is.',
      ],
      action: { text: 'Choose a new password', href: link },
      why: 'You receive this mail because a new password was requested for this address.',
    },
    settings,
  );
}
