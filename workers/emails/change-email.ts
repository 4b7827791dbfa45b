import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const changeEmailData = z.object({ name: z.string() });

/** Sent to the address that someone wants to change to; nothing changes before its link is followed. */
export async function renderChangeEmail(
  { name, link }: { name: string; link: string },
  settings: MailSettings,
): Promise<RenderedMail> {
  const {
    reader: { say },
  } = settings;
  return await renderAccountMail(
    {
      subject: say('changeSubject'),
      name,
      lines: [say('changeAsk'), say('changeLink')],
      action: { text: say('changeAction'), href: link },
      why: say('whyChange'),
    },
    settings,
  );
}
