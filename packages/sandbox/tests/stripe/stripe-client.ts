import { createServer } from 'node:http';
import { Stripe } from 'stripe';
import * as z from 'zod';
import { close, listenOnLoopback, type StartOptions, startVendor } from '#sandbox/start-vendor.ts';
import { createStripe } from '#sandbox/stripe/stripe.ts';

export const daySeconds = 86_400;
/** Nothing listens here, so deliveries to the product are lost. */
const nobody = 'http://127.0.0.1:9';

export type Sandbox = Awaited<ReturnType<typeof startStripe>>;

/** Starts a Stripe sandbox with the official client pointed at it. */
export async function startStripe(options: StartOptions = {}) {
  const started = await startVendor(createStripe, { productUrl: nobody, ...options });
  const control = controlOf(started.url);
  return {
    ...started,
    stripe: clientOf(started.url),
    control,
    /** Advances the vendor's clock. */
    advance: (days: number) => control('clock', { advanceMs: days * daySeconds * 1_000 }),
    [Symbol.asyncDispose]: started.close,
  };
}

/** Returns the id of a reference, expanded or not. */
export function idOf(reference: string | { id: string } | null): string {
  return typeof reference === 'string' ? reference : (reference?.id ?? '');
}

export function clientOf(url: string, key = 'sk_test_sandbox', config: Partial<Stripe.StripeConfig> = {}): Stripe {
  const { hostname: host, port } = new URL(url);
  return new Stripe(key, { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false, ...config });
}

/** Calls `/_control`: POST with a body, GET without. */
function controlOf(url: string) {
  return async (path: string, body?: unknown): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const post = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${url}/_control/${path}`, body === undefined ? {} : post);
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
}

/** Calls the API without the SDK: form in, JSON out. */
export async function call(
  url: string,
  request: { method?: string; path: string; form?: string; headers?: Record<string, string> },
) {
  const { method = 'GET', path, form, headers = {} } = request;
  const type = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: 'Bearer sk_test_sandbox', ...type, ...headers },
    ...(form !== undefined && { body: form }),
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: z.record(z.string(), z.any()).parse(await answer.json()),
  };
}

/** Returns the Stripe error of a call that must fail. */
export async function refusal(promise: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('The call was not refused.');
}

export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  failsLater: '4000 0000 0000 0341',
} as const;

/** Opens a Checkout Session as the product does: monthly, with 30 days free. */
export function openCheckout(stripe: Stripe, extra: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  return stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price: 'price_research_monthly', quantity: 1 }],
    payment_method_collection: 'always',
    subscription_data: { trial_period_days: 30 },
    success_url: 'http://localhost:3000/app?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3000/pricing?canceled=true',
    ...extra,
  });
}

/** Submits a card form as a browser would. */
export async function submitCard(page: string, number: string, extra: Record<string, string> = {}) {
  const form = { cardNumber: number, cardExpiry: '12 / 34', cardCvc: '123', billingName: 'Ada Quinn', ...extra };
  const answer = await fetch(page, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
}

/** Creates a customer on a test clock that starts now, with a card. */
export async function customerOnClock(stripe: Stripe, card: string = 'pm_card_visa') {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1_000) });
  const customer = await stripe.customers.create({ email: 'ada@example.test', test_clock: clock.id });
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });

  /** Advances the clock, waits until it is ready, and reads the subscription. */
  async function advanceTo(frozenTime: number, subscription: string): Promise<Stripe.Subscription> {
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: frozenTime });
    for (;;) {
      const { status } = await stripe.testHelpers.testClocks.retrieve(clock.id);
      if (status === 'ready') return stripe.subscriptions.retrieve(subscription, { expand: ['latest_invoice'] });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  return { clock, customer, advanceTo };
}

export function latestInvoice({ latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice {
  if (typeof invoice !== 'object' || invoice === null) throw new Error('The latest invoice was not expanded.');
  return invoice;
}

/** Returns the types of a customer's events, oldest first. */
export async function eventTypes(stripe: Stripe, customer: string): Promise<string[]> {
  const events = await stripe.events.list({ limit: 100 });
  return events.data
    .filter(
      ({ data: { object } }) => ('customer' in object ? object.customer : 'id' in object && object.id) === customer,
    )
    .map(({ type }) => type)
    .toReversed();
}

type Received = { at: number; signature: string; body: string };

/** Starts a webhook endpoint. `answer` returns the status of the nth request, 200 by default. */
export async function listen(answer: (nth: number) => number | 'hang' = () => 200) {
  const received: Received[] = [];
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += String(chunk);
    received.push({ at: Date.now(), signature: String(req.headers['stripe-signature']), body });
    const status = answer(received.length);
    if (status !== 'hang') res.writeHead(status).end();
  });
  const url = await listenOnLoopback(server, 0);
  return {
    url,
    received,
    /** The events received, in order. */
    events: () => received.map(({ body }) => z.object({ id: z.string(), type: z.string() }).parse(JSON.parse(body))),
    [Symbol.asyncDispose]: () => close(server),
  };
}
