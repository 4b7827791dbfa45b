import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const changeEmailData = z.object({ name: z.string() });

/** Sent to the address that somebody wants to change to; nothing changes before its link is followed. */
export async function renderChangeEmail(
  { name, link }: { name: string; link: string },
  settings: MailSettings,
): Promise<RenderedMail> {
  return await renderAccountMail(
    {
      subject: 'Confirm your new email address',
      name,
      lines: [
        'Confirm this address to use it for your Foreword account from now on.',
        'The link works once and for 24 hours. If you did not ask for this, you can ignore this mail: nothing happens without the confirmation.',
      ],
      action: { text: 'Use this address', href: link },
      why: 'You receive this mail because somebody entered this address in a Foreword profile.',
    },
    settings,
  );
}
