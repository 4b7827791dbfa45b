import { keys } from '#sandbox/config.ts';
import { createPrice } from '#sandbox/stripe/api/prices.ts';
import { createProduct } from '#sandbox/stripe/api/products.ts';
import { createWebhookEndpoint } from '#sandbox/stripe/api/webhook-endpoints.ts';
import { createCustomer } from '#sandbox/stripe/billing/customers.ts';
import { attach, createCard, setDefault } from '#sandbox/stripe/billing/payment-methods.ts';
import { createConfiguration, offerInPortal } from '#sandbox/stripe/billing/portal-configuration.ts';
import { createSubscription } from '#sandbox/stripe/billing/subscriptions.ts';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import type { Price } from '#sandbox/stripe/objects.ts';
import { daySeconds, now } from '#sandbox/stripe/time.ts';

const trialDays = 30;
const trialRunsForDays = 12;
const yearSeconds = 365 * daySeconds;
const limits = { meetingLimit: '60', researchLimit: '60', planType: 'paid' };

/**
 * Creates the initial account: one product with a monthly and a yearly price, the portal's default configuration,
 * Foreword's webhook endpoint, and dana, 12 days into her trial. All events so far count as delivered.
 */
export function seedAccount(context: StripeContext): void {
  const seed: StripeContext = { ...context, deliver: () => undefined, save: () => undefined };
  const today = now(context, null);

  at(seed, today - yearSeconds, () => {
    const portal = createConfiguration(seed);
    createWebhookEndpoint(seed, {
      id: 'we_foreword',
      url: `${context.productUrl}/api/webhooks/stripe`,
      enabled_events: ['*'],
      secret: keys.stripeWebhook,
    });
    seedPrices(seed);
    offerInPortal(seed, portal, 'prod_research');
  });
  at(seed, today - trialRunsForDays * daySeconds, () => seedDana(seed));
  for (const event of Object.values(context.state.objects.event)) event.pending_webhooks = 0;
}

/** Runs `happen` as if the time were `moment` (Unix seconds). */
function at(context: StripeContext, moment: number, happen: () => void): void {
  context.moment = { testClock: null, at: moment };
  happen();
  context.moment = null;
}

function seedPrices(context: StripeContext): void {
  const product = createProduct(context, 'Research', 'prod_research');
  product.description =
    'A briefing before every external meeting: who is coming, what their company does, what changed lately.';
  product.metadata = { ...limits };
  const plan = { currency: 'usd', metadata: { ...limits } };
  const monthly = {
    ...plan,
    unit_amount: 1_000,
    recurring: { interval: 'month' as const },
    lookup_key: 'research_monthly',
  };
  const yearly = {
    ...plan,
    unit_amount: 10_000,
    recurring: { interval: 'year' as const },
    lookup_key: 'research_yearly',
  };
  createPrice(context, product.id, yearly, 'price_research_yearly');
  // Created last: lists are newest first, and the product page shows the first plan.
  product.default_price = createPrice(context, product.id, monthly, 'price_research_monthly').id;
}

function seedDana(context: StripeContext): void {
  const named = { ...context, newId: namedIds(context) };
  const customer = createCustomer(named, { email: 'dana@harborline.test', name: 'Dana Whitfield' });
  const expYear = new Date(now(context, null) * 1_000).getUTCFullYear() + 3;
  const card = { number: '4242424242424242', expMonth: 8, expYear, cvc: '123' };
  const method = createCard(named, card, { name: 'Dana Whitfield', email: 'dana@harborline.test' });
  attach(named, method, customer);
  setDefault(named, customer, method.id);
  const at = now(context, null);
  createSubscription(named, {
    customer,
    items: [{ price: priceOf(context), quantity: 1 }],
    at,
    trialEnd: at + trialDays * daySeconds,
    defaultPaymentMethod: method.id,
    description: null,
    metadata: {},
    billingMode: 'flexible',
    missingPaymentMethod: 'create_invoice',
    paymentBehavior: 'allow_incomplete',
    saveDefaultPaymentMethod: 'off',
  });
}

/** Makes ids such as `cus_dana`, `pm_dana` and `sub_dana`, one per prefix. Events still get random ids. */
function namedIds({ newId }: StripeContext): (prefix: string) => string {
  return (prefix) => (prefix === 'evt_' ? newId(prefix) : `${prefix}dana`);
}

function priceOf({ state }: StripeContext): Price {
  const price = state.objects.price['price_research_monthly'];
  if (!price) throw new Error('The seeded price is missing.');
  return price;
}
