import type { StripeContext } from '#sandbox/stripe/context.ts';
import { randomText } from '#sandbox/stripe/ids.ts';
import type { Charge, Invoice, PaymentError, PaymentIntent, PaymentMethod } from '#sandbox/stripe/objects.ts';
import { isLive } from '#sandbox/stripe/objects.ts';
import { all, find, put } from '#sandbox/stripe/store.ts';
import { now, testClockOf } from '#sandbox/stripe/time.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import { refusalOf } from './payment-methods.ts';

export type PaymentOutcome = { paid: true } | { paid: false; error: PaymentError; chargeId: string };

/** Returns an invoice's payment intent, created on first use. */
export function paymentIntentOf(context: StripeContext, invoice: Invoice): PaymentIntent {
  const known = all(context, 'invoice_payment').find((payment) => payment.invoice === invoice.id);
  const existing = known && find(context, 'payment_intent', known.payment.payment_intent);
  if (existing) return existing;
  const intent = createIntent(context, invoice);
  put(context, 'invoice_payment', {
    id: context.newId('inpay_'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: intent.created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: isLive,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
  return intent;
}

/** Charges the amount due on an invoice to a card. Creates a charge and the events of its success or failure. */
export function chargeInvoice(context: StripeContext, invoice: Invoice, method: PaymentMethod): PaymentOutcome {
  const intent = paymentIntentOf(context, invoice);
  const error = refusalOf(context, method);
  const charge = createCharge(context, { intent, invoice, method, error });
  emit(context, error ? 'charge.failed' : 'charge.succeeded', charge);
  intent.latest_charge = charge.id;
  if (error) {
    intent.status = 'requires_payment_method';
    intent.last_payment_error = error;
    emit(context, 'payment_intent.payment_failed', intent);
    return { paid: false, error, chargeId: charge.id };
  }
  intent.status = 'succeeded';
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  intent.amount_received = intent.amount;
  emit(context, 'payment_intent.succeeded', intent);
  settleInvoicePayment(context, invoice);
  return { paid: true };
}

/** Cancels the payment intent of an invoice that is voided or paid out of band, unless it has succeeded. */
export function cancelPayment(context: StripeContext, invoice: Invoice): void {
  const payment = all(context, 'invoice_payment').find((one) => one.invoice === invoice.id);
  const intent = payment && find(context, 'payment_intent', payment.payment.payment_intent);
  if (!payment || !intent || intent.status === 'succeeded' || intent.status === 'canceled') return;
  const at = now(context, testClockOf(context, invoice));
  payment.status = 'canceled';
  payment.status_transitions.canceled_at = at;
  intent.status = 'canceled';
  intent.canceled_at = at;
  intent.cancellation_reason = 'void_invoice';
  emit(context, 'payment_intent.canceled', intent);
}

function settleInvoicePayment(context: StripeContext, invoice: Invoice): void {
  const payment = all(context, 'invoice_payment').find((one) => one.invoice === invoice.id);
  if (!payment) return;
  payment.status = 'paid';
  payment.amount_paid = invoice.amount_due;
  payment.status_transitions.paid_at = now(context, testClockOf(context, invoice));
  emit(context, 'invoice_payment.paid', payment);
}

function createIntent(context: StripeContext, invoice: Invoice): PaymentIntent {
  const id = context.newId('pi_');
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: now(context, testClockOf(context, invoice)),
    currency: invoice.currency,
    customer: invoice.customer,
    customer_account: null,
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: isLive,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: 'off_session',
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  put(context, 'payment_intent', intent);
  emit(context, 'payment_intent.created', intent);
  return intent;
}

type Attempt = { intent: PaymentIntent; invoice: Invoice; method: PaymentMethod; error: PaymentError | undefined };

function createCharge(context: StripeContext, { intent, invoice, method, error }: Attempt): Charge {
  const charge: Charge = {
    id: context.newId('ch_'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: error ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'FOREWORD',
    captured: !error,
    created: now(context, testClockOf(context, invoice)),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: error?.code ?? null,
    failure_message: error?.message ?? null,
    fraud_details: {},
    livemode: isLive,
    metadata: {},
    on_behalf_of: null,
    outcome: {
      advice_code: error?.advice_code ?? null,
      network_advice_code: null,
      network_decline_code: error?.network_decline_code ?? null,
      network_status: error ? 'declined_by_network' : 'approved_by_network',
      reason: error ? (error.decline_code ?? error.code) : null,
      risk_level: 'normal',
      risk_score: 12,
      seller_message: error ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
      type: error ? 'issuer_declined' : 'authorized',
    },
    paid: !error,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: error ? null : (invoice.hosted_invoice_url ?? null),
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: error ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
  put(context, 'charge', charge);
  return charge;
}
