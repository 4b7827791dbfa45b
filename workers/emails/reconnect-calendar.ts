import * as z from 'zod';
import { provider } from '#contract/http.ts';
import { renderAccountLayout } from './account-layout.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

export const reconnectCalendarData = z.object({ provider, name: z.string().default('') });

const NAMES = { google: 'Google', microsoft: 'Microsoft' } as const;

/** Renders the mail sent once when a calendar's grant ends at its vendor. */
export async function renderReconnectCalendar(
  data: z.infer<typeof reconnectCalendarData>,
  settings: MailSettings,
): Promise<RenderedMail> {
  const { publicUrl, reader } = settings;
  const { say } = reader;
  const provider = NAMES[data.provider];
  return await renderAccountLayout(
    {
      subject: say('reconnectSubject', { provider }),
      name: data.name,
      lines: [say('reconnectTold', { provider }), say('reconnectWhy')],
      action: { text: say('reconnectAction'), href: `${publicUrl}/app/settings` },
      why: say('whyReconnect'),
    },
    settings,
  );
}
