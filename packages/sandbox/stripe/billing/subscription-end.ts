import type { StripeContext } from '#sandbox/stripe/context.ts';
import type { Subscription } from '#sandbox/stripe/objects.ts';
import { all } from '#sandbox/stripe/store.ts';
import { now } from '#sandbox/stripe/time.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import { stopCollection, voidInvoice } from './invoices.ts';
import { cancelSchedule } from './subscription-schedules.ts';

type End = {
  reason?: 'cancellation_requested' | 'payment_failed';
  /** `canceled` by default; `incomplete_expired` for a subscription whose first invoice was never paid. */
  status?: 'canceled' | 'incomplete_expired';
};

/**
 * Ends a subscription now. Open and draft invoices are voided if it becomes `incomplete_expired`, otherwise no longer
 * collected automatically.
 */
export function endSubscription(
  context: StripeContext,
  subscription: Subscription,
  { reason, status = 'canceled' }: End,
): void {
  const at = now(context, subscription.test_clock);
  subscription.status = status;
  subscription.ended_at = at;
  subscription.canceled_at ??= at;
  subscription.cancellation_details.reason ??= reason ?? null;
  const owed = all(context, 'invoice').filter(
    ({ parent, status }) =>
      parent.subscription_details.subscription === subscription.id && (status === 'open' || status === 'draft'),
  );
  for (const invoice of owed) {
    if (status === 'incomplete_expired') voidInvoice(context, invoice);
    else stopCollection(context, invoice);
  }
  cancelSchedule(context, subscription);
  emit(
    context,
    status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated',
    subscription,
  );
}
