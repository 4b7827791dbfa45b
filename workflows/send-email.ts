import { setCurrentDetails } from '@temporalio/workflow';
import type { MailOutcome } from '#workers/activities/mail-outcome.ts';
import { deliverMail } from './deliver-mail.ts';
import type { SendEmailInput } from './names.ts';

/** The link in an account mail lives an hour or a day; one that could not leave for so long is worth nothing. */
const GIVE_UP_AFTER_MS = 6 * 60 * 60_000;

/** Sends one account mail, once. */
export async function sendEmail({ emailId }: SendEmailInput): Promise<void> {
  setCurrentDetails('**Sending.** Tried again until the mail service takes it; given up after 6 hours.');
  setCurrentDetails(DETAILS[await deliverMail(emailId, GIVE_UP_AFTER_MS, 'Hand the mail to the mail service')]);
}

const DETAILS: Record<MailOutcome, string> = {
  sent: '**Sent.**',
  unknown:
    '**Unknown.** The mail may or may not have left; it is never sent twice. Its row in `emails` says `unknown`.',
  failed: '**Failed.** The mail service did not take the mail. Its row in `emails` says why.',
  suppressed: '**Not sent.** The mail was suppressed.',
  withdrawn: '**Not sent.** The mail was outdated before it could leave.',
  gone: '**Not sent.** There is no such mail any more.',
};
