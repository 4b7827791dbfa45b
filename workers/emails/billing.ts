import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';
import { knownZone, type MailReader } from './reader.ts';

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

const WHY = 'You receive this mail because you have a Foreword subscription.';

/** A week and a day before the card is asked for the first time. */
export async function renderTrialEnding(
  data: z.infer<typeof trialEndingData>,
  settings: MailSettings,
): Promise<RenderedMail> {
  const day = dayOf(data.endsAt, data, settings);
  const subject = data.isReminder ? `Reminder: your trial ends on ${day}` : `Your trial ends on ${day}`;
  return await renderBillingMail(settings, data.name, subject, [
    `Your free trial of Foreword ends on ${day}. It then becomes a paid plan, and your card is charged ${amount(data, settings)}.`,
    'If you do not want that, cancel in Settings before then: a trial that is cancelled ends at once and costs nothing.',
  ]);
}

/** Says when the card is asked again, so that there is time to change it. */
export async function renderPaymentFailed(
  data: z.infer<typeof paymentFailedData>,
  settings: MailSettings,
): Promise<RenderedMail> {
  const { nextAttemptAt } = data;
  return await renderBillingMail(settings, data.name, 'Your payment failed', [
    `Your card did not take the payment of ${amount(data, settings)} for Foreword.`,
    nextAttemptAt === null
      ? 'It is not tried again by itself. To keep your subscription, pay with another card in Settings, under Update payment method.'
      : `It is tried again on ${dayOf(nextAttemptAt, data, settings)}. To be sure that it works, put in another card in Settings, under Update payment method.`,
  ]);
}

export async function renderReceipt(data: z.infer<typeof receiptData>, settings: MailSettings): Promise<RenderedMail> {
  return await renderBillingMail(settings, data.name, 'Your receipt', [
    `Thank you. Your payment of ${amount(data, settings)} for Foreword arrived on ${dayOf(data.paidAt, data, settings)}.`,
    'The invoice is in Settings, under Billing portal.',
  ]);
}

export async function renderSubscriptionCancelled(
  data: z.infer<typeof subscriptionCancelledData>,
  settings: MailSettings,
): Promise<RenderedMail> {
  const day = dayOf(data.endsAt, data, settings);
  const noun = data.isTrial ? 'trial' : 'subscription';
  const lines = data.isOver
    ? [
        `Your Foreword ${noun} has ended. ${data.isTrial ? 'Nothing was charged.' : 'Nothing more is charged.'}`,
        'Your account and your calendars stay as they are. You can subscribe again at any time.',
      ]
    : [
        `Your Foreword ${noun} is cancelled. You keep access until ${day}, and nothing more is charged.`,
        'If you change your mind before then, reactivate it in Settings.',
      ];
  return await renderBillingMail(
    settings,
    data.name,
    `Your ${noun} ${data.isOver ? 'has ended' : 'is cancelled'}`,
    lines,
  );
}

async function renderBillingMail(
  settings: MailSettings,
  name: string,
  subject: string,
  lines: string[],
): Promise<RenderedMail> {
  const action = { text: 'Subscription in Settings', href: `${settings.publicUrl}/settings/subscription` };
  return await renderAccountMail({ subject, name, lines, action, why: WHY }, settings);
}

type Written = { reader: MailReader };

function amount({ amountCents, currency }: { amountCents: number; currency: string }, { reader }: Written): string {
  return reader.money(amountCents, currency);
}

function dayOf(instant: string, { timeZone }: { timeZone: string }, { reader }: Written): string {
  return reader.date(instant, knownZone(timeZone));
}
