import * as z from 'zod';
import { renderAccountLayout } from './account-layout.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';
import { knownZone } from './reader.ts';

const reader = { name: z.string(), timeZone: z.string() };
const money = { amountCents: z.number().int(), currency: z.string() };

export const trialEndingData = z.object({
  ...reader,
  ...money,
  endsAt: z.string(),
  isReminder: z.boolean().default(false),
});
export const paymentFailedData = z.object({ ...reader, ...money, nextAttemptAt: z.string().nullable() });
export const receiptData = z.object({ ...reader, ...money, paidAt: z.string() });
export const subscriptionCancelledData = z.object({
  ...reader,
  endsAt: z.string(),
  isTrial: z.boolean(),
  isOver: z.boolean(),
});

/** Renders the mail sent a week before the first charge, and again a day before it. */
export async function renderTrialEnding(
  data: z.infer<typeof trialEndingData>,
  settings: MailSettings,
): Promise<RenderedMail> {
  const { say, money } = settings.reader;
  const date = dayOf(data.endsAt, data, settings);
  const subject = say(data.isReminder ? 'trialReminder' : 'trialSubject', { date });
  const amount = money(data.amountCents, data.currency);
  return await renderBillingMail(settings, data.name, subject, [
    say('trialTold', { date, amount }),
    say('trialCancel'),
  ]);
}

/** Renders the mail about a failed payment. It names the next attempt, so that there is time to change the card. */
export async function renderPaymentFailed(
  data: z.infer<typeof paymentFailedData>,
  settings: MailSettings,
): Promise<RenderedMail> {
  const { say, money } = settings.reader;
  const { nextAttemptAt } = data;
  return await renderBillingMail(settings, data.name, say('paymentSubject'), [
    say('paymentTold', { amount: money(data.amountCents, data.currency) }),
    nextAttemptAt === null
      ? say('paymentNotAgain')
      : say('paymentAgain', { date: dayOf(nextAttemptAt, data, settings) }),
  ]);
}

export async function renderReceipt(data: z.infer<typeof receiptData>, settings: MailSettings): Promise<RenderedMail> {
  const { say, money } = settings.reader;
  const paid = { amount: money(data.amountCents, data.currency), date: dayOf(data.paidAt, data, settings) };
  return await renderBillingMail(settings, data.name, say('receiptSubject'), [
    say('receiptTold', paid),
    say('receiptInvoice'),
  ]);
}

export async function renderSubscriptionCancelled(
  data: z.infer<typeof subscriptionCancelledData>,
  settings: MailSettings,
): Promise<RenderedMail> {
  const { say } = settings.reader;
  const { isTrial, isOver } = data;
  const date = dayOf(data.endsAt, data, settings);
  if (isOver) {
    return await renderBillingMail(settings, data.name, say(isTrial ? 'trialOverSubject' : 'subscriptionOverSubject'), [
      say(isTrial ? 'trialOverTold' : 'subscriptionOverTold'),
      say('overStays'),
    ]);
  }
  return await renderBillingMail(settings, data.name, say(isTrial ? 'trialCancelledSubject' : 'cancelledSubject'), [
    say(isTrial ? 'trialCancelledTold' : 'cancelledTold', { date }),
    say('cancelledBack'),
  ]);
}

async function renderBillingMail(
  settings: MailSettings,
  name: string,
  subject: string,
  lines: string[],
): Promise<RenderedMail> {
  const { say } = settings.reader;
  const action = { text: say('billingAction'), href: `${settings.publicUrl}/settings/subscription` };
  return await renderAccountLayout({ subject, name, lines, action, why: say('whySubscription') }, settings);
}

function dayOf(instant: string, { timeZone }: { timeZone: string }, { reader }: Pick<MailSettings, 'reader'>): string {
  return reader.date(instant, knownZone(timeZone));
}
