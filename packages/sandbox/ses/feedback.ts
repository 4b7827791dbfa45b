import { randomUUID } from 'node:crypto';
import type { OutboxMessage } from './outbox.ts';

export type Feedback = {
  type: 'bounce' | 'complaint';
  /** For complaints; null if the recipient's provider didn't attach a report. */
  complaintFeedbackType: string | null;
  /** `OnAccountSuppressionList` if SES never sent the email. */
  subType: string | null;
  /** The address in the receiving server's report if it isn't the email's recipient, for example after forwarding. */
  reportedAs: string | null;
};

/**
 * Builds SES's notification that an email bounced or was reported as spam, for all its recipients or `reportedAs`
 * (https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html).
 */
export function feedback(
  { type, complaintFeedbackType, subType, reportedAs }: Feedback,
  message: OutboxMessage,
): unknown {
  const recipients = reportedAs === null ? message.to : [reportedAs];
  const timestamp = new Date().toISOString();
  const feedbackId = `0107${randomUUID()}-000000`;
  if (type === 'complaint') {
    return {
      notificationType: 'Complaint',
      complaint: {
        complainedRecipients: recipients.map((emailAddress) => ({ emailAddress })),
        complaintSubType: subType,
        timestamp,
        feedbackId,
        ...(complaintFeedbackType !== null && {
          userAgent: 'sandbox mail client',
          complaintFeedbackType,
          arrivalDate: timestamp,
        }),
      },
      mail: describeMail(message),
    };
  }
  return {
    notificationType: 'Bounce',
    bounce: {
      bounceType: 'Permanent',
      bounceSubType: subType ?? 'General',
      bouncedRecipients: recipients.map((emailAddress) => ({
        emailAddress,
        action: 'failed',
        status: '5.1.1',
        diagnosticCode: 'smtp; 550 5.1.1 user unknown',
      })),
      timestamp,
      feedbackId,
      remoteMtaIp: '127.0.0.1',
      reportingMTA: 'dns; sandbox.test',
    },
    mail: describeMail(message),
  };
}

function describeMail({ id, at, from, to, subject, headers }: OutboxMessage) {
  return {
    timestamp: at,
    source: from,
    sourceArn: `arn:aws:ses:eu-central-1:000000000000:identity/${from.slice(from.lastIndexOf('@') + 1)}`,
    sendingAccountId: '000000000000',
    messageId: id,
    destination: to,
    headersTruncated: false,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    commonHeaders: { from: [headers.from ?? from], to: [headers.to ?? to.join(', ')], subject },
  };
}
