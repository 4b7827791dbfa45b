import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const existingAccountData = z.object({ name: z.string() });

/** Sent on a sign-up over an address that has an account: only its owner learns that it does. */
export async function renderExistingAccount({ name }: { name: string }, settings: MailSettings): Promise<RenderedMail> {
  const {
    publicUrl,
    reader: { say },
  } = settings;
  return await renderAccountMail(
    {
      subject: say('existingSubject'),
      name,
      lines: [say('existingTold'), say('existingIfYou', { url: `${publicUrl}/forgot-password` }), say('existingIfNot')],
      action: { text: say('signIn'), href: `${publicUrl}/login` },
      why: say('whySignUp'),
    },
    settings,
  );
}
