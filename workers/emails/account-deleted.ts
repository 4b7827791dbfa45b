import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const accountDeletedData = z.object({ name: z.string() });

/** The last mail of an account. */
export async function renderAccountDeleted({ name }: { name: string }, settings: MailSettings): Promise<RenderedMail> {
  const {
    publicUrl,
    supportEmail,
    reader: { say },
  } = settings;
  return await renderAccountMail(
    {
      subject: say('deletedSubject'),
      name,
      lines: [say('deletedTold'), say('deletedIfNot', { supportEmail }), say('deletedForgotten')],
      action: { text: 'Foreword', href: publicUrl },
      why: say('whyDeleted'),
    },
    settings,
  );
}
