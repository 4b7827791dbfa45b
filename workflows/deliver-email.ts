import { ActivityFailure, ApplicationFailure, isCancellation, proxyActivities } from '@temporalio/workflow';
import type { AwaitedMessages, createEmailActivities } from '#workers/activities/email.ts';
import type { MailOutcome } from '#workers/activities/mail-outcome.ts';
import type { createMeetingActivities } from '#workers/activities/meeting.ts';
import { deliverChannelMessage } from './deliver-channel-message.ts';
import { QUEUES } from './names.ts';

const { sendMail } = proxyActivities<ReturnType<typeof createEmailActivities>>({
  taskQueue: QUEUES.email,
  // Longer than the mail service gets to accept a connection and answer (providers/mail/ses.ts).
  startToCloseTimeout: '45 seconds',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});
const { settleMail } = proxyActivities<ReturnType<typeof createMeetingActivities>>({
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

/** Briefings must arrive on time, so they go before account emails: a flood of sign-ups can queue many of those. */
export const PRIORITY = { briefing: 2, other: 3 };

type MailOptions = { summary: string; priorityKey?: number };

/** A failing channel must not delay the email by more than this. */
const MOST_FOR_MESSAGES_MS = 15 * 60_000;

/**
 * Hands an email to the mail service, retrying until it is accepted or refused, for at most `giveUpAfterMs`. An attempt
 * that timed out is not repeated: the next one finds the email `sending` and closes it as `unknown`. Channel messages
 * that replace the email go first; the email is sent only if none arrives.
 */
export async function deliverEmail(
  emailId: string,
  { giveUpAfterMs, ...options }: MailOptions & { giveUpAfterMs: number },
): Promise<MailOutcome> {
  const giveUpAt = Date.now() + giveUpAfterMs;
  for (;;) {
    const leftMs = giveUpAt - Date.now();
    const handed = await handOver(emailId, leftMs, options);
    if (handed.outcome !== 'awaits_messages') return handed.outcome;
    const forMessagesMs = Math.min(MOST_FOR_MESSAGES_MS, leftMs / 2);
    await Promise.all(handed.messageIds.map((messageId) => deliverChannelMessage(messageId, forMessagesMs)));
  }
}

async function handOver(
  emailId: string,
  leftMs: number,
  { summary, priorityKey = PRIORITY.other }: MailOptions,
): Promise<{ outcome: MailOutcome } | AwaitedMessages> {
  try {
    const options = { scheduleToCloseTimeout: Math.max(1000, leftMs), summary, priority: { priorityKey } };
    return await sendMail.executeWithOptions(options, [{ emailId, isReplaceable: true }]);
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    const isRefused = error.cause instanceof ApplicationFailure && error.cause.nonRetryable === true;
    const code = isRefused ? 'mail_refused' : 'mail_failed';
    return await settleMail.executeWithOptions({ summary: 'Record that the email wasn’t sent' }, [{ emailId, code }]);
  }
}
