import { Stripe } from 'stripe';
import * as z from 'zod';
import { createSubscription } from '#contract/subscriptions.ts';
import { clientOf, submitCard } from '#sandbox/tests/stripe/stripe-client.ts';
import type { TestApi } from './api.ts';
import type { HttpClient } from './http-client.ts';

export const GOOD_CARD = '4242 4242 4242 4242';

/** Returns Stripe's own client for the sandbox, with which the account's owner acts. */
export function stripeOf({ sandbox }: Pick<TestApi, 'sandbox'>): Stripe {
  return clientOf(sandbox.stripe.url);
}

/** Opens the checkout and pays on its page. Returns the page's URL and the response; no webhook is delivered. */
export async function payInCheckout(
  client: HttpClient,
  wish: { startTrial?: boolean; card?: string } = {},
): Promise<{ url: string; status: number; location: string | null; text: string }> {
  const body = { ...createSubscription.example, startTrial: wish.startTrial ?? true };
  const { url } = await client.data(createSubscription, { body });
  return { url, ...(await submitCard(url, wish.card ?? GOOD_CARD, { email: 'ada@example.test' })) };
}

/** Returns the payload and headers of an event signed like those of Stripe. */
export function signedEvent(event: unknown, options: { secret?: string; at?: number } = {}) {
  const payload = JSON.stringify(event, null, 2);
  const { secret = 'whsec_sandbox', at = Math.floor(Date.now() / 1000) } = options;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at });
  return { payload, headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature } };
}

/** Posts an event to the product as Stripe does. Returns the status. */
export async function report(url: string, event: unknown): Promise<number> {
  const { payload, headers } = signedEvent(event);
  return (await fetch(`${url}/api/webhooks/stripe`, { method: 'POST', headers, body: payload })).status;
}

const about = z.object({ id: z.string().optional(), customer: z.string().nullish() });

/** Lists a customer's events, oldest first; of all types by default. */
export async function listEventsOf(stripe: Stripe, customerId: string, types: string[] = []): Promise<Stripe.Event[]> {
  const events = await stripe.events
    .list({ limit: 100, ...(types.length > 0 && { types }) })
    .autoPagingToArray({ limit: 10_000 });
  return events.toReversed().filter(({ data }) => {
    const { id, customer } = about.parse(data.object);
    return customer === customerId || id === customerId;
  });
}
