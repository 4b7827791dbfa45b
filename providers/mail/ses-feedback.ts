import * as z from 'zod';
import type { MailFeedback, MailFeedbackReader } from './feedback.ts';
import { createSnsTopic } from './sns.ts';

const recipients = z.array(z.object({ emailAddress: z.string() }));
/** The email reported on. */
const mail = z.object({ destination: z.array(z.string()) }).optional();

/**
 * A notification (https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html), with its type renamed to
 * `type`: SES sends `notificationType`, or `eventType` if it publishes events.
 */
const sesReport = z.union([
  z.object({
    type: z.literal('Bounce'),
    mail,
    bounce: z.object({ bounceType: z.string(), bounceSubType: z.string().nullish(), bouncedRecipients: recipients }),
  }),
  z.object({
    type: z.literal('Complaint'),
    mail,
    complaint: z.object({
      complainedRecipients: recipients,
      complaintFeedbackType: z.string().nullish(),
      complaintSubType: z.string().nullish(),
    }),
  }),
]);
type Report = z.infer<typeof sesReport>;
const reportType = z.object({ notificationType: z.string().optional(), eventType: z.string().optional() });

/** Reads bounces and complaints from Amazon SES, as posted by its SNS topic. */
export function createSesFeedback(options: { topicArn: string; baseUrl: string | null }): MailFeedbackReader {
  const topic = createSnsTopic(options);
  return {
    async read(body) {
      const message = await topic.verify(body);
      if (!message) return null;
      if (message.Type === 'SubscriptionConfirmation') {
        return { kind: 'confirmation', confirm: async () => await topic.confirm(message) };
      }
      return message.Type === 'Notification' ? toFeedback(message.Message, new Date(message.Timestamp)) : OTHER;
    },
  };
}

const OTHER: MailFeedback = { kind: 'other' };

/**
 * Types of complaints in which no one complains (https://www.rfc-editor.org/rfc/rfc6430,
 * https://www.rfc-editor.org/rfc/rfc6591): the reader moved the email out of the junk folder, or a server reports on
 * the sender's authentication.
 */
const NOT_COMPLAINING = new Set(['not-spam', 'auth-failure']);

/** Subtypes for emails that SES never sent: the address is on its list for our account or for all its customers. */
const WITHHELD = new Set<string | null | undefined>(['OnAccountSuppressionList', 'Suppressed']);

/** Ignores bounces that are not permanent, as they may not recur. */
function toFeedback(text: string, reportedAt: Date): MailFeedback {
  const report = parseReport(text);
  if (!report) return OTHER;
  if (report.type === 'Complaint') {
    const { complainedRecipients, complaintFeedbackType, complaintSubType } = report.complaint;
    if (NOT_COMPLAINING.has(complaintFeedbackType?.toLowerCase() ?? '')) return OTHER;
    const addresses = addressesOf(report, complainedRecipients);
    return { kind: 'stop', reason: 'complaint', addresses, reportedAt, isWithheld: WITHHELD.has(complaintSubType) };
  }
  const { bounceType, bounceSubType, bouncedRecipients } = report.bounce;
  if (bounceType !== 'Permanent') return OTHER;
  const addresses = addressesOf(report, bouncedRecipients);
  return { kind: 'stop', reason: 'bounce', addresses, reportedAt, isWithheld: WITHHELD.has(bounceSubType) };
}

/** Null for anything that needs no action, including the test message SES sends to a new topic. */
function parseReport(text: string): Report | null {
  try {
    const body: unknown = JSON.parse(text);
    const { notificationType, eventType } = reportType.parse(body);
    return sesReport.safeParse(Object.assign({}, body, { type: notificationType ?? eventType })).data ?? null;
  } catch {
    return null; // plain text instead of a report
  }
}

/** RFC 5321: 64 before the @, 255 after it. */
const MAX_LENGTH = 320;

/**
 * Returns the address the email was sent to, as our emails have one recipient each. A reported address may be another,
 * such as one that mail is forwarded to, or be copied by SES from the To header, which may include a name.
 */
function addressesOf({ mail: sent }: Report, reported: z.infer<typeof recipients>): string[] {
  const { destination = [] } = sent ?? {};
  const listed = destination.length === 1 ? destination : reported.map(({ emailAddress }) => emailAddress);
  return listed
    .map((recipient) => /<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient.trim())
    .filter((address) => address.length <= MAX_LENGTH && !/\p{Cc}|\p{Cs}/u.test(address));
}
