import * as z from 'zod';
import { accountMail, addresseeFields } from './account-layout.tsx';
import { knownZone, type MailReader } from './reader.ts';

const reader = { ...addresseeFields, timeZone: z.string() };
const money = { amountCents: z.number().int(), currency: z.string() };

const trialEnding = z.object({ ...reader, ...money, endsAt: z.string(), isReminder: z.boolean().default(false) });
const paymentFailed = z.object({ ...reader, ...money, nextAttemptAt: z.string().nullable() });
const receipt = z.object({ ...reader, ...money, paidAt: z.string() });
const subscriptionCancelled = z.object({
  ...reader,
  endsAt: z.string(),
  isTrial: z.boolean(),
  isOver: z.boolean(),
});

/** Renders the email sent a week before the first charge, and again a day before it. */
export const renderTrialEnding = billingMail(trialEnding, (data, { say, money, dayOf }) => {
  const date = dayOf(data.endsAt);
  const amount = money(data.amountCents, data.currency);
  return {
    subject: say(data.isReminder ? 'trialReminder' : 'trialSubject', { date }),
    lines: [say('trialTold', { date, amount }), say('trialCancel')],
  };
});

/** Renders the email about a failed payment. It states when we will try again, so there is time to change the card. */
export const renderPaymentFailed = billingMail(paymentFailed, (data, { say, money, dayOf }) => ({
  subject: say('paymentSubject'),
  lines: [
    say('paymentTold', { amount: money(data.amountCents, data.currency) }),
    data.nextAttemptAt === null ? say('paymentNotAgain') : say('paymentAgain', { date: dayOf(data.nextAttemptAt) }),
  ],
}));

export const renderReceipt = billingMail(receipt, (data, { say, money, dayOf }) => {
  const paid = { amount: money(data.amountCents, data.currency), date: dayOf(data.paidAt) };
  return { subject: say('receiptSubject'), lines: [say('receiptTold', paid), say('receiptInvoice')] };
});

export const renderSubscriptionCancelled = billingMail(subscriptionCancelled, (data, { say, dayOf }) => {
  const { endsAt, isTrial, isOver } = data;
  if (isOver) {
    return {
      subject: say(isTrial ? 'trialOverSubject' : 'subscriptionOverSubject'),
      lines: [say(isTrial ? 'trialOverTold' : 'subscriptionOverTold'), say('overStays')],
    };
  }
  // Never a trial: a cancelled one ends immediately (billing/follow-customer.ts).
  return {
    subject: say('cancelledSubject'),
    lines: [say('cancelledTold', { date: dayOf(endsAt) }), say('cancelledBack')],
  };
});

type Billed = { name: string; timeZone: string };
type Writer = Pick<MailReader, 'say' | 'money'> & { dayOf: (instant: string) => string };

function billingMail<Data extends Billed>(
  schema: z.ZodType<Data>,
  contentOf: (data: Data, writer: Writer) => { subject: string; lines: string[] },
) {
  return accountMail(schema, (data, { publicUrl, reader, say }) => ({
    ...contentOf(data, { ...reader, dayOf: (instant) => reader.date(instant, knownZone(data.timeZone)) }),
    action: { text: say('billingAction'), href: `${publicUrl}/settings/subscription` },
    why: say('whySubscription'),
  }));
}
