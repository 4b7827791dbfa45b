import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const passwordChangedData = z.object({ name: z.string() });

/** Sent when a new password was set. */
export async function renderPasswordChanged({ name }: { name: string }, settings: MailSettings): Promise<RenderedMail> {
  const {
    publicUrl,
    supportEmail,
    reader: { say },
  } = settings;
  return await renderAccountMail(
    {
      subject: say('passwordSubject'),
      name,
      lines: [say('passwordTold'), say('passwordIfNot', { url: `${publicUrl}/forgot-password`, supportEmail })],
      action: { text: say('signIn'), href: `${publicUrl}/login` },
      why: say('whyOwner'),
    },
    settings,
  );
}
