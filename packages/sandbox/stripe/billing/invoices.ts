import type { StripeContext } from '#sandbox/stripe/context.ts';
import type { Customer, Invoice, InvoiceLine, Subscription, SubscriptionItem } from '#sandbox/stripe/objects.ts';
import { isLive } from '#sandbox/stripe/objects.ts';
import { find, put } from '#sandbox/stripe/store.ts';
import { hourSeconds, now } from '#sandbox/stripe/time.ts';
import { change, emit } from '#sandbox/stripe/webhooks/events.ts';
import { amountIn, formatPrice } from './money.ts';
import { cancelPayment, paymentIntentOf } from './payments.ts';

type Period = { start: number; end: number };
export type InvoiceReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update';

type DraftInput = {
  subscription: Subscription;
  reason: InvoiceReason;
  /** True during a trial: the invoice is for zero. */
  trial?: boolean;
  /** The period that just ended; absent for the first invoice. */
  ended?: Period;
};

/**
 * Drafts an invoice for a subscription's items and their current period. It is finalized automatically after an hour,
 * unless the subscription is unpaid.
 */
export function draftInvoice(
  context: StripeContext,
  { subscription, reason, trial = false, ended }: DraftInput,
): Invoice {
  const id = context.newId('in_');
  const at = now(context, subscription.test_clock);
  const customer = billedCustomer(context, subscription);
  const { currency } = subscription;
  const lines = subscription.items.data.map((item) => invoiceLine(context, { invoice: id, item, trial, currency }));
  // Invoices for an unpaid subscription are still drafted, but not collected.
  const collects = subscription.status !== 'unpaid';
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const invoice: Invoice = {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Foreword',
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: collects,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: collects ? at + hourSeconds : null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: at,
    currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: isLive,
    metadata: {},
    next_payment_attempt: collects ? at + hourSeconds : null,
    number: null,
    on_behalf_of: null,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: ended?.end ?? at,
    period_start: ended?.start ?? at,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: subscription.test_clock,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: at,
  };
  put(context, 'invoice', invoice);
  emit(context, 'invoice.created', invoice);
  return invoice;
}

/** Finalizes a draft: it gets its number and page. A zero invoice counts as paid immediately. */
export function finalizeInvoice(context: StripeContext, invoice: Invoice): void {
  const at = now(context, invoice.test_clock);
  invoice.status = 'open';
  invoice.status_transitions.finalized_at = at;
  invoice.effective_at = at;
  invoice.automatically_finalizes_at = null;
  invoice.ending_balance = 0;
  invoice.number = nextNumber(context, invoice);
  invoice.hosted_invoice_url = `${context.baseUrl}/i/acct_sandbox/test_${invoice.id}`;
  emit(context, 'invoice.finalized', invoice);
  if (invoice.amount_due > 0) paymentIntentOf(context, invoice);
  else markPaid(context, invoice);
}

export function markPaid(context: StripeContext, invoice: Invoice): void {
  change(context, 'invoice.updated', invoice, (paid) => {
    paid.status = 'paid';
    paid.attempted = true;
    paid.auto_advance = false;
    paid.amount_paid = paid.amount_due;
    paid.amount_remaining = 0;
    paid.next_payment_attempt = null;
    paid.status_transitions.paid_at = now(context, invoice.test_clock);
  });
  emit(context, 'invoice.paid', invoice);
  emit(context, 'invoice.payment_succeeded', invoice);
}

/** Voids an invoice and cancels its payment. */
export function voidInvoice(context: StripeContext, invoice: Invoice): void {
  cancelPayment(context, invoice);
  change(context, 'invoice.updated', invoice, (voided) => {
    voided.status = 'void';
    voided.auto_advance = false;
    voided.next_payment_attempt = null;
    voided.automatically_finalizes_at = null;
    voided.status_transitions.voided_at = now(context, invoice.test_clock);
  });
  emit(context, 'invoice.voided', invoice);
}

/** Stops automatic collection of an invoice; its status does not change. */
export function stopCollection(context: StripeContext, invoice: Invoice): void {
  change(context, 'invoice.updated', invoice, (stopped) => {
    stopped.auto_advance = false;
    stopped.next_payment_attempt = null;
    stopped.automatically_finalizes_at = null;
  });
}

function billedCustomer(context: StripeContext, { id, customer: customerId }: Subscription): Customer {
  const customer = find(context, 'customer', customerId);
  if (!customer || customer.deleted) throw new Error(`${id} has no customer to be billed.`);
  return customer;
}

function nextNumber(context: StripeContext, { customer: id }: Invoice): string {
  const customer = id === null ? undefined : find(context, 'customer', id);
  if (!customer || customer.deleted) return '0001';
  const sequence = customer.next_invoice_sequence ?? 1;
  customer.next_invoice_sequence = sequence + 1;
  return `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`;
}

type LineInput = { invoice: string; item: SubscriptionItem; trial: boolean; currency: string };

function invoiceLine(context: StripeContext, { invoice, item, trial, currency }: LineInput): InvoiceLine {
  const { price, quantity = 1 } = item;
  const product = find(context, 'product', price.product ?? '');
  const name = product && !product.deleted ? product.name : 'Subscription';
  const unitAmount = trial ? 0 : (amountIn(context, price, currency) ?? 0);
  const amount = unitAmount * quantity;
  const period: Period = { start: item.current_period_start, end: item.current_period_end };
  return {
    id: context.newId('il_'),
    object: 'line_item',
    amount,
    currency,
    description: trial
      ? `Trial period for ${name}`
      : `${quantity} × ${name} (at ${formatPrice({ ...price, unit_amount: unitAmount, currency }, ' / ')})`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: isLive,
    metadata: { ...item.metadata },
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: item.subscription,
        subscription_item: item.id,
      },
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: String(unitAmount),
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription: item.subscription,
    subtotal: amount,
    taxes: [],
  };
}
