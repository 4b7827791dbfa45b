import { type BilledSubscription, type Invoice, isLive } from './billing.ts';

/** An email to send, once per key. `at`: when it became due; null if unknown. */
export type BillingNotice = { key: string; at: Date | null } & (
  | { kind: 'trial-ending'; endsAt: Date; isReminder: boolean; amountCents: number; currency: string }
  | { kind: 'payment-failed'; amountCents: number; currency: string; nextAttemptAt: Date | null }
  | { kind: 'receipt'; amountCents: number; currency: string; paidAt: Date }
  | { kind: 'subscription-cancelled'; endsAt: Date; isTrial: boolean; isOver: boolean }
);

const DAY_MS = 86_400_000;
/** The user is emailed this many days before a trial ends. */
const TRIAL_NOTICE_DAYS = [7, 1];
/** Events older than this are not emailed: the first read of an account must not email its whole history. */
const NEWS_MS = 7 * DAY_MS;

/**
 * Returns the emails due for a subscription, based only on its state, so that the order of events does not matter.
 *
 * @param now The provider's time if its clock is known to be ahead of ours.
 */
export function billingNotices(
  subscription: BilledSubscription | null,
  invoices: readonly Invoice[],
  now: Date,
): BillingNotice[] {
  const recent = (at: Date) => now.getTime() - at.getTime() < NEWS_MS;
  return [
    ...(subscription ? trialNotices(subscription, now) : []),
    ...invoices.flatMap((invoice) => invoiceNotices(invoice, subscription, recent)),
    ...(subscription ? cancellationNotices(subscription, recent) : []),
  ];
}

/** Returns when the next email about the trial's end is due; null if none is. */
export function nextTrialNoticeAt(subscription: BilledSubscription, now: Date): Date | null {
  if (!isRunningTrial(subscription)) return null;
  const moments = TRIAL_NOTICE_DAYS.map((days) => subscription.trialEndsAt.getTime() - days * DAY_MS);
  const next = moments.find((moment) => moment > now.getTime());
  return next === undefined ? null : new Date(next);
}

/** If both emails are due (a one-day trial, a worker that was down), only the later one is sent. */
function trialNotices(subscription: BilledSubscription, now: Date): BillingNotice[] {
  if (!isRunningTrial(subscription) || subscription.trialEndsAt <= now) return [];
  const { subscriptionId, trialEndsAt, amountCents, currency } = subscription;
  const leftMs = trialEndsAt.getTime() - now.getTime();
  const days = TRIAL_NOTICE_DAYS.findLast((limit) => leftMs <= limit * DAY_MS);
  if (days === undefined) return [];
  const key = `trial-ending:${subscriptionId}:${trialEndsAt.getTime()}:${days}`;
  const at = new Date(trialEndsAt.getTime() - days * DAY_MS);
  return [{ kind: 'trial-ending', key, at, endsAt: trialEndsAt, isReminder: days === 1, amountCents, currency }];
}

function isRunningTrial(
  subscription: BilledSubscription,
): subscription is BilledSubscription & { status: 'trialing'; trialEndsAt: Date } {
  return subscription.status === 'trialing' && subscription.trialEndsAt !== null && !subscription.cancelAtPeriodEnd;
}

/** For a live subscription, every failed charge is emailed, however old the invoice. */
function invoiceNotices(
  invoice: Invoice,
  subscription: BilledSubscription | null,
  isRecent: (at: Date) => boolean,
): BillingNotice[] {
  const { invoiceId, status, currency, attempts, amountDueCents, amountPaidCents, createdAt, paidAt } = invoice;
  if (status === 'paid' && amountPaidCents > 0 && paidAt && isRecent(paidAt)) {
    return [
      { kind: 'receipt', key: `receipt:${invoiceId}`, at: paidAt, amountCents: amountPaidCents, currency, paidAt },
    ];
  }
  const isWanted = (subscription && isLive(subscription)) || isRecent(createdAt);
  if (status === 'open' && attempts > 0 && isWanted) {
    const { nextAttemptAt } = invoice;
    const key = `payment-failed:${invoiceId}:${attempts}`;
    // The provider doesn't report attempt times; the first comes right after the invoice.
    const at = attempts === 1 ? createdAt : null;
    return [{ kind: 'payment-failed', key, at, amountCents: amountDueCents, currency, nextAttemptAt }];
  }
  return [];
}

function cancellationNotices(subscription: BilledSubscription, isRecent: (at: Date) => boolean): BillingNotice[] {
  const { subscriptionId, canceledAt, endedAt, cancelAtPeriodEnd, trialEndsAt, currentPeriodEnd } = subscription;
  const isEnded = subscription.status === 'canceled' && endedAt !== null;
  if (!canceledAt || !isRecent(canceledAt) || !(isEnded || cancelAtPeriodEnd)) return [];
  const endsAt = isEnded ? endedAt : (currentPeriodEnd ?? canceledAt);
  const isTrial = trialEndsAt !== null && endsAt <= trialEndsAt;
  const key = `subscription-cancelled:${subscriptionId}:${canceledAt.getTime()}`;
  return [{ kind: 'subscription-cancelled', key, at: canceledAt, endsAt, isTrial, isOver: isEnded }];
}
