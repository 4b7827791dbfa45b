import { ActivityFailure, ApplicationFailure, isCancellation, proxyActivities } from '@temporalio/workflow';
import type { createCoreActivities } from '#workers/activities/core.ts';
import type { createEmailActivities } from '#workers/activities/email.ts';
import type { MailOutcome } from '#workers/activities/mail-outcome.ts';
import { QUEUES } from './names.ts';

const { sendMail } = proxyActivities<ReturnType<typeof createEmailActivities>>({
  taskQueue: QUEUES.email,
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});
const { settleMail } = proxyActivities<ReturnType<typeof createCoreActivities>>({
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

/**
 * Hands a mail to the mail service, again and again until it is taken or refused, at most for `giveUpAfterMs`. An attempt that timed out is not
 * repeated: the next one finds the mail `sending` and closes it as `unknown`.
 */
export async function deliverMail(emailId: string, giveUpAfterMs: number, summary: string): Promise<MailOutcome> {
  try {
    const options = { scheduleToCloseTimeout: Math.max(1000, giveUpAfterMs), summary };
    const { outcome } = await sendMail.executeWithOptions(options, [{ emailId }]);
    return outcome;
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    const isRefused = error.cause instanceof ApplicationFailure && error.cause.nonRetryable === true;
    const code = isRefused ? 'mail_refused' : 'mail_failed';
    const { outcome } = await settleMail.executeWithOptions({ summary: 'Record that the mail was given up' }, [
      { emailId, code },
    ]);
    return outcome;
  }
}
