import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const providerJoinedData = z.object({ name: z.string() });

/** Sent when Google opens an account for the first time, which ends its password and everything else that opened it. */
export async function renderProviderJoined({ name }: { name: string }, settings: MailSettings): Promise<RenderedMail> {
  const {
    publicUrl,
    supportEmail,
    reader: { say },
  } = settings;
  return await renderAccountMail(
    {
      subject: say('joinedSubject'),
      name,
      lines: [
        say('joinedTold'),
        say('joinedPassword', { url: `${publicUrl}/forgot-password` }),
        say('joinedIfNot', { supportEmail }),
      ],
      action: { text: say('joinedAction'), href: `${publicUrl}/app` },
      why: say('whyOwner'),
    },
    settings,
  );
}
