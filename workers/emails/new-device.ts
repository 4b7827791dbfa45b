import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const newDeviceData = z.object({ name: z.string(), device: z.string() });

/** Sent when somebody signs in with a browser that the account was not opened with before. */
export async function renderNewDevice(
  { name, device }: z.infer<typeof newDeviceData>,
  settings: MailSettings,
): Promise<RenderedMail> {
  const { publicUrl, reader } = settings;
  const { say } = reader;
  return await renderAccountMail(
    {
      subject: say('deviceSubject'),
      name,
      lines: [say('deviceTold', { device }), say('deviceIfNot', { url: `${publicUrl}/forgot-password` })],
      action: { text: say('deviceAction'), href: `${publicUrl}/app/settings#sessions` },
      why: say('whyOwner'),
    },
    settings,
  );
}
