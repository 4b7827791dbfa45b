import { renderAccountLayout } from './account-layout.tsx';
import { type MailSettings, type RenderedMail, unsubscribeHeaders } from './layout.tsx';

/** Renders the email that asks to confirm an address for the newsletter, which only confirmed addresses receive. */
export async function renderNewsletterConfirmation(
  { link, unsubscribeLink }: { link: string; unsubscribeLink: string },
  settings: MailSettings,
): Promise<RenderedMail> {
  const mail = await renderAccountLayout(
    {
      subject: 'Confirm your newsletter subscription',
      name: '',
      lines: [
        'Confirm this address to receive the Foreword newsletter.',
        'The link works for 7 days. If you didn’t request this, you can ignore this email: the newsletter is only sent to confirmed addresses.',
      ],
      action: { text: 'Confirm subscription', href: link },
      why: 'You’re receiving this email because this address was signed up for our newsletter.',
      leave: { text: 'Unsubscribe', href: unsubscribeLink },
    },
    settings,
  );
  return { ...mail, headers: unsubscribeHeaders(unsubscribeLink) };
}
