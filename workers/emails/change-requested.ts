import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const changeRequestedData = z.object({ name: z.string() });

/** Sent to the address that an account has, while a change to another waits to be confirmed. It does not tell the new one. */
export async function renderChangeRequested(
  { name, link }: { name: string; link: string },
  settings: MailSettings,
): Promise<RenderedMail> {
  return await renderAccountMail(
    {
      subject: 'Your email address is about to change',
      name,
      lines: [
        'Someone signed in to your Foreword account asked to use another email address for it. If that was you, confirm it from the mail we sent to the new address.',
        'If it was not you, stop the change: it signs every device out. Then reset your password. The link works for 24 hours.',
      ],
      action: { text: 'Stop the change', href: link },
      why: 'You receive this mail because this is the address of a Foreword account.',
    },
    settings,
  );
}
