import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const changeRequestedData = z.object({ name: z.string() });

/** Sent to the address that an account has, while a change to another waits to be confirmed. It does not tell the new one. */
export async function renderChangeRequested(
  { name, link }: { name: string; link: string },
  settings: MailSettings,
): Promise<RenderedMail> {
  const {
    reader: { say },
  } = settings;
  return await renderAccountMail(
    {
      subject: say('requestedSubject'),
      name,
      lines: [say('requestedTold'), say('requestedIfNot')],
      action: { text: say('requestedAction'), href: link },
      why: say('whyOwner'),
    },
    settings,
  );
}
