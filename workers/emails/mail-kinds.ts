import type { EmailRow } from '#db/queries/emails.ts';
import { sealUnsubscribeToken } from '#db/unsubscribe-token.ts';
import { LoggableError } from '#telemetry/loggable-error.ts';
import type { WorkerContext } from '#workers/context.ts';
import { renderAccountMail } from './account.ts';
import { renderPaymentFailed, renderReceipt, renderSubscriptionCancelled, renderTrialEnding } from './billing.ts';
import { renderBriefing } from './briefing.tsx';
import { briefingData, briefingUpdateData } from './briefing-data.ts';
import { renderBriefingUpdate } from './briefing-update.tsx';
import { contactData, renderContact } from './contact.tsx';
import { renderDigest } from './digest.tsx';
import { digestData } from './digest-data.ts';
import { renderFactorChanged } from './factor-changed.ts';
import {
  type MailedDigestLinks,
  type MailedFeedbackLink,
  mailedDigestLinks,
  mailedFeedbackLinks,
} from './feedback-links.ts';
import type { EndableMailSettings, RenderedMail } from './layout.tsx';
import { renderNewDevice } from './new-device.ts';
import { renderNewsletterConfirmation } from './newsletter-confirm.ts';
import { renderObjectionConfirmation } from './objection-confirm.ts';
import { readerOf } from './reader.ts';
import { renderReconnectCalendar } from './reconnect-calendar.ts';
import { renderTestBriefing, testBriefingData } from './test-briefing.ts';
import { renderToolAccess } from './tool-access.ts';

/**
 * Renders the email for a row of `emails`.
 *
 * @throws ZodError if `data` does not fit the kind, Error if a required secret is gone
 */
export async function renderEmail(
  email: EmailRow,
  { encryption, settings: given }: Pick<WorkerContext, 'encryption' | 'settings'>,
): Promise<RenderedMail> {
  const settings = { ...given, reader: readerOf(email.reader ?? undefined) };
  switch (email.kind) {
    case 'briefing':
      return await renderBriefing(briefingData.parse(email.data), endable(email), feedbackLinksOf(email));
    case 'briefing-update':
      return await renderBriefingUpdate(briefingUpdateData.parse(email.data), endable(email));
    case 'test-briefing':
      return await renderTestBriefing(testBriefingData.parse(email.data), endable(email));
    case 'digest':
      return await renderDigest(digestData.parse(email.data), endable(email), digestLinksOf(email));
    case 'verify-email':
    case 'reset-password':
    case 'change-email':
    case 'existing-account':
    case 'change-requested':
    case 'provider-joined':
    case 'password-changed':
    case 'email-changed':
    case 'account-locked':
    case 'account-deleted':
      return await renderAccountMail(email.kind, email.data, settings, (path) => linkOf(email, path));
    case 'new-device':
      return await renderNewDevice(email.data, settings);
    case 'factor-changed':
      return await renderFactorChanged(email.data, settings);
    case 'tool-access':
      return await renderToolAccess(email.data, settings);
    case 'contact':
      return await renderContact(contactData.parse(email.data), settings);
    case 'trial-ending':
      return await renderTrialEnding(email.data, settings);
    case 'payment-failed':
      return await renderPaymentFailed(email.data, settings);
    case 'receipt':
      return await renderReceipt(email.data, settings);
    case 'subscription-cancelled':
      return await renderSubscriptionCancelled(email.data, settings);
    case 'objection-confirm':
      return await renderObjectionConfirmation({ link: linkOf(email, '/objection/confirm?token=') }, settings);
    case 'newsletter-confirm':
      return await renderNewsletterConfirmation(
        { link: linkOf(email, '/newsletter/confirm?token='), unsubscribeLink: unsubscribeLinkOf(email) },
        settings,
      );
    default: // 'reconnect-calendar'
      return await renderReconnectCalendar(email.data, settings);
  }

  /** Returns a briefing's feedback links; none for briefings queued by older builds. */
  function feedbackLinksOf({ mailKey, secret }: EmailRow): MailedFeedbackLink[] {
    return secret === null ? [] : mailedFeedbackLinks.parse(JSON.parse(encryption.decrypt(secret, mailKey)));
  }

  function digestLinksOf({ mailKey, secret }: EmailRow): MailedDigestLinks {
    return secret === null ? {} : mailedDigestLinks.parse(JSON.parse(encryption.decrypt(secret, mailKey)));
  }

  /** @throws Error for a row without a user: briefings and digests belong to an account */
  function endable({ mailKey, userId }: EmailRow): EndableMailSettings {
    if (userId === null) throw new LoggableError(`The email ${mailKey} has no user.`);
    const token = sealUnsubscribeToken(encryption, 'briefings', userId);
    return { ...settings, unsubscribeUrl: `${settings.publicUrl}/unsubscribe?token=${encodeURIComponent(token)}` };
  }

  /** Returns the unsubscribe link, which every newsletter email has. */
  function unsubscribeLinkOf({ toAddress }: EmailRow): string {
    const token = sealUnsubscribeToken(encryption, 'newsletter', toAddress);
    return `${settings.publicUrl}/newsletter/unsubscribe?token=${encodeURIComponent(token)}`;
  }

  /** Returns a link with the email's token. Its host is from our settings, never from a request. */
  function linkOf({ mailKey, secret }: EmailRow, path: string): string {
    if (secret === null) throw new LoggableError('The link of this email has been erased.');
    return `${settings.publicUrl}${path}${encodeURIComponent(encryption.decrypt(secret, mailKey))}`;
  }
}
