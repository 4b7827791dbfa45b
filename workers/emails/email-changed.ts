import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const emailChangedData = z.object({ name: z.string() });

/** Sent to the former address of an account, whose owner may not be the one who changed it. It does not tell the new one. */
export async function renderEmailChanged({ name }: { name: string }, settings: MailSettings): Promise<RenderedMail> {
  const {
    publicUrl,
    supportEmail,
    reader: { say },
  } = settings;
  return await renderAccountMail(
    {
      subject: say('movedSubject'),
      name,
      lines: [say('movedTold'), say('movedIfNot', { supportEmail })],
      action: { text: say('movedAction'), href: `${publicUrl}/app/profile` },
      why: say('whyMoved'),
    },
    settings,
  );
}
