import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const resetPasswordData = z.object({ name: z.string() });

/** Sent on request from the page for forgotten passwords. */
export async function renderResetPassword(
  { name, link }: { name: string; link: string },
  settings: MailSettings,
): Promise<RenderedMail> {
  const {
    reader: { say },
  } = settings;
  return await renderAccountMail(
    {
      subject: say('resetSubject'),
      name,
      lines: [say('resetAsk'), say('resetLink'), say('resetIfNot')],
      action: { text: say('resetAction'), href: link },
      why: say('whyReset'),
    },
    settings,
  );
}
