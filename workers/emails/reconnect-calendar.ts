import * as z from 'zod';
import { provider } from '#contract/http.ts';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const reconnectCalendarData = z.object({ provider, name: z.string().default('') });

const NAMES = { google: 'Google', microsoft: 'Microsoft' } as const;

/** Sent once when a calendar's grant has ended at its provider. */
export async function renderReconnectCalendar(
  data: z.infer<typeof reconnectCalendarData>,
  settings: MailSettings,
): Promise<RenderedMail> {
  const name = NAMES[data.provider];
  return await renderAccountMail(
    {
      subject: `Reconnect your ${name} calendar`,
      name: data.name,
      lines: [
        `${name} no longer lets Foreword read your calendar, so new and changed meetings are not seen.`,
        'This happens when the permission is withdrawn, the password is changed, or the permission has run out. Nothing was deleted: connect the calendar again and everything goes on.',
      ],
      action: { text: 'Reconnect in Settings', href: `${settings.publicUrl}/app/settings` },
      why: 'You receive this mail because your calendar was connected to Foreword.',
    },
    settings,
  );
}
