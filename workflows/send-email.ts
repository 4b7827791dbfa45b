import { setCurrentDetails } from '@temporalio/workflow';
import type { MailOutcome } from '#workers/activities/mail-outcome.ts';
import { deliverEmail } from './deliver-email.ts';
import type { SendEmailInput } from './names.ts';

/** Most of these emails are of little use hours later; a password reset link expires after one hour. */
const GIVE_UP_AFTER_MS = 6 * 60 * 60_000;

/** Sends an email that no other workflow sends, such as an account email or a digest, at most once. */
export async function sendEmail({ emailId }: SendEmailInput): Promise<void> {
  setCurrentDetails('**Sending.** Retried until the mail service accepts it, for at most 6 hours.');
  setCurrentDetails(
    DETAILS[
      await deliverEmail(emailId, { giveUpAfterMs: GIVE_UP_AFTER_MS, summary: 'Hand the email to the mail service' })
    ],
  );
}

const DETAILS: Record<MailOutcome, string> = {
  sent: '**Sent.**',
  unknown:
    '**Unknown.** The email may or may not have been sent; it won’t be sent again. Its row in `emails` is `unknown`.',
  failed: '**Failed.** The mail service did not accept the email. See its row in `emails`.',
  suppressed: '**Not sent.** The email was suppressed.',
  withdrawn: '**Not sent.** The email was outdated before it could be sent.',
  gone: '**Not sent.** The email no longer exists.',
};
