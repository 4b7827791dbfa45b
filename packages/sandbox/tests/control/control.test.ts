import { request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import express from 'express';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createControl } from '#sandbox/control/control.ts';
import { type Started, startVendor } from '#sandbox/start-vendor.ts';
import type { Vendor, VendorOptions } from '#sandbox/vendor.ts';

const FORM = 'application/x-www-form-urlencoded';
let sandbox: Started<Vendor & { orders: string[] }>;

beforeEach(async () => {
  sandbox = await startVendor(createShop);
});

afterEach(async () => {
  await sandbox.close();
});

describe('faults', () => {
  test("return the vendor's own error once by default", async () => {
    await plan({ path: '/orders', status: 503 });
    const hit = await order('tea');
    expect(hit.status).toBe(503);
    expect(await hit.json()).toEqual({ shopError: 503 });
    expect((await order('tea')).status).toBe(201);
  });

  test('with `times: 2` return the given body and headers twice, without reaching the vendor', async () => {
    await plan({ status: 200, body: { odd: true }, headers: { 'retry-after': '7' }, times: 2 });
    for (const _ of [1, 2]) {
      const hit = await order('tea');
      expect(await hit.json()).toEqual({ odd: true });
      expect(hit.headers.get('retry-after')).toBe('7');
    }
    expect(sandbox.vendor.orders).toEqual([]);
  });

  test('apply in order and match method and path prefix', async () => {
    await plan({ method: 'POST', path: '/ord', status: 500 });
    await plan({ method: 'POST', path: '/ord', status: 429 });
    expect((await fetch(`${sandbox.url}/orders`)).status).toBe(200);
    expect((await fetch(`${sandbox.url}/other`)).status).toBe(404);
    expect([(await order('a')).status, (await order('b')).status, (await order('c')).status]).toEqual([500, 429, 201]);
  });

  test('with only a delay slow the request down but let it through', async () => {
    await plan({ delayMs: 120 });
    const startedAt = Date.now();
    expect((await order('tea')).status).toBe(201);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(115);
  });

  test('disconnect before the vendor acts (drop) or afterwards (dropAfterHandling)', async () => {
    await plan({ drop: true });
    await expect(order('lost')).rejects.toThrow('fetch failed');
    await plan({ dropAfterHandling: true });
    await expect(order('kept')).rejects.toThrow('fetch failed');
    expect(sandbox.vendor.orders).toEqual(['kept']);
  });

  test('that hang leave the request without a response and with status 0 in the journal', async () => {
    await plan({ hang: true });
    const patience = new AbortController();
    const outcome = order('tea', patience.signal).catch((error: unknown) => error);
    await expect.poll(() => journal()).toMatchObject([{ path: '/orders', body: { item: 'tea' } }]);
    const waited = new Promise((resolve) => setTimeout(resolve, 150, 'no response'));
    expect(await Promise.race([outcome, waited])).toBe('no response');
    patience.abort();
    expect(await outcome).toMatchObject({ name: 'AbortError' });
    expect(await journal()).toMatchObject([{ path: '/orders', body: { item: 'tea' }, status: 0 }]);
    expect(sandbox.vendor.orders).toEqual([]);
  });

  test('are cleared by DELETE and never hit /_control', async () => {
    await plan({ status: 500, times: 9 });
    expect((await fetch(`${sandbox.url}/_control/journal`)).status).toBe(200);
    await fetch(`${sandbox.url}/_control/faults`, { method: 'DELETE' });
    expect((await order('tea')).status).toBe(201);
  });

  test('are rejected if they would have no effect', async () => {
    for (const empty of [{}, { path: '/v1' }, { times: 3, hang: false }]) {
      expect((await control('faults', empty)).status).toBe(400);
    }
  });

  test('with an unknown field are rejected with an error that mentions it', async () => {
    const refused = await control('faults', { statusCode: 500 });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('statusCode');
  });
});

