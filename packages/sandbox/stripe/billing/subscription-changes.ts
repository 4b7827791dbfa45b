import type Stripe from 'stripe';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import type { Subscription } from '#sandbox/stripe/objects.ts';
import { now } from '#sandbox/stripe/time.ts';
import { change } from '#sandbox/stripe/webhooks/events.ts';
import { periodEnd } from './subscriptions.ts';

export type CancellationInput = {
  comment?: string | null | undefined;
  feedback?: Stripe.Subscription.CancellationDetails.Feedback | null | undefined;
};

/** Schedules a subscription to end with its period (true), or undoes that (false). */
export function cancelAtPeriodEnd(context: StripeContext, subscription: Subscription, end: boolean): void {
  change(context, 'customer.subscription.updated', subscription, (changed) => {
    planEnd(context, changed, end ? periodEnd(changed) : null);
    changed.cancel_at_period_end = end;
  });
}

/** Schedules a subscription to end at a given time (Unix seconds), or undoes that (null). */
export function cancelAt(context: StripeContext, subscription: Subscription, at: number | null): void {
  change(context, 'customer.subscription.updated', subscription, (changed) => planEnd(context, changed, at));
}

/**
 * Cancels like the customer portal: in flexible billing mode it sets only `cancel_at`, in classic mode
 * `cancel_at_period_end` too (https://docs.stripe.com/billing/subscriptions/billing-mode/compare).
 */
export function cancelInPortal(context: StripeContext, subscription: Subscription, details: CancellationInput): void {
  change(context, 'customer.subscription.updated', subscription, (changed) => {
    planEnd(context, changed, periodEnd(changed));
    changed.cancel_at_period_end = changed.billing_mode.type === 'classic';
    addDetails(changed, details);
  });
}

export function addDetails(
  { cancellation_details: current }: Subscription,
  { comment, feedback }: CancellationInput,
): void {
  if (comment !== undefined) current.comment = comment;
  if (feedback !== undefined) current.feedback = feedback;
}

function planEnd(context: StripeContext, subscription: Subscription, at: number | null): void {
  subscription.cancel_at = at;
  subscription.cancel_at_period_end = false;
  subscription.canceled_at = at === null ? null : now(context, subscription.test_clock);
  subscription.cancellation_details.reason = at === null ? null : 'cancellation_requested';
}
