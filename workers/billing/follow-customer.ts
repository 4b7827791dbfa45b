import { findCustomer } from '#db/queries/payment-customers.ts';
import { findLatestEventAt } from '#db/queries/payment-events.ts';
import { refreshSubscription } from '#db/refresh-subscription.ts';
import { type BilledSubscription, isOver } from '#domain/billing.ts';
import { billingNotices, nextTrialNoticeAt } from '#domain/billing-notices.ts';
import type { WorkerContext } from '#workers/context.ts';
import { queueNotices } from './queue-notices.ts';

const HOUR_MS = 3_600_000;

/** State of a subscription. Contains only enums, flags and instants (ISO 8601), no personal data. */
export type SubscriptionState = {
  /** Status at the provider; null without a subscription. */
  subscription: string | null;
  /** Whether there is nothing left to follow. */
  isOver: boolean;
  trialEndsAt: string | null;
  currentPeriodEnd: string | null;
  cancelAtPeriodEnd: boolean;
  /** When to read again if the provider reports nothing first. */
  lookAgainAt: string | null;
};

/**
 * Reads the user's subscription from the provider, updates our copy and queues the resulting emails. A cancelled trial
 * ends immediately, even if cancelled on the provider's pages, which would let it run out. Safe to repeat in any order.
 */
export async function followCustomer(
  { pool, payments }: Pick<WorkerContext, 'pool' | 'payments'>,
  userId: string,
): Promise<SubscriptionState> {
  const refresh = async () =>
    await refreshSubscription(pool, userId, (customer) => payments.listSubscriptions(customer));
  let subscription = await refresh();
  if (subscription?.status === 'trialing' && subscription.cancelAtPeriodEnd) {
    await payments.cancelNow(subscription.subscriptionId);
    subscription = await refresh();
  }
  const customer = await findCustomer(pool, userId);
  if (!customer) return toState(null, new Date());
  const { customerId } = customer;
  const [invoices, reportedAt] = await Promise.all([
    payments.listInvoices(customerId),
    findLatestEventAt(pool, customerId),
  ]);
  // Trials end by the provider's clock, and its reports show when that is ahead of ours.
  const now = new Date(Math.max(Date.now(), reportedAt?.getTime() ?? 0));
  // A failed charge may have ended the subscription since we read it; then only the cancellation is emailed.
  const isFailing = billingNotices(subscription, invoices, now).some(({ kind }) => kind === 'payment-failed');
  if (isFailing) subscription = await refresh();
  await queueNotices(pool, userId, billingNotices(subscription, invoices, now));
  return toState(subscription, now);
}

function toState(subscription: BilledSubscription | null, now: Date): SubscriptionState {
  const over = subscription === null || isOver(subscription);
  return {
    subscription: subscription?.status ?? null,
    isOver: over,
    trialEndsAt: subscription?.trialEndsAt?.toISOString() ?? null,
    currentPeriodEnd: subscription?.currentPeriodEnd?.toISOString() ?? null,
    cancelAtPeriodEnd: subscription?.cancelAtPeriodEnd ?? false,
    lookAgainAt: over ? null : lookAgainAt(subscription, now).toISOString(),
  };
}

/**
 * Returns when to read again: when the next trial email is due or, if sooner, an hour after the period ends, in case
 * the provider does not report that. After the period's end, daily.
 */
function lookAgainAt(subscription: BilledSubscription, now: Date): Date {
  const periodEnd = subscription.currentPeriodEnd;
  const watchdog = periodEnd && periodEnd > now ? periodEnd.getTime() + HOUR_MS : now.getTime() + 24 * HOUR_MS;
  return new Date(Math.min(watchdog, nextTrialNoticeAt(subscription, now)?.getTime() ?? Number.POSITIVE_INFINITY));
}
