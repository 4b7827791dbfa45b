import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';
import { inert } from './plain-text.ts';

export const toolAccessData = z.object({ name: z.string(), change: z.literal('token-created'), toolName: z.string() });

/** Sent when another tool gets at the account. */
export async function renderToolAccess(
  { name, toolName }: z.infer<typeof toolAccessData>,
  settings: MailSettings,
): Promise<RenderedMail> {
  return await renderAccountMail(
    {
      subject: 'New access token',
      name,
      lines: [
        `An access token was created for your Foreword account: “${inert(toolName)}”. Whoever has it can use your meetings and briefings through our API until you revoke it.`,
        `If it was you, there is nothing to do. If not, set a new password at ${settings.publicUrl}/forgot-password. That signs everyone out and ends every access token.`,
      ],
      action: { text: 'See your access tokens', href: `${settings.publicUrl}/app/settings#tools` },
      why: 'You receive this mail because this is the address of a Foreword account.',
    },
    settings,
  );
}
