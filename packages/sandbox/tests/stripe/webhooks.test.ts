import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { createMemoryStore } from '#sandbox/control/store.ts';
import { listen, refusal, type Sandbox, startStripe } from '#sandbox/tests/stripe/stripe-client.ts';

const log = z.object({
  paused: z.boolean(),
  deliveries: z.array(
    z.strictObject({
      eventId: z.string(),
      type: z.string(),
      url: z.string(),
      attempt: z.number(),
      at: z.iso.datetime(),
      status: z.number(),
    }),
  ),
  pending: z.array(z.object({ eventId: z.string(), attempt: z.number() })),
});

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startStripe();
});
afterEach(() => sandbox.close());

test("an event is signed with its endpoint's secret and the real time", async () => {
  await using receiver = await listen();
  const { secret = '' } = await register(receiver.url, ['customer.created']);
  expect(secret).toMatch(/^whsec_/);
  await sandbox.advance(40);
  const customer = await sandbox.stripe.customers.create({ email: 'a@example.test' }, { idempotencyKey: 'the-key' });
  await expect.poll(() => receiver.received.length).toBe(1);

  const [{ body, signature } = { body: '', signature: '' }] = receiver.received;
  const event = sandbox.stripe.webhooks.constructEvent(body, signature, secret);
  expect(event).toMatchObject({
    object: 'event',
    type: 'customer.created',
    api_version: '2026-10-28.endive',
    livemode: false,
    pending_webhooks: 2,
    request: { id: customer.lastResponse.requestId, idempotency_key: 'the-key' },
    data: { object: { id: customer.id } },
  });
  expect(body).toBe(JSON.stringify(event, null, 2));
  expect(event.created).toBeGreaterThan(Date.now() / 1_000 + 39 * 86_400);
  const [, seconds = ''] = /^t=(\d+),v1=[0-9a-f]{64}$/.exec(signature) ?? [];
  expect(Math.abs(Number(seconds) - Date.now() / 1_000)).toBeLessThan(60);
  expect(() => sandbox.stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow('signature');
  expect(() => sandbox.stripe.webhooks.constructEvent(`${body} `, signature, secret)).toThrow('signature');
});

test("the product's endpoint exists from the start", async () => {
  await using product = await listen();
  await using own = await startStripe({ productUrl: product.url });
  await own.stripe.customers.create({ email: 'a@example.test' });
  await expect.poll(() => product.received.length).toBe(1);
  const [first] = product.received;
  expect(own.stripe.webhooks.constructEvent(first?.body ?? '', first?.signature ?? '', 'whsec_sandbox').type).toBe(
    'customer.created',
  );
  expect((await own.stripe.webhookEndpoints.list()).data[0]).toMatchObject({
    url: `${product.url}/api/webhooks/stripe`,
    status: 'enabled',
  });
});

test('a failed delivery is retried after 1, 2, ... seconds until it gets a 2xx', async () => {
  await using receiver = await listen((nth) => (nth < 3 ? 500 : 200));
  await register(receiver.url);
  await sandbox.stripe.customers.create({ email: 'a@example.test' });
  await expect.poll(() => receiver.received.length).toBe(3);
  const [first, second, third] = receiver.received.map(({ at }) => at);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(950);
  expect((third ?? 0) - (second ?? 0)).toBeGreaterThanOrEqual(1_950);
  expect(new Set(receiver.events().map(({ id }) => id)).size).toBe(1);
  expect(new Set(receiver.received.map(({ signature }) => signature)).size).toBe(3);
  await expect
    .poll(async () => (await deliveries(receiver.url)).map(({ attempt, status }) => [attempt, status]))
    .toEqual([
      [1, 500],
      [2, 500],
      [3, 200],
    ]);
});

test('an event can be redelivered manually', async () => {
  await using receiver = await listen();
  await register(receiver.url);
  await sandbox.stripe.customers.create({ email: 'a@example.test' });
  await expect.poll(async () => (await deliveries(receiver.url)).length).toBe(1);
  const [{ id: eventId } = { id: '' }] = receiver.events();
  await sandbox.control('webhooks/redeliver', { eventId });
  await expect.poll(async () => (await deliveries(receiver.url)).map(({ attempt }) => attempt)).toEqual([1, 2]);
  expect(receiver.events().map(({ id }) => id)).toEqual([eventId, eventId]);
  await expect(sandbox.control('webhooks/redeliver', { eventId: 'evt_none' })).rejects.toThrow('no event evt_none');
});

test('paused deliveries are sent on resume in the requested order', async () => {
  await using receiver = await listen();
  await register(receiver.url);
  await sandbox.control('webhooks/pause', {});
  for (const name of ['One', 'Two', 'Three']) await sandbox.stripe.products.create({ name });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(receiver.received).toHaveLength(0);
  const waiting = log.parse(await sandbox.control('webhooks'));
  expect(waiting.paused).toBe(true);

  await sandbox.control('webhooks/resume', { order: 'reversed' });
  await expect.poll(() => receiver.received.length).toBe(3);
  const names = receiver.received.map(
    ({ body }) =>
      z.object({ data: z.object({ object: z.object({ name: z.string() }) }) }).parse(JSON.parse(body)).data.object.name,
  );
  expect(names).toEqual(['Three', 'Two', 'One']);
});

test('endpoints receive only events they subscribe to and can be disabled or deleted', async () => {
  await using receiver = await listen();
  const { id } = await register(receiver.url, ['product.created']);
  expect(await sandbox.stripe.webhookEndpoints.retrieve(id)).not.toHaveProperty('secret');
  await sandbox.stripe.customers.create({ email: 'a@example.test' });
  await sandbox.stripe.products.create({ name: 'Heard' });
  await expect.poll(() => receiver.events().map(({ type }) => type)).toEqual(['product.created']);
  expect((await sandbox.stripe.webhookEndpoints.update(id, { disabled: true })).status).toBe('disabled');
  await sandbox.stripe.products.create({ name: 'Unheard' });
  expect(await sandbox.stripe.webhookEndpoints.del(id)).toMatchObject({ deleted: true });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(receiver.received).toHaveLength(1);
  expect(
    (await refusal(sandbox.stripe.webhookEndpoints.create({ url: 'https://example.com/hook', enabled_events: ['*'] })))
      .code,
  ).toBe('url_invalid');
});

test('events count their pending deliveries', async () => {
  await using receiver = await listen(() => 503);
  await register(receiver.url);
  const { id } = await sandbox.stripe.products.create({ name: 'Listed' });
  const [event] = (await sandbox.stripe.events.list({ type: 'product.created', delivery_success: false })).data;
  expect(event).toMatchObject({ data: { object: { id } } });
  expect((await sandbox.stripe.events.retrieve(event?.id ?? '')).pending_webhooks).toBe(2);
});

test('a restart keeps objects and pending deliveries; a reset reseeds', async () => {
  await using receiver = await listen();
  const store = createMemoryStore();
  const first = await startStripe({ store });
  await first.stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: ['customer.created'] });
  await first.control('webhooks/pause', {});
  const create = (stripe: Sandbox['stripe']) =>
    stripe.customers.create({ email: 'a@example.test' }, { idempotencyKey: 'kept' });
  const { id } = await create(first.stripe);
  await first.close();

  await using second = await startStripe({ store });
  expect((await create(second.stripe)).id).toBe(id);
  await second.control('webhooks/resume', {});
  await expect.poll(() => receiver.received.length).toBe(1);

  await second.control('reset', {});
  expect((await second.stripe.customers.list()).data.map((customer) => customer.id)).toEqual(['cus_dana']);
  expect((await second.stripe.webhookEndpoints.list()).data).toHaveLength(1);
  expect(log.parse(await second.control('webhooks'))).toEqual({ deliveries: [], pending: [], paused: false });
});

function register(url: string, enabled_events: ('*' | 'customer.created' | 'product.created')[] = ['*']) {
  return sandbox.stripe.webhookEndpoints.create({ url, enabled_events });
}

async function deliveries(url: string) {
  const { deliveries } = log.parse(await sandbox.control('webhooks'));
  return deliveries.filter((delivery) => delivery.url.startsWith(url));
}
