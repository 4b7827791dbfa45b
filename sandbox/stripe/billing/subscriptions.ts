import type { StripeContext } from '#sandbox/stripe/context.ts';
import { cardError, invalidParameter, invalidRequest } from '#sandbox/stripe/errors.ts';
import type { Customer, Price, Subscription, SubscriptionItem } from '#sandbox/stripe/objects.ts';
import { find, put } from '#sandbox/stripe/store.ts';
import { daySeconds, nextBoundary, now } from '#sandbox/stripe/time.ts';
import { change, emit } from '#sandbox/stripe/webhooks/events.ts';
import { collect } from './collection.ts';
import { draftInvoice, finalizeInvoice } from './invoices.ts';
import { payingCard } from './payment-methods.ts';
import { endSubscription } from './subscription-end.ts';

export type ItemInput = { price: Price; quantity: number; metadata?: Record<string, string> };
export type SubscriptionInput = {
  customer: Customer;
  items: ItemInput[];
  /** Unix seconds; null: no trial. */
  trialEnd: number | null;
  defaultPaymentMethod: string | null;
  description: string | null;
  metadata: Record<string, string>;
  billingMode: 'classic' | 'flexible';
  missingPaymentMethod: 'cancel' | 'create_invoice' | 'pause';
  paymentBehavior: 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete';
  saveDefaultPaymentMethod: 'off' | 'on_subscription';
};

const noticeSeconds = 3 * daySeconds;

/** Starts a subscription with its first invoice. @throws 402 where the first payment decides and fails, 400 without anything to pay with */
export function createSubscription(context: StripeContext, input: SubscriptionInput): Subscription {
  const subscription = build(context, input);
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
  if (subscription.status === 'incomplete' && input.paymentBehavior !== 'default_incomplete') {
    const collected = collect(context, invoice);
    if (!collected.paid && input.paymentBehavior === 'error_if_incomplete' && collected.error) {
      delete context.state.objects.subscription[subscription.id];
      throw cardError(collected.error, { charge: collected.chargeId });
    }
  }
  input.customer.currency ??= subscription.currency;
  emit(context, 'customer.subscription.created', subscription);
  announceTrialEnd(context, subscription);
  return subscription;
}

/** Sends `trial_will_end` once per end of trial, 3 days before it, or now where the trial is shorter. */
export function announceTrialEnd(context: StripeContext, subscription: Subscription): void {
  const at = trialNoticeAt(context, subscription);
  if (at === undefined || at > now(context, subscription.test_clock) || subscription.trial_end === null) return;
  context.state.trialNotices[subscription.id] = subscription.trial_end;
  emit(context, 'customer.subscription.trial_will_end', subscription);
}

/** When `trial_will_end` is due; undefined where it was sent, or there is no trial. */
export function trialNoticeAt(
  { state }: StripeContext,
  { id, status, trial_end: end }: Subscription,
): number | undefined {
  if (status !== 'trialing' || end === null || state.trialNotices[id] === end) return undefined;
  return end - noticeSeconds;
}

/**
 * The trial is over: a period begins and its invoice is drafted. The subscription counts as active until that invoice, an hour later, is charged.
 * Without a card it goes the way its `trial_settings` say.
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

/** Takes up a subscription that was paused for want of a card: a period begins now and is charged at once. */
export function resume(context: StripeContext, subscription: Subscription): void {
  const at = now(context, subscription.test_clock);
  beginPeriod(context, subscription, { from: at, anchor: at, reason: 'subscription_update' });
  emit(context, 'customer.subscription.resumed', subscription);
  chargeLatest(context, subscription);
}

/** A period is over: the next begins and its invoice is drafted. */
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

/** The end of the period the items are in. */
export function periodEnd({ items }: Subscription): number {
  return Math.max(...items.data.map(({ current_period_end: end }) => end));
}

export function createItem(
  context: StripeContext,
  { subscription, input, period }: { subscription: string; input: ItemInput; period: { start: number; end: number } },
): SubscriptionItem {
  const { price, quantity, metadata = {} } = input;
  return {
    id: context.newId('si_'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: period.start,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata,
    plan: planOf(price),
    price: structuredClone(price),
    quantity,
    subscription,
    tax_rates: [],
  };
}

/** @throws 400 where a price cannot be subscribed to */
export function checkItems(context: StripeContext, items: Pick<ItemInput, 'price'>[], param: string): void {
  const [first] = items;
  if (!first) throw invalidParameter(`Missing required param: ${param}.`, param, 'parameter_missing');
  items.forEach(({ price }, index) => {
    const at = `${param}[${index}][price]`;
    if (!price.recurring)
      throw invalidRequest(
        `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
        { param: at },
      );
    if (!price.active)
      throw invalidRequest('The price specified is inactive. This field only accepts active prices.', { param: at });
    const product = find(context, 'product', price.product);
    if (!product || product.deleted || !product.active)
      throw invalidRequest(
        `The price specified is attached to the product \`${price.product}\`, which is marked as inactive, and thus no new subscriptions can be created to it.`,
        { param: at, code: 'product_inactive' },
      );
    if (price.currency !== first.price.currency)
      throw invalidRequest('All prices on a subscription must use the same currency.', { param: at });
    if (JSON.stringify(intervalOf(price)) !== JSON.stringify(intervalOf(first.price)))
      throw invalidRequest('This sandbox bills all items of a subscription at the same interval.', { param: at });
  });
}

export function intervalOf({ recurring }: Price): { interval: string; interval_count: number } {
  return { interval: recurring?.interval ?? 'month', interval_count: recurring?.interval_count ?? 1 };
}

/** The older name of a price, which items still carry. */
export function planOf(price: Price): SubscriptionItem['plan'] {
  const { id, active, unit_amount, unit_amount_decimal, created, currency, metadata, nickname, product } = price;
  return {
    id,
    object: 'plan',
    active,
    amount: unit_amount,
    amount_decimal: unit_amount_decimal,
    billing_scheme: 'per_unit',
    created,
    currency,
    ...intervalOf(price),
    livemode: false,
    metadata,
    meter: null,
    nickname,
    product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

function build(context: StripeContext, input: SubscriptionInput): Subscription {
  const id = context.newId('sub_');
  const { customer, trialEnd } = input;
  const testClock = customer.test_clock ?? null;
  const at = now(context, testClock);
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
    currency: first?.price.currency ?? 'usd',
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
    livemode: false,
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
