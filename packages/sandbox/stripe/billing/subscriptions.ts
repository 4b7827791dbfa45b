import type { StripeContext } from '#sandbox/stripe/context.ts';
import { cardError, invalidRequest } from '#sandbox/stripe/errors.ts';
import type { Subscription } from '#sandbox/stripe/objects.ts';
import { find, put } from '#sandbox/stripe/store.ts';
import { daySeconds, nextBoundary, now } from '#sandbox/stripe/time.ts';
import { change, emit } from '#sandbox/stripe/webhooks/events.ts';
import { collect } from './collection.ts';
import { draftInvoice, finalizeInvoice } from './invoices.ts';
import { buildSubscription, type SubscriptionInput } from './new-subscription.ts';
import { payingCard } from './payment-methods.ts';
import { endSubscription } from './subscription-end.ts';
import { intervalOf } from './subscription-items.ts';
import { releaseSchedule, scheduleOf } from './subscription-schedules.ts';

const noticeSeconds = 3 * daySeconds;

/**
 * Starts a subscription with its first invoice. @throws 402 if the first payment is required and fails, 400 without a
 * way to pay
 */
export function createSubscription(context: StripeContext, input: SubscriptionInput): Subscription {
  const subscription = buildSubscription(context, input);
  const payable = payingCard(context, subscription) !== undefined;
  if (input.trialEnd === null && !payable && input.paymentBehavior !== 'default_incomplete') {
    throw invalidRequest(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
      { code: 'resource_missing' },
    );
  }
  put(context, 'subscription', subscription);
  const invoice = draftInvoice(context, {
    subscription,
    reason: 'subscription_create',
    trial: input.trialEnd !== null,
  });
  subscription.latest_invoice = invoice.id;
  finalizeInvoice(context, invoice);
  if (input.paymentBehavior === 'default_incomplete') invoice.next_payment_attempt = null;
  else if (subscription.status === 'incomplete') {
    const collected = collect(context, invoice);
    if (!collected.paid && input.paymentBehavior === 'error_if_incomplete' && collected.error) {
      delete context.state.objects.subscription[subscription.id];
      delete context.state.objects.invoice[invoice.id];
      throw cardError(collected.error, { charge: collected.chargeId });
    }
  }
  input.customer.currency ??= subscription.currency;
  emit(context, 'customer.subscription.created', subscription);
  announceTrialEnd(context, subscription);
  return subscription;
}

/** Sends `trial_will_end` if it is due: once per trial end, from 3 days before it. */
export function announceTrialEnd(context: StripeContext, subscription: Subscription): void {
  const at = trialNoticeAt(context, subscription);
  if (at === undefined || at > now(context, subscription.test_clock) || subscription.trial_end === null) return;
  context.state.trialNotices[subscription.id] = subscription.trial_end;
  emit(context, 'customer.subscription.trial_will_end', subscription);
}

/** Returns when `trial_will_end` is due, in Unix seconds; undefined if it was sent or there is no trial. */
export function trialNoticeAt(
  { state }: StripeContext,
  { id, status, trial_end: end }: Subscription,
): number | undefined {
  if (status !== 'trialing' || end === null || state.trialNotices[id] === end) return undefined;
  return end - noticeSeconds;
}

/**
 * Ends a trial: a period starts and its invoice is drafted, to be charged in an hour or, with `chargeNow`, immediately.
 * The subscription is active even before the charge. Without a card, `trial_settings` may cancel or pause it instead.
 */
export function endTrial(context: StripeContext, subscription: Subscription, { chargeNow = false } = {}): void {
  const missing = subscription.trial_settings?.end_behavior.missing_payment_method;
  if (!payingCard(context, subscription) && missing === 'cancel') return endSubscription(context, subscription, {});
  if (!payingCard(context, subscription) && missing === 'pause') {
    change(context, 'customer.subscription.updated', subscription, (paused) => {
      paused.status = 'paused';
    });
    return emit(context, 'customer.subscription.paused', subscription);
  }
  const at = now(context, subscription.test_clock);
  beginPeriod(context, subscription, {
    from: at,
    anchor: at,
    reason: chargeNow ? 'subscription_update' : 'subscription_cycle',
  });
  if (chargeNow) chargeLatest(context, subscription);
}

/** Resumes a subscription that was paused for lack of a card: a period starts now and is charged immediately. */
export function resume(context: StripeContext, subscription: Subscription): void {
  const at = now(context, subscription.test_clock);
  beginPeriod(context, subscription, { from: at, anchor: at, reason: 'subscription_update' });
  emit(context, 'customer.subscription.resumed', subscription);
  chargeLatest(context, subscription);
}

/**
 * Starts a period now, at the items' current prices, and charges it immediately. The rest of the previous one is not
 * refunded.
 */
export function beginAnew(context: StripeContext, subscription: Subscription): void {
  const at = now(context, subscription.test_clock);
  beginPeriod(context, subscription, { from: at, anchor: at, reason: 'subscription_update' });
  chargeLatest(context, subscription);
}

/** Renews a subscription: the next period starts and its invoice is drafted. */
export function renew(context: StripeContext, subscription: Subscription): void {
  const { billing_cycle_anchor: anchor } = subscription;
  beginPeriod(context, subscription, { from: periodEnd(subscription), anchor, reason: 'subscription_cycle' });
}

function chargeLatest(context: StripeContext, { latest_invoice: id }: Subscription): void {
  const invoice = id === null ? undefined : find(context, 'invoice', id);
  if (invoice) collect(context, invoice, { planned: true });
}

type NextPeriod = { from: number; anchor: number; reason: 'subscription_cycle' | 'subscription_update' };

function beginPeriod(context: StripeContext, subscription: Subscription, { from, anchor, reason }: NextPeriod): void {
  const schedule = scheduleOf(context, subscription);
  if (schedule) releaseSchedule(context, schedule);
  const ended = { start: subscription.items.data[0]?.current_period_start ?? from, end: from };
  change(context, 'customer.subscription.updated', subscription, (begun) => {
    begun.billing_cycle_anchor = anchor;
    for (const item of begun.items.data) {
      item.current_period_start = from;
      item.current_period_end = nextBoundary(anchor, intervalOf(item.price), from);
    }
    if (begun.status === 'trialing') begun.trial_end = from;
    if (begun.status === 'trialing' || begun.status === 'paused') begun.status = 'active';
    begun.latest_invoice = draftInvoice(context, { subscription: begun, reason, ended }).id;
  });
}

/** Returns when the items' current period ends, in Unix seconds. */
export function periodEnd({ items }: Subscription): number {
  return Math.max(...items.data.map(({ current_period_end: end }) => end));
}
