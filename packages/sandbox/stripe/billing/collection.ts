import type { StripeContext } from '#sandbox/stripe/context.ts';
import type { Invoice, PaymentMethod, Subscription } from '#sandbox/stripe/objects.ts';
import { find } from '#sandbox/stripe/store.ts';
import { daySeconds, now } from '#sandbox/stripe/time.ts';
import { change, emit } from '#sandbox/stripe/webhooks/events.ts';
import { finalizeInvoice, markPaid, stopCollection } from './invoices.ts';
import { payingCard } from './payment-methods.ts';
import { chargeInvoice, type PaymentOutcome } from './payments.ts';
import { endSubscription } from './subscription-end.ts';

/**
 * Days from a failed attempt to the next: a retry schedule that an account can configure
 * (https://docs.stripe.com/billing/revenue-recovery/smart-retries). If the last retry fails, the subscription is
 * cancelled, unless `POST /_control/dunning` set another outcome.
 */
const retryDays = [3, 5, 7];

/** Result of collecting an invoice; without an `error` if it failed because there is no card to charge. */
export type Collected = PaymentOutcome | { paid: false; error: undefined };

/**
 * Charges an invoice (a draft is finalized first) to `method` or the subscription's card. Updates the subscription and,
 * if the charge fails, schedules the next attempt.
 */
export function collect(
  context: StripeContext,
  invoice: Invoice,
  { method, planned = false }: { method?: PaymentMethod; planned?: boolean } = {},
): Collected {
  if (invoice.status === 'draft') finalizeInvoice(context, invoice);
  const subscription = subscriptionOf(context, invoice);
  if (invoice.status === 'paid') {
    if (subscription) settlePaid(context, subscription, invoice);
    return { paid: true };
  }
  const card = method ?? (subscription && payingCard(context, subscription));
  const outcome: Collected = card ? chargeInvoice(context, invoice, card) : { paid: false, error: undefined };
  if (outcome.paid) {
    countAttempt(invoice, planned);
    markPaid(context, invoice);
    if (subscription) settlePaid(context, subscription, invoice);
    return outcome;
  }
  recordFailure(context, invoice, planned, subscription);
  return outcome;
}

export function subscriptionOf(context: StripeContext, invoice: Invoice): Subscription | undefined {
  return find(context, 'subscription', invoice.parent.subscription_details.subscription);
}

/**
 * Always counts the first attempt; later ones only if scheduled, so that manual payments do not move the schedule.
 */
function countAttempt(invoice: Invoice, planned: boolean): void {
  if (planned || invoice.attempt_count === 0) invoice.attempt_count += 1;
  invoice.attempted = true;
}

function settlePaid(context: StripeContext, subscription: Subscription, invoice: Invoice): void {
  setDelinquent(context, subscription.customer, false);
  const waits = ['incomplete', 'past_due', 'unpaid'].includes(subscription.status);
  if (!waits || subscription.latest_invoice !== invoice.id) return;
  change(context, 'customer.subscription.updated', subscription, (active) => {
    active.status = 'active';
  });
}

function recordFailure(context: StripeContext, invoice: Invoice, planned: boolean, subscription?: Subscription): void {
  const counts = planned || invoice.attempt_count === 0;
  const days = retryDays[invoice.attempt_count];
  const exhausted = counts && days === undefined;
  change(context, 'invoice.updated', invoice, (failed) => {
    countAttempt(failed, planned);
    // A first invoice is not retried: the subscription expires instead.
    if (exhausted || subscription?.status === 'incomplete') failed.next_payment_attempt = null;
    else if (counts && days !== undefined)
      failed.next_payment_attempt = now(context, invoice.test_clock) + days * daySeconds;
  });
  emit(context, 'invoice.payment_failed', invoice);
  if (!subscription || subscription.status === 'incomplete') return;
  setDelinquent(context, subscription.customer, true);
  if (exhausted) return giveUp(context, subscription, invoice);
  if (subscription.status !== 'active') return;
  change(context, 'customer.subscription.updated', subscription, (failed) => {
    failed.status = 'past_due';
  });
}

function giveUp(context: StripeContext, subscription: Subscription, invoice: Invoice): void {
  const { dunning } = context.state;
  if (dunning === 'cancel') return endSubscription(context, subscription, { reason: 'payment_failed' });
  stopCollection(context, invoice);
  if (dunning === 'past_due') return;
  change(context, 'customer.subscription.updated', subscription, (unpaid) => {
    unpaid.status = 'unpaid';
  });
}

function setDelinquent(context: StripeContext, id: string, delinquent: boolean): void {
  const customer = find(context, 'customer', id);
  if (!customer || customer.deleted) return;
  change(context, 'customer.updated', customer, (changed) => {
    changed.delinquent = delinquent;
  });
}
