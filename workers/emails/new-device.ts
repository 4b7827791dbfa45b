import * as z from 'zod';
import type { Say } from '#workers/words/say.ts';
import { renderAccountLayout } from './account-layout.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const newDeviceData = z.object({
  name: z.string(),
  /** In English. */
  device: z.string(),
  /** Parts of the device's name, empty if unknown. Missing in mails from builds with English only. */
  program: z.string().exactOptional(),
  system: z.string().exactOptional(),
});
type NewDevice = z.infer<typeof newDeviceData>;

/** Renders the mail sent after a sign-in from a browser, or a kind of browser, that the account had not used before. */
export async function renderNewDevice(data: NewDevice, settings: MailSettings): Promise<RenderedMail> {
  const { name } = data;
  const { publicUrl, reader } = settings;
  const { say } = reader;
  return await renderAccountLayout(
    {
      subject: say('deviceSubject'),
      name,
      lines: [
        say('deviceTold', { device: deviceOf(data, say) }),
        say('deviceIfNot', { url: `${publicUrl}/forgot-password` }),
      ],
      action: { text: say('deviceAction'), href: `${publicUrl}/app/settings#sessions` },
      why: say('whyOwner'),
    },
    settings,
  );
}

function deviceOf({ device, program, system }: NewDevice, say: Say): string {
  if (program === undefined || system === undefined) return device;
  return program && system ? say('deviceOn', { program, system }) : program || system || say('unknownDevice');
}
