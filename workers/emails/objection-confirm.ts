import { renderAccountLayout } from './account-layout.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

/**
 * Renders the email to an address entered on the privacy page: knowing an address must not be enough to stop research
 * on its owner.
 */
export async function renderObjectionConfirmation(
  { link }: { link: string },
  settings: MailSettings,
): Promise<RenderedMail> {
  return await renderAccountLayout(
    {
      subject: 'Confirm that you do not want to be researched',
      name: '',
      lines: [
        'Foreword gives its users public information about the people they are about to meet. Someone asked us to stop doing this for your address.',
        'Once you confirm, no one can research you with Foreword. We erase what we found about you, and people who meet you can see that you opted out.',
        'The link works for 7 days. If you didn’t request this, you can ignore this email. Nothing will change.',
      ],
      action: { text: 'Confirm', href: link },
      why: 'You’re receiving this email because this address was entered on our privacy page.',
    },
    settings,
  );
}
