import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const accountDeletedData = z.object({ name: z.string() });

/** The last mail of an account. */
export async function renderAccountDeleted({ name }: { name: string }, settings: MailSettings): Promise<RenderedMail> {
  return await renderAccountMail(
    {
      subject: 'Your account is deleted',
      name,
      lines: [
        'Your Foreword account is deleted, as you asked: your calendars are disconnected, and meetings, research and briefings are gone.',
        `If it was not you, write to ${settings.supportEmail}. What was deleted cannot be brought back.`,
        'We forget this address once this mail has left. You can sign up again at any time.',
      ],
      action: { text: 'Foreword', href: settings.publicUrl },
      why: 'You receive this mail because the account of this address was deleted.',
    },
    settings,
  );
}
