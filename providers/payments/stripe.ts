import { Stripe } from 'stripe';
import type { BilledSubscription } from '#domain/billing.ts';
import { RequestRejectedError } from '#providers/errors.ts';
import type { CheckoutRequest, PaymentEvents, Payments } from './provider.ts';
import { createCustomer, listCustomers } from './stripe-customers.ts';
import { translated } from './stripe-errors.ts';
import {
  idOf,
  type PlanProduct,
  productIdOf,
  readEvent,
  toCheckout,
  toInvoice,
  toPlan,
  toSubscription,
} from './stripe-objects.ts';

export type StripeSettings = {
  secretKey: string;
  /** Null for Stripe itself. */
  baseUrl: string | null;
  /** Number of retries with the same key; 0 if a workflow retries. */
  retries: number;
  timeoutMs?: number;
};

/** Since a user may be waiting, two attempts of this length stay below the browser's timeout. */
const TIMEOUT_MS = 8_000;
const PRODUCT_CACHE_MS = 5 * 60_000;
const SIGNATURE_TOLERANCE_S = 300;
const PAGE = 100;

/** Connects to Stripe Billing, https://docs.stripe.com/billing/subscriptions/overview */
export function createStripePayments(settings: StripeSettings): Payments {
  const stripe = createClient(settings);
  const products = new Map<string, { product: PlanProduct; readAt: number }>();

  return {
    listPlans: () =>
      translated(async () => {
        const prices = await stripe.prices
          .list({ active: true, type: 'recurring', expand: ['data.product'], limit: PAGE })
          .autoPagingToArray({ limit: PAGE });
        return prices
          .toSorted(
            (a, b) => Number(isDefault(b)) - Number(isDefault(a)) || (a.unit_amount ?? 0) - (b.unit_amount ?? 0),
          )
          .map(toPlan)
          .filter((plan) => plan !== null);
      }),

    createCustomer: (customer) => createCustomer(stripe, customer),

    listCustomers: () => listCustomers(stripe),

    createCheckout: (request, key) =>
      translated(async () => {
        const params = checkoutParams(request);
        return toCheckout(await stripe.checkout.sessions.create(params, { idempotencyKey: key }));
      }),

    getCheckout: async (id) => {
      try {
        return await translated(async () =>
          toCheckout(await stripe.checkout.sessions.retrieve(id, { expand: ['customer'] })),
        );
      } catch (error) {
        if (isGone(error)) return { checkoutId: id, status: 'expired', url: null, fingerprint: null };
        throw error;
      }
    },

    expireCheckout,

    expireCheckouts: async (customer) => {
      const list = () => stripe.checkout.sessions.list({ customer, status: 'open', limit: PAGE });
      const open = await translated(() => list().autoPagingToArray({ limit: PAGE }));
      await Promise.all(open.map(({ id }) => expireCheckout(id)));
    },

    createPortal: ({ customerId, returnUrl }) =>
      translated(
        async () => (await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl })).url,
      ),

    listSubscriptions: (customer) =>
      translated(async () => {
        const list = stripe.subscriptions.list({ customer, status: 'all', limit: PAGE });
        const found = await list.autoPagingToArray({ limit: PAGE });
        return await Promise.all(found.map(withPlan));
      }),

    listInvoices: (customer) =>
      translated(async () => (await stripe.invoices.list({ customer, limit: 10 })).data.map(toInvoice)),

    cancelNow: (id) => unlessGone(() => stripe.subscriptions.cancel(id)),

    setCancelAtPeriodEnd: (id, isEnding) =>
      translated(async () => {
        const { cancel_at, cancel_at_period_end, schedule } = await stripe.subscriptions.retrieve(id);
        // Stripe refuses the update while a schedule, such as a downgrade made in the portal, is attached.
        if (schedule !== null) await stripe.subscriptionSchedules.release(idOf(schedule));
        const isByMoment = !isEnding && cancel_at !== null && !cancel_at_period_end;
        await stripe.subscriptions.update(id, isByMoment ? { cancel_at: '' } : { cancel_at_period_end: isEnding });
      }),

    deleteCustomer: (id) => unlessGone(() => stripe.customers.del(id)),
  };

  async function expireCheckout(id: string): Promise<void> {
    try {
      await translated(() => stripe.checkout.sessions.expire(id));
    } catch (error) {
      // Stripe rejects this for a session that is no longer open.
      if (!(error instanceof RequestRejectedError)) throw error;
    }
  }

  async function withPlan(subscription: Stripe.Subscription): Promise<BilledSubscription> {
    const productId = productIdOf(subscription);
    const [product, price] = await Promise.all([
      productId === null ? null : productOf(productId),
      priceOf(subscription),
    ]);
    return toSubscription(subscription, { product, price });
  }

  /** Returns the price with its amounts in other currencies if the subscription pays in one of them. */
  async function priceOf({ items, currency }: Stripe.Subscription): Promise<Stripe.Price | undefined> {
    const price = items.data[0]?.price;
    if (!price || price.currency === currency) return price;
    return await stripe.prices.retrieve(price.id, { expand: ['currency_options'] });
  }

  /** Reads a product; lists of subscriptions cannot be expanded that deeply. */
  async function productOf(productId: string): Promise<PlanProduct> {
    const known = products.get(productId);
    if (known && Date.now() - known.readAt < PRODUCT_CACHE_MS) return known.product;
    const { name, metadata } = await stripe.products.retrieve(productId);
    products.set(productId, { product: { name, metadata }, readAt: Date.now() });
    return { name, metadata };
  }
}

