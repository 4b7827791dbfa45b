import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';
import { inert } from './plain-text.ts';

const person = { name: z.string() };

export const toolAccessData = z.discriminatedUnion('change', [
  z.object({ ...person, change: z.literal('token-created'), toolName: z.string() }),
  z.object({ ...person, change: z.literal('webhook-added'), host: z.string() }),
  z.object({ ...person, change: z.literal('webhook-stopped'), host: z.string() }),
]);
type ToolAccess = z.infer<typeof toolAccessData>;

/** Sent when another tool gets at the account or is told of it, and when it is told no more. */
export async function renderToolAccess(data: ToolAccess, settings: MailSettings): Promise<RenderedMail> {
  const { subject, lines } = wordsOf(data, settings);
  return await renderAccountMail(
    {
      subject,
      name: data.name,
      lines,
      action: { text: 'Open your settings', href: `${settings.publicUrl}/app/settings#tools` },
      why: 'You receive this mail because this is the address of a Foreword account.',
    },
    settings,
  );
}

function wordsOf(data: ToolAccess, { publicUrl }: MailSettings): { subject: string; lines: string[] } {
  const newPassword = `set a new password at ${publicUrl}/forgot-password`;
  switch (data.change) {
    case 'token-created':
      return {
        subject: 'New access token',
        lines: [
          `An access token was created for your Foreword account: “${inert(data.toolName)}”. Whoever has it can use your meetings and briefings through our API until you revoke it.`,
          `If it was you, there is nothing to do. If not, ${newPassword}. That signs everyone out and ends every access token.`,
        ],
      };
    case 'webhook-added':
      return {
        subject: 'New webhook',
        lines: [
          `A webhook was added to your Foreword account. From now on ${inert(data.host)} is told when your briefings and meetings change, without their content.`,
          `If it was you, there is nothing to do. If not, delete it in your settings and ${newPassword}.`,
        ],
      };
    default:
      return {
        subject: 'Your webhook stopped working',
        lines: [
          `Your webhook at ${inert(data.host)} has refused our events for a day, so we stopped sending them.`,
          'Your settings show what it answered. Once it works again, send a test: when that arrives, events are sent again. What happened in the meantime is not sent later.',
        ],
      };
  }
}
