import * as z from 'zod';
import type { Kind, LineItem, Objects } from '#sandbox/stripe/objects.ts';

/** Objects by id, in creation order. Only this process writes them, so they are not validated again. */
function stored<T>() {
  return z.record(
    z.string(),
    z.custom<T>((value) => typeof value === 'object' && value !== null),
  );
}

type StoredObjects = { [K in Kind]: Record<string, Objects[K]> };

const objects: z.ZodType<StoredObjects> = z.object({
  product: stored<Objects['product']>(),
  price: stored<Objects['price']>(),
  customer: stored<Objects['customer']>(),
  payment_method: stored<Objects['payment_method']>(),
  setup_intent: stored<Objects['setup_intent']>(),
  payment_intent: stored<Objects['payment_intent']>(),
  charge: stored<Objects['charge']>(),
  'checkout.session': stored<Objects['checkout.session']>(),
  subscription: stored<Objects['subscription']>(),
  subscription_schedule: stored<Objects['subscription_schedule']>().default({}),
  invoice: stored<Objects['invoice']>(),
  invoice_payment: stored<Objects['invoice_payment']>(),
  'billing_portal.configuration': stored<Objects['billing_portal.configuration']>(),
  'billing_portal.session': stored<Objects['billing_portal.session']>(),
  'test_helpers.test_clock': stored<Objects['test_helpers.test_clock']>(),
  webhook_endpoint: stored<Objects['webhook_endpoint']>(),
  event: stored<Objects['event']>(),
});

const checkoutPlan = z.object({
  lineItems: z.array(z.custom<LineItem>((value) => typeof value === 'object' && value !== null)),
  trialPeriodDays: z.number().nullable(),
  trialEnd: z.number().nullable(),
  description: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  billingMode: z.enum(['classic', 'flexible']),
  missingPaymentMethod: z.enum(['cancel', 'create_invoice', 'pause']),
});

const answer = z.object({
  path: z.string(),
  /** The parameters in a canonical form, independent of their order. */
  parameters: z.string(),
  status: z.number(),
  body: z.string(),
  requestId: z.string(),
  /** Real time. */
  atMs: z.number(),
});

const pendingDelivery = z.object({
  eventId: z.string(),
  endpointId: z.string(),
  /** Starts at 1. */
  attempt: z.number(),
  /** Real time. */
  dueAtMs: z.number(),
  /** A manual redelivery, which is never retried. */
  once: z.boolean().optional(),
});

const delivery = z.object({
  eventId: z.string(),
  type: z.string(),
  url: z.string(),
  attempt: z.number(),
  at: z.string(),
  /** The endpoint's status; 0 without a response. */
  status: z.number(),
});

export const stripeState = z.object({
  objects,
  /** The test card number of each payment method, which decides the outcome of charges. */
  cards: z.record(z.string(), z.string()),
  /** Each price's amounts in other currencies. */
  currencyOptions: z.record(z.string(), z.record(z.string(), z.number())).default({}),
  /** The subscription that each Checkout Session creates when completed. */
  checkouts: z.record(z.string(), checkoutPlan),
  /** Trial end that `trial_will_end` was last sent for, by subscription. */
  trialNotices: z.record(z.string(), z.number()),
  /** Expiry of each portal session's page, in real time. */
  portalAccess: z.record(z.string(), z.number()),
  /** Target time of each advancing test clock. */
  advancing: z.record(z.string(), z.number()),
  /** By idempotency key. */
  answers: z.record(z.string(), answer),
  /** The outcome when the last retry of an invoice fails. */
  dunning: z.enum(['cancel', 'unpaid', 'past_due']),
  webhooks: z.object({ paused: z.boolean(), pending: z.array(pendingDelivery), deliveries: z.array(delivery) }),
});

export type StripeState = z.infer<typeof stripeState>;
export type CheckoutPlan = z.infer<typeof checkoutPlan>;
export type SavedAnswer = z.infer<typeof answer>;
export type PendingDelivery = z.infer<typeof pendingDelivery>;

export function emptyState(): StripeState {
  return {
    objects: {
      product: {},
      price: {},
      customer: {},
      payment_method: {},
      setup_intent: {},
      payment_intent: {},
      charge: {},
      'checkout.session': {},
      subscription: {},
      subscription_schedule: {},
      invoice: {},
      invoice_payment: {},
      'billing_portal.configuration': {},
      'billing_portal.session': {},
      'test_helpers.test_clock': {},
      webhook_endpoint: {},
      event: {},
    },
    cards: {},
    currencyOptions: {},
    checkouts: {},
    trialNotices: {},
    portalAccess: {},
    advancing: {},
    answers: {},
    dunning: 'cancel',
    webhooks: { paused: false, pending: [], deliveries: [] },
  };
}
