import type Stripe from 'stripe';
import { keys } from '#sandbox/config.ts';

/** Whether the product uses a live-mode key. */
export const isLive = keys.stripe.startsWith('sk_live_');

/** The version the official SDK is generated from; a newer SDK fails to compile here. */
export const apiVersion = '2026-10-28.endive' satisfies Stripe.LatestApiVersion;

/**
 * An object as stored and sent, in the SDK's type except that expandable fields are ids and decimals are strings, as on
 * the wire (the SDK converts them to `Decimal`).
 */
type Stored<T, Ids extends keyof T, Replaced = unknown> = Omit<T, Ids | keyof Replaced> & {
  [Field in Ids]: Extract<T[Field], string | null | undefined>;
} & Replaced;

export type Product = Stored<Stripe.Product, 'default_price' | 'tax_code'>;
export type Price = Stored<Stripe.Price, 'product', { unit_amount_decimal: string | null }>;
export type Plan = Stored<Stripe.Plan, 'product', { amount_decimal: string | null }>;
export type Customer = Stored<
  Stripe.Customer,
  'test_clock',
  { invoice_settings: Stored<Stripe.Customer.InvoiceSettings, 'default_payment_method'>; metadata: Stripe.Metadata }
>;
export type PaymentMethod = Stored<Stripe.PaymentMethod, 'customer'>;
export type SetupIntent = Stored<Stripe.SetupIntent, 'customer' | 'payment_method' | 'latest_attempt'>;
export type PaymentIntent = Stored<
  Stripe.PaymentIntent,
  'customer' | 'payment_method' | 'latest_charge',
  { last_payment_error: PaymentError | null }
>;
export type Charge = Stored<Stripe.Charge, 'customer' | 'payment_intent'>;
export type CheckoutSession = Stored<
  Stripe.Checkout.Session,
  'customer' | 'invoice' | 'payment_intent' | 'setup_intent' | 'subscription'
>;
export type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price };
export type SubscriptionItem = Omit<Stripe.SubscriptionItem, 'price' | 'plan'> & { price: Price; plan: Plan };
export type Subscription = Stored<
  Stripe.Subscription,
  'customer' | 'default_payment_method' | 'latest_invoice' | 'pending_setup_intent' | 'schedule' | 'test_clock',
  { items: Stripe.ApiList<SubscriptionItem>; cancellation_details: Stripe.Subscription.CancellationDetails }
>;
export type SubscriptionSchedule = Stored<Stripe.SubscriptionSchedule, 'customer' | 'subscription' | 'test_clock'>;
export type InvoiceLine = Omit<Stripe.InvoiceLineItem, 'quantity_decimal' | 'pricing' | 'subscription'> & {
  quantity_decimal: string | null;
  pricing: { type: 'price_details'; price_details: { price: string; product: string }; unit_amount_decimal: string };
  subscription: string | null;
};
export type Invoice = Stored<
  Stripe.Invoice,
  'customer' | 'default_payment_method' | 'test_clock',
  { lines: Stripe.ApiList<InvoiceLine>; parent: InvoiceParent }
>;
export type InvoicePayment = Stored<
  Stripe.InvoicePayment,
  'invoice',
  { payment: { type: 'payment_intent'; payment_intent: string } }
>;
export type PortalConfiguration = Stripe.BillingPortal.Configuration;
export type PortalSession = Stored<Stripe.BillingPortal.Session, 'configuration'>;
export type TestClock = Stripe.TestHelpers.TestClock;
export type WebhookEndpoint = Stripe.WebhookEndpoint;
export type EventType = Stripe.Event['type'];
export type StripeEvent = Stripe.EventBase;

type InvoiceParent = {
  type: 'subscription_details';
  quote_details: null;
  subscription_details: { metadata: Stripe.Metadata; subscription: string };
};

/** The error of a declined payment, on its payment intent and in a 402. */
export type PaymentError = {
  type: 'card_error';
  code: string;
  decline_code?: string;
  doc_url: string;
  message: string;
  param?: string;
  advice_code?: string;
  network_decline_code?: string;
};

/** Every kind of object with an id, by its `object` name. */
export type Objects = {
  product: Product | Stripe.DeletedProduct;
  price: Price;
  customer: Customer | Stripe.DeletedCustomer;
  payment_method: PaymentMethod;
  setup_intent: SetupIntent;
  payment_intent: PaymentIntent;
  charge: Charge;
  'checkout.session': CheckoutSession;
  subscription: Subscription;
  subscription_schedule: SubscriptionSchedule;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  'billing_portal.configuration': PortalConfiguration;
  'billing_portal.session': PortalSession;
  'test_helpers.test_clock': TestClock;
  webhook_endpoint: WebhookEndpoint;
  event: StripeEvent;
};

export type Kind = keyof Objects;
