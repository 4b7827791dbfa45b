import * as z from 'zod';
import type { Say } from '#workers/words/say.ts';
import { accountMail, addresseeFields } from './account-layout.tsx';

const newDevice = z.object({
  ...addresseeFields,
  /** In English. */
  device: z.string(),
  /** Parts of the device's name, empty if unknown. Missing in emails from English-only builds. */
  program: z.string().exactOptional(),
  system: z.string().exactOptional(),
});

/** Renders the email sent after a sign-in from a browser, or kind of browser, that the account had not used before. */
export const renderNewDevice = accountMail(newDevice, (data, { publicUrl, say }) => ({
  subject: say('deviceSubject'),
  lines: [
    say('deviceTold', { device: deviceOf(data, say) }),
    say('deviceIfNot', { url: `${publicUrl}/forgot-password` }),
  ],
  action: { text: say('deviceAction'), href: `${publicUrl}/app/settings#sessions` },
  why: say('whyOwner'),
}));

function deviceOf({ device, program, system }: z.infer<typeof newDevice>, say: Say): string {
  if (program === undefined || system === undefined) return device;
  return program && system ? say('deviceOn', { program, system }) : program || system || say('unknownDevice');
}
