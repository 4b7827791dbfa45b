import { renderAccountLayout } from './account-layout.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

/**
 * Sent to an address entered on the privacy page: knowing an address must not be enough to stop research on its
 * owner.
 */
export async function renderObjectionConfirm(
  { link }: { link: string },
  settings: MailSettings,
): Promise<RenderedMail> {
  return await renderAccountLayout(
    {
      subject: 'Confirm that you do not want to be researched',
      name: '',
      lines: [
        'Foreword prepares its users for meetings with what the public web says about their guests. Somebody asked that this should no longer be done for your address.',
        'Confirm it, and nobody researches you with Foreword. What was found about you is erased, and whoever meets you is told that you asked for it.',
        'The link works for 7 days. If you did not ask for this, you can ignore this mail: nothing changes.',
      ],
      action: { text: 'Confirm', href: link },
      why: 'You receive this mail because this address was entered on our privacy page.',
    },
    settings,
  );
}
