import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const verifyEmailData = z.object({ name: z.string() });

/** Sent after sign-up, and again on request. */
export async function renderVerifyEmail(
  { name, link }: { name: string; link: string },
  settings: MailSettings,
): Promise<RenderedMail> {
  const {
    reader: { say },
  } = settings;
  return await renderAccountMail(
    {
      subject: say('verifySubject'),
      name,
      lines: [say('verifyAsk'), say('linkOnceADay')],
      action: { text: say('verifyAction'), href: link },
      why: say('whySignUp'),
    },
    settings,
  );
}