/** Reads webhooks, https://docs.stripe.com/webhooks#verify-official-libraries */
export function createStripeEvents({
  webhookSecret,
  secretKey,
}: Pick<StripeSettings, 'secretKey'> & { webhookSecret: string }): PaymentEvents {
  const isLive = /^[a-z]+_live_/.test(secretKey);
  return {
    read: (body, signature) => {
      const event = readEvent(verifyEvent(body, signature, webhookSecret));
      // An event of the other mode refers to objects our key cannot read.
      return event?.isLive === isLive ? event : null;
    },
  };
}

/**
 * Verifies an event. Null if the library throws for any reason, since the input is untrusted.
 */
function verifyEvent(body: Buffer, signature: string, secret: string): unknown {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, SIGNATURE_TOLERANCE_S);
  } catch {
    return null;
  }
}

function createClient({ secretKey, baseUrl, retries, timeoutMs = TIMEOUT_MS }: StripeSettings): Stripe {
  const common = { maxNetworkRetries: retries, timeout: timeoutMs, telemetry: false };
  if (baseUrl === null) return new Stripe(secretKey, common);
  const { hostname: host, port, protocol } = new URL(baseUrl);
  const isHttps = protocol === 'https:';
  return new Stripe(secretKey, {
    ...common,
    host,
    port: port === '' ? (isHttps ? 443 : 80) : port,
    protocol: isHttps ? 'https' : 'http',
  });
}

function checkoutParams(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { customerId, userId, priceId, trialDays, successUrl, cancelUrl, fingerprint } = request;
  return {
    mode: 'subscription',
    customer: customerId,
    client_reference_id: userId,
    line_items: [{ price: priceId, quantity: 1 }],
    payment_method_collection: 'always',
    // The pricing page shows the price's own currency.
    adaptive_pricing: { enabled: false },
    // With other methods, an invoice stays open for days, as if its payment had failed.
    allowed_payment_method_types: ['card', 'link'],
    subscription_data: { metadata: { userId }, ...(trialDays !== null && { trial_period_days: trialDays }) },
    success_url: successUrl,
    cancel_url: cancelUrl,
    metadata: { fingerprint },
  };
}

function isDefault({ id, product }: Stripe.Price): boolean {
  return typeof product !== 'string' && !product.deleted && product.default_price === id;
}

/** Makes a call that deletes or cancels something. Succeeds if it is already gone. */
async function unlessGone(call: () => Promise<unknown>): Promise<void> {
  try {
    await translated(call);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof RequestRejectedError && error.code === 'resource_missing';
}