describe('the journal', () => {
  test('records full requests and filters by time', async () => {
    await order('tea');
    await new Promise((resolve) => setTimeout(resolve, 5));
    const since = new Date().toISOString();
    await fetch(`${sandbox.url}/orders?page=2`, { headers: { 'x-trace': 'abc' } });
    await fetch(`${sandbox.url}/orders`, { method: 'POST', body: new URLSearchParams({ 'lines[0][item]': 'milk' }) });
    expect(await journal(since)).toMatchObject([
      { method: 'GET', path: '/orders?page=2', headers: { 'x-trace': 'abc' }, body: null, status: 200 },
      { method: 'POST', path: '/orders', body: { lines: [{ item: 'milk' }] }, status: 201 },
    ]);
    expect(await journal()).toHaveLength(3);
  });

  test("records an unparsable body, which gets the vendor's error, as text", async () => {
    const refused = await fetch(`${sandbox.url}/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"item":',
    });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({ shopError: 400 });
    expect(await journal()).toMatchObject([{ body: '{"item":', status: 400 }]);
  });
});

describe('the clock', () => {
  test('only moves forward, and a reset restores everything', async () => {
    await control('clock', { advanceMs: 86_400_000 });
    expect(sandbox.clock.now().getTime() - Date.now()).toBeGreaterThan(86_399_000);
    expect((await control('clock', { advanceMs: 0 })).status).toBe(400);
    expect((await control('clock', { advanceMs: -5 })).status).toBe(400);

    await order('tea');
    await plan({ status: 500 });
    expect((await control('reset', {})).status).toBe(200);
    expect(sandbox.clock.offsetMs()).toBe(0);
    expect(await journal()).toEqual([]);
    expect(sandbox.vendor.orders).toEqual([]);
    expect((await order('tea')).status).toBe(201);
  });
});

describe('a request without a body', () => {
  test.each([
    ['no body headers', {}],
    ['Content-Length: 0', { 'content-length': '0' }],
    ['Content-Length: 0 and a JSON content type', { 'content-length': '0', 'content-type': 'application/json' }],
    ['Content-Length: 0 and a form content type', { 'content-length': '0', 'content-type': FORM }],
    ['an empty chunked body', { 'transfer-encoding': 'chunked', 'content-type': 'application/json' }],
  ])('with %s is accepted, except by a control that needs a body', async (_how, headers) => {
    expect(await send('/_control/reset', headers)).toMatchObject({ status: 200 });
    const refused = await send('/_control/clock', headers);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('expected object, received undefined');
    await send('/orders', headers);
    expect(await journal()).toMatchObject([{ path: '/orders', body: null, status: 201 }]);
  });
});

test('an unknown control returns a 404 that mentions it', async () => {
  const missing = await control('clocks', {});
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain('/_control/clocks');
});

test('a vendor refuses to start with NODE_ENV=production', async () => {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await expect(startVendor(createShop)).rejects.toThrow('NODE_ENV=production');
  } finally {
    process.env.NODE_ENV = before;
  }
});

function createShop({ clock }: VendorOptions): Vendor & { orders: string[] } {
  const orders: string[] = [];
  const reset = (): void => void orders.splice(0);
  const errorBody = (status: number) => ({ body: { shopError: status } });
  const shop = createControl({ name: 'turnstile', clock, reset, errorBody });
  const app = express();
  app.use(shop.router);
  app.get('/orders', (_req, res) => void res.json(orders));
  app.post('/orders', (req, res) => {
    orders.push(String(req.body?.item));
    res.status(201).json({ ok: true });
  });
  return { name: 'turnstile', app, control: shop, reset, orders };
}

/** Sends a POST with exactly these headers and no body. */
function send(path: string, headers: Record<string, string>): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request(`${sandbox.url}${path}`, { method: 'POST', headers }, (res) => {
      readText(res).then((text) => resolve({ status: res.statusCode, text }), reject);
    });
    call.on('error', reject);
    call.end();
  });
}

function order(item: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${sandbox.url}/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ item }),
    ...(signal && { signal }),
  });
}

function control(path: string, body: unknown): Promise<Response> {
  return fetch(`${sandbox.url}/_control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

function plan(fault: unknown): Promise<Response> {
  return control('faults', fault);
}

async function journal(since?: string): Promise<unknown> {
  const query = since ? `?since=${since}` : '';
  const answer = await (await fetch(`${sandbox.url}/_control/journal${query}`)).json();
  return z.object({ requests: z.array(z.unknown()) }).parse(answer).requests;
}
