import { type BilledSubscription, type Invoice, isLive } from './billing.ts';

/** One mail. The key says which once and for all: what is told already is not told again. */
export type BillingNotice = { key: string } & (
  | { kind: 'trial-ending'; endsAt: Date; isReminder: boolean; amountCents: number; currency: string }
  | { kind: 'payment-failed'; amountCents: number; currency: string; nextAttemptAt: Date | null }
  | { kind: 'receipt'; amountCents: number; currency: string; paidAt: Date }
  | { kind: 'subscription-cancelled'; endsAt: Date; isTrial: boolean; isOver: boolean }
);

const DAY_MS = 86_400_000;
/** Days before the end of a trial at which its user is told. */
const TRIAL_NOTICE_DAYS = [7, 1];
/** What is older is no news: an account that is read for the first time brings no pile of mails. */
const NEWS_MS = 7 * DAY_MS;

/**
 * What is to be told of a subscription, decided by its state alone: whatever led here, in whatever order it was heard of, the same is told.
 *
 * @param now The provider's clock, as far as it is known.
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

/** When the next notice about the end of the trial is due; null where none is to come. */
export function nextTrialNoticeAt(subscription: BilledSubscription, now: Date): Date | null {
  if (!isRunningTrial(subscription)) return null;
  const moments = TRIAL_NOTICE_DAYS.map((days) => subscription.trialEndsAt.getTime() - days * DAY_MS);
  const next = moments.find((moment) => moment > now.getTime());
  return next === undefined ? null : new Date(next);
}

/** Only the one that fits: where both are due (a trial of a day, a worker that was away), the later one. */
function trialNotices(subscription: BilledSubscription, now: Date): BillingNotice[] {
  if (!isRunningTrial(subscription) || subscription.trialEndsAt <= now) return [];
  const { subscriptionId, trialEndsAt, amountCents, currency } = subscription;
  const leftMs = trialEndsAt.getTime() - now.getTime();
  const days = TRIAL_NOTICE_DAYS.findLast((limit) => leftMs <= limit * DAY_MS);
  if (days === undefined) return [];
  const key = `trial-ending:${subscriptionId}:${trialEndsAt.getTime()}:${days}`;
  return [{ kind: 'trial-ending', key, endsAt: trialEndsAt, isReminder: days === 1, amountCents, currency }];
}

function isRunningTrial(
  subscription: BilledSubscription,
): subscription is BilledSubscription & { status: 'trialing'; trialEndsAt: Date } {
  return subscription.status === 'trialing' && subscription.trialEndsAt !== null && !subscription.cancelAtPeriodEnd;
}

/** A bill that is still to be paid for what the user has is news at every attempt, however long it takes. */
function invoiceNotices(
  invoice: Invoice,
  subscription: BilledSubscription | null,
  isRecent: (at: Date) => boolean,
): BillingNotice[] {
  const { invoiceId, status, currency, attempts, amountDueCents, amountPaidCents, createdAt, paidAt } = invoice;
  if (status === 'paid' && amountPaidCents > 0 && paidAt && isRecent(paidAt)) {
    return [{ kind: 'receipt', key: `receipt:${invoiceId}`, amountCents: amountPaidCents, currency, paidAt }];
  }
  const isWanted = (subscription && isLive(subscription)) || isRecent(createdAt);
  if (status === 'open' && attempts > 0 && isWanted) {
    const { nextAttemptAt } = invoice;
    const key = `payment-failed:${invoiceId}:${attempts}`;
    return [{ kind: 'payment-failed', key, amountCents: amountDueCents, currency, nextAttemptAt }];
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
  return [{ kind: 'subscription-cancelled', key, endsAt, isTrial, isOver: isEnded }];
}
