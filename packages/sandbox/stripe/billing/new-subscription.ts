import type { StripeContext } from '#sandbox/stripe/context.ts';
import type { Customer, Subscription } from '#sandbox/stripe/objects.ts';
import { isLive } from '#sandbox/stripe/objects.ts';
import { nextBoundary } from '#sandbox/stripe/time.ts';
import { createItem, type ItemInput, intervalOf } from './subscription-items.ts';

export type SubscriptionInput = {
  customer: Customer;
  items: ItemInput[];
  /** A currency that all prices have an amount in; their own by default. */
  currency?: string | undefined;
  /** The current time in Unix seconds, read once so that a trial lasts exactly the given number of days. */
  at: number;
  /** Unix seconds; null without a trial. */
  trialEnd: number | null;
  defaultPaymentMethod: string | null;
  description: string | null;
  metadata: Record<string, string>;
  billingMode: 'classic' | 'flexible';
  missingPaymentMethod: 'cancel' | 'create_invoice' | 'pause';
  paymentBehavior: 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete';
  saveDefaultPaymentMethod: 'off' | 'on_subscription';
};

/**
 * Returns a subscription in its first period, not stored yet: trialing, or incomplete until its first invoice is paid.
 */
export function buildSubscription(context: StripeContext, input: SubscriptionInput): Subscription {
  const id = context.newId('sub_');
  const { customer, at, trialEnd } = input;
  const testClock = customer.test_clock ?? null;
  const [first] = input.items;
  const end = trialEnd ?? (first ? nextBoundary(at, intervalOf(first.price), at) : at);
  const items = input.items.map((item) =>
    createItem(context, { subscription: id, input: item, period: { start: at, end } }),
  );
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trialEnd ?? at,
    billing_cycle_anchor_config: null,
    billing_mode:
      input.billingMode === 'flexible'
        ? { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: at }
        : { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: at,
    currency: input.currency ?? first?.price.currency ?? 'usd',
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: input.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: input.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: { object: 'list', data: items, has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    livemode: isLive,
    managed_payments: { enabled: false },
    metadata: input.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: input.saveDefaultPaymentMethod,
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: at,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    test_clock: testClock,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: input.missingPaymentMethod },
    },
    trial_start: trialEnd === null ? null : at,
  };
}
