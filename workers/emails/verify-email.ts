import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const verifyEmailData = z.object({ name: z.string() });

/** Sent after sign-up, and again on request. */
export async function renderVerifyEmail(
  { name, link }: { name: string; link: string },
  settings: MailSettings,
): Promise<RenderedMail> {
  return await renderAccountMail(
    {
      subject: 'Confirm your email address',
      name,
      lines: [
        'Confirm this address to finish setting up your Foreword account.',
        'The link works once and for 24 hours. If you did not sign up, you can ignore this mail: nothing happens without the confirmation.',
      ],
      action: { text: 'Confirm this address', href: link },
      why: 'You receive this mail because somebody signed up with this address.',
    },
    settings,
  );
}
