import * as z from 'zod';
import { provider } from '#contract/http.ts';
import { accountMail, addresseeFields } from './account-layout.tsx';

const reconnectCalendar = z.object({ ...addresseeFields, provider, name: z.string().default('') });

const NAMES = { google: 'Google', microsoft: 'Microsoft' } as const;

/** Renders the email sent once when a calendar's grant ends at its vendor. */
export const renderReconnectCalendar = accountMail(reconnectCalendar, (data, { publicUrl, say }) => {
  const provider = NAMES[data.provider];
  return {
    subject: say('reconnectSubject', { provider }),
    lines: [say('reconnectTold', { provider }), say('reconnectWhy')],
    action: { text: say('reconnectAction'), href: `${publicUrl}/app/settings` },
    why: say('whyReconnect'),
  };
});
