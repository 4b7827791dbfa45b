import { createHmac } from 'node:crypto';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import type { StripeEvent, WebhookEndpoint } from '#sandbox/stripe/objects.ts';
import type { PendingDelivery } from '#sandbox/stripe/state.ts';
import { all, find } from '#sandbox/stripe/store.ts';
import { wants } from './events.ts';

const retries = 8;
const timeoutMs = 10_000;
const keptDeliveries = 2_000;
const orders = {
  created: (pending: PendingDelivery[]) => pending,
  reversed: (pending: PendingDelivery[]) => pending.toReversed(),
  shuffled: (pending: PendingDelivery[]) =>
    pending
      .map((one) => ({ one, at: Math.random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ one }) => one),
};

export type DeliveryOrder = keyof typeof orders;

export type Deliveries = {
  /** Queues an event for the endpoints that subscribe to it. */
  enqueue(event: StripeEvent): void;
  /** Resends an event to every subscribed endpoint, even if delivered before; returns the number of endpoints. */
  redeliver(event: StripeEvent): number;
  /** Holds back all deliveries. */
  pause(): void;
  /** Sends the held deliveries: all at once, or one by one in the given order. */
  resume(order?: DeliveryOrder): Promise<void>;
  /** Continues deliveries that a previous process left pending. */
  start(): void;
  stop(): void;
};

/**
 * Sends signed POSTs to webhook endpoints. Anything but a 2xx in 10 s is retried after 1, 2, 4, ... seconds, 8 times.
 * Deliveries run concurrently, in no guaranteed order. Queue and signatures use real time: advancing the clock does not
 * speed them up.
 */
export function createDeliveries(context: StripeContext): Deliveries {
  const underWay = new Set<PendingDelivery>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = true;

  function queue(event: StripeEvent, once: boolean): number {
    const { pending, deliveries } = context.state.webhooks;
    const endpoints = all(context, 'webhook_endpoint').filter((endpoint) => wants(endpoint, event.type));
    for (const { id, url } of endpoints) {
      const before = deliveries.filter((delivery) => delivery.eventId === event.id && delivery.url === url).length;
      pending.push({
        eventId: event.id,
        endpointId: id,
        attempt: before + 1,
        dueAtMs: Date.now(),
        ...(once && { once }),
      });
    }
    if (endpoints.length > 0) schedule();
    return endpoints.length;
  }

  function schedule(): void {
    clearTimeout(timer);
    const { paused, pending } = context.state.webhooks;
    const waiting = pending.filter((one) => !underWay.has(one));
    if (stopped || paused || waiting.length === 0) return;
    const nextMs = Math.min(...waiting.map(({ dueAtMs }) => dueAtMs));
    timer = setTimeout(sendDue, Math.max(0, nextMs - Date.now())).unref();
  }

  function sendDue(): void {
    const due = context.state.webhooks.pending.filter((one) => one.dueAtMs <= Date.now() && !underWay.has(one));
    for (const pending of due) void send(pending);
    schedule();
  }

  async function send(pending: PendingDelivery): Promise<void> {
    const { state } = context;
    underWay.add(pending);
    const event = find(context, 'event', pending.eventId);
    const endpoint = find(context, 'webhook_endpoint', pending.endpointId);
    const status = event && endpoint ? await post(event, endpoint) : undefined;
    underWay.delete(pending);
    // A reset during the delivery has discarded the queue and the log.
    if (stopped || context.state !== state) return;
    if (event && endpoint && status !== undefined) log(event, endpoint, pending.attempt, status);
    settle(pending, event, status);
    context.save();
    schedule();
  }

  function log(event: StripeEvent, { url }: WebhookEndpoint, attempt: number, status: number): void {
    const { webhooks } = context.state;
    const delivery = { eventId: event.id, type: event.type, url, attempt, at: new Date().toISOString(), status };
    webhooks.deliveries = [...webhooks.deliveries, delivery].slice(-keptDeliveries);
  }

  function settle(pending: PendingDelivery, event: StripeEvent | undefined, status: number | undefined): void {
    const { webhooks } = context.state;
    const failed = status !== undefined && (status < 200 || status > 299);
    if (failed && !pending.once && pending.attempt <= retries) {
      pending.dueAtMs = Date.now() + 1_000 * 2 ** (pending.attempt - 1);
      pending.attempt += 1;
      return;
    }
    webhooks.pending = webhooks.pending.filter((one) => one !== pending);
    if (event && !failed && !pending.once) event.pending_webhooks = Math.max(0, event.pending_webhooks - 1);
  }

  return {
    enqueue: (event) => void queue(event, false),
    redeliver: (event) => queue(event, true),
    pause: () => {
      context.state.webhooks.paused = true;
      schedule();
    },
    resume: async (order) => {
      // Other deliveries stay paused until the ordered ones are sent.
      if (order) {
        for (const pending of orders[order](context.state.webhooks.pending)) await send(pending);
      }
      context.state.webhooks.paused = false;
      schedule();
    },
    start: () => {
      stopped = false;
      schedule();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Posts an event. Returns the response status, or 0 without a response. Like Stripe, does not follow redirects. */
async function post(event: StripeEvent, { url, secret = '' }: WebhookEndpoint): Promise<number> {
  const body = JSON.stringify(event, null, 2);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    accept: '*/*; q=0.5, application/xml',
    'cache-control': 'no-cache',
    'stripe-signature': sign(body, secret),
  };
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    // Refused, aborted or timed out: no response, which the log shows as 0.
    return 0;
  }
}

/**
 * Returns the signature header (https://docs.stripe.com/webhooks#verify-manually): the time, and the HMAC of
 * `time.body`.
 */
function sign(body: string, secret: string): string {
  const timestamp = Math.floor(Date.now() / 1_000);
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}
