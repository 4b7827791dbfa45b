import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const newDeviceData = z.object({ name: z.string(), device: z.string() });

/** Sent when somebody signs in with a browser that the account was not opened with before. */
export async function renderNewDevice(
  { name, device }: z.infer<typeof newDeviceData>,
  settings: MailSettings,
): Promise<RenderedMail> {
  return await renderAccountMail(
    {
      subject: 'New sign-in to your account',
      name,
      lines: [
        `Somebody signed in to your Foreword account with ${device}, which was not used for it before.`,
        `If it was you, there is nothing to do. If not, set a new password at ${settings.publicUrl}/forgot-password: that signs everybody out.`,
      ],
      action: { text: 'See your sessions', href: `${settings.publicUrl}/app/settings#sessions` },
      why: 'You receive this mail because this is the address of a Foreword account.',
    },
    settings,
  );
}
