import type { Stripe } from 'stripe';
import * as z from 'zod';
import type { BilledSubscription, Invoice, PlanLimits } from '#domain/billing.ts';
import type { Checkout, OfferedPlan, PaymentEvent } from './provider.ts';
import { toCents } from './stripe-amounts.ts';

const interval = z.enum(['day', 'week', 'month', 'year']);
const checkoutStatus = z.enum(['open', 'complete', 'expired']);
const limit = z.coerce.number().int().positive().nullable().catch(null);

/** Converts a price; null if it is not on sale: an archived product, or no period. */
export function toPlan(price: Stripe.Price): OfferedPlan | null {
  const { product, recurring } = price;
  if (typeof product === 'string' || product.deleted || !product.active || !recurring) return null;
  const metadata = metadataOf(price, product);
  return {
    priceId: price.id,
    productId: product.id,
    productName: product.name,
    description: product.description,
    amountCents: toCents(price.unit_amount ?? 0, price.currency),
    currency: price.currency,
    interval: interval.parse(recurring.interval),
    intervalCount: recurring.interval_count,
    planType: metadata['planType'] ?? 'paid',
    features: (product.marketing_features ?? []).flatMap(({ name }) => (name ? [name] : [])),
    ...limitsOf(metadata),
  };
}

/** The price's metadata overrides that of its product. */
function metadataOf(
  price: Stripe.Price | undefined,
  product: Pick<Stripe.Product, 'metadata'> | null,
): Stripe.Metadata {
  return { ...product?.metadata, ...price?.metadata };
}

function limitsOf(metadata: Stripe.Metadata): PlanLimits {
  return {
    meetingLimit: limit.parse(metadata['meetingLimit'] ?? null),
    researchLimit: limit.parse(metadata['researchLimit'] ?? null),
  };
}

/** The fields of a product that a subscription needs. */
export type PlanProduct = Pick<Stripe.Product, 'name' | 'metadata'>;

/** The product a subscription pays for, and its item's price, with its amount in the subscription's currency. */
type Paid = { price: Stripe.Price | undefined; product: PlanProduct | null };

/** Converts a subscription. Ours have a single item, which also has the period. */
export function toSubscription(subscription: Stripe.Subscription, { price, product }: Paid): BilledSubscription {
  const [item] = subscription.items.data;
  return {
    subscriptionId: subscription.id,
    customerId: idOf(subscription.customer),
    status: subscription.status,
    plan: product?.name ?? '',
    ...limitsOf(metadataOf(price, product)),
    createdAt: toDate(subscription.created),
    trialEndsAt: toDateOrNull(subscription.trial_end),
    currentPeriodStart: toDateOrNull(item?.current_period_start),
    currentPeriodEnd: toDateOrNull(item?.current_period_end),
    // The portal may set a date instead of the flag.
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    canceledAt: toDateOrNull(subscription.canceled_at),
    endedAt: toDateOrNull(subscription.ended_at),
    ...chargeOf(price, { currency: subscription.currency, quantity: item?.quantity ?? 1 }),
  };
}

type Charge = { amountCents: number; currency: string };

/** Returns a price's charge in the wanted currency, or in its default currency if it no longer has the wanted one. */
function chargeOf(price: Stripe.Price | undefined, wanted: { currency: string; quantity: number }): Charge {
  const option = price?.currency_options?.[wanted.currency];
  const currency = option || !price ? wanted.currency : price.currency;
  const amount = (option ?? price)?.unit_amount ?? 0;
  return { amountCents: toCents(amount, currency) * wanted.quantity, currency };
}

export function productIdOf(subscription: Stripe.Subscription): string | null {
  const product = subscription.items.data[0]?.price.product;
  return product === undefined ? null : idOf(product);
}

export function toInvoice(invoice: Stripe.Invoice): Invoice {
  return {
    invoiceId: invoice.id ?? '',
    status: invoice.status ?? 'draft',
    amountDueCents: toCents(invoice.amount_due, invoice.currency),
    amountPaidCents: toCents(invoice.amount_paid, invoice.currency),
    currency: invoice.currency,
    createdAt: toDate(invoice.created),
    paidAt: toDateOrNull(invoice.status_transitions.paid_at),
    attempts: invoice.attempt_count,
    nextAttemptAt: toDateOrNull(invoice.next_payment_attempt),
  };
}

export function toCheckout(session: Stripe.Checkout.Session): Checkout {
  const { id, status, url, metadata, customer } = session;
  const fingerprint = metadata?.['fingerprint'] ?? null;
  // A deleted customer cannot pay. This shows only if the session was expanded with its customer.
  if (typeof customer === 'object' && customer?.deleted)
    return { checkoutId: id, status: 'expired', url: null, fingerprint };
  return { checkoutId: id, status: checkoutStatus.parse(status), url, fingerprint };
}

/** An id or event type from Stripe that a row can store. */
const eventName = z.string().regex(/^[\w.:-]{1,255}$/);

const eventObject = z.object({
  id: eventName.nullish().catch(null),
  object: z.string().nullish().catch(null),
  customer: z
    .union([eventName, z.object({ id: eventName })])
    .nullish()
    .catch(null),
});

const stripeEvent = z.object({
  id: eventName,
  type: eventName,
  created: z.int().min(0).max(4_102_444_800),
  livemode: z.boolean(),
  // Events are acknowledged even if their object has an unknown shape.
  data: z.object({ object: eventObject }).nullish().catch(null),
});

/**
 * Reads an event and the customer it is about: the event's object itself, or the customer it refers
 * to, if any. Null if it is not an event.
 */
export function readEvent(event: unknown): PaymentEvent | null {
  const read = stripeEvent.safeParse(event).data;
  if (!read) return null;
  const { id, type, created, livemode, data } = read;
  const { id: objectId, object, customer } = data?.object ?? {};
  const customerId = object === 'customer' ? objectId : customer && idOf(customer);
  return { eventId: id, type, customerId: customerId ?? null, occurredAt: toDate(created), isLive: livemode };
}

export function idOf(reference: string | { id: string }): string {
  return typeof reference === 'string' ? reference : reference.id;
}

/** Stripe's times are in seconds. */
function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}

function toDateOrNull(seconds: number | null | undefined): Date | null {
  return seconds === null || seconds === undefined ? null : toDate(seconds);
}
