import { createServer, type Server } from 'node:http';
import { SESClient, SendEmailCommand } from '@aws-sdk/client-ses';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAnthropic } from '#sandbox/anthropic/anthropic.ts';
import { createConsole } from '#sandbox/console/console.ts';
import { createGoogle, type GoogleVendor } from '#sandbox/google/google.ts';
import { createMicrosoft, type MicrosoftVendor } from '#sandbox/microsoft/microsoft.ts';
import { createSes } from '#sandbox/ses/ses.ts';
import { close, listenOnLoopback, type Started, startVendor } from '#sandbox/start-vendor.ts';
import { openCheckout, type Sandbox, startStripe } from '#sandbox/tests/stripe/stripe-client.ts';
import type { Vendor } from '#sandbox/vendor.ts';

let google: Started<GoogleVendor>;
let microsoft: Started<MicrosoftVendor>;
let stripe: Sandbox;
let anthropic: Started<Vendor>;
let ses: Started<Vendor>;
const told: string[] = [];
let product: Server;
let console: Started<{ app: Vendor['app'] }>;

beforeAll(async () => {
  google = await startVendor(createGoogle);
  microsoft = await startVendor(createMicrosoft);
  stripe = await startStripe();
  anthropic = await startVendor<Vendor>(createAnthropic);
  product = createServer((req, res) => {
    told.push(req.url ?? '');
    res.end();
  });
  const productUrl = await listenOnLoopback(product, 0);
  ses = await startVendor<Vendor>(createSes, { productUrl });
  console = await startVendor(() =>
    createConsole({
      vendors: [google, microsoft, stripe, anthropic, ses],
      google: google.vendor,
      microsoft: microsoft.vendor,
      webUrl: 'http://127.0.0.1:4007',
      productUrl: 'http://localhost:3000',
    }),
  );
});
afterAll(async () => {
  for (const started of [console, ses, anthropic, stripe, microsoft, google]) await started.close();
  await close(product);
});

test('health lists the running vendors', async () => {
  expect(await (await fetch(`${console.url}/health`)).json()).toEqual({
    status: 'ok',
    vendors: ['google', 'microsoft', 'stripe', 'anthropic', 'ses'],
  });
});

test('accounts link to their calendars and events', async () => {
  const accounts = await read('/accounts');
  expect(accounts).toContain('href="/accounts/google/dana@harborline.test"');
  expect(accounts).toContain('href="/accounts/microsoft/mira@eastgate.test"');
  const dana = await read('/accounts/google/dana@harborline.test');
  for (const text of ['Brightwater: pricing and rollout', 'Leonie Hartmann', 'Family', 'School play', 'Repeats']) {
    expect(dana).toContain(text);
  }
  expect(await read('/accounts/microsoft/mira@eastgate.test')).toContain('Times in Europe/');
  expect((await fetch(`${console.url}/accounts/google/mira@eastgate.test`)).status).toBe(404);
});

test('the outbox lists emails and shows their HTML with scripts disabled', async () => {
  await send('<b>Hello</b> subject', '<p>Hello <script>alert(1)</script></p>', 'Hello text');
  const list = await read('/outbox');
  expect(list).toContain('&lt;b&gt;Hello&lt;/b&gt; subject');
  const [, path = ''] = /href="(\/outbox\/[^"]+)"/.exec(list) ?? [];
  expect(await read(path)).toContain(`src="${path}/html"`);
  expect(await read(`${path}?view=text`)).toContain('Hello text');
  expect(await read(`${path}?view=headers`)).toContain('to: sam@harborline.test');
  expect(await read('/outbox?to=nobody')).toContain('No matching emails.');
  const html = await fetch(`${console.url}${path}/html`);
  expect(html.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups.*default-src 'none'/);
  expect(await html.text()).toContain('<p>Hello');
});

test('bouncing an email notifies the product and shows its response status', async () => {
  await send('To be returned', '<p>Hello</p>', 'Hello');
  const [, path = ''] = /href="(\/outbox\/[^"]+)"/.exec(await read('/outbox')) ?? [];
  const answer = await post(`${path}/notify`, { type: 'bounce' });
  expect(told).toEqual(['/api/webhooks/ses']);
  expect(await read(answer.headers.get('location') ?? '')).toContain(
    'notified that the email bounced and responded with 200',
  );
});

test('requests are listed and filtered by vendor, outcome and path', async () => {
  await fetch(`${google.url}/tokeninfo?access_token=<i>x</i>`);
  expect(await read('/journal')).toMatch(/\/tokeninfo\?access_token=(%3Ci%3E|&lt;i&gt;)x/);
  expect(await read('/journal?vendor=google&outcome=bad&path=TOKENINFO')).toContain('<strong>GET</strong> /tokeninfo');
  expect(await read('/journal?vendor=google&outcome=good&path=tokeninfo')).toContain('No matching requests.');
  expect(await read('/journal?vendor=ses&path=tokeninfo')).toContain('No matching requests.');
});

test('fault presets are offered only for running vendors, and can be added and cleared', async () => {
  const page = await read('/faults');
  expect(page).not.toContain('The bot check is down');
  const [, value = ''] = /Google expires the sync token[\s\S]*?value="(\d+)"/.exec(page) ?? [];
  await post('/faults/preset', { preset: value });
  expect(await read('/faults')).toContain('responds with 410');
  await post('/faults/clear', {});
  expect(await read('/faults')).toContain('Every vendor works normally');
});

test("the model's mode can be changed", async () => {
  await post('/model/mode', { mode: 'careless' });
  expect(await (await fetch(`${anthropic.url}/_control/mode`)).json()).toEqual({ mode: 'careless' });
  expect(await read('/faults')).toContain('value="careless" selected');
  expect((await post('/model/next', { behaviour: 'refusal', times: '1' })).status).toBe(303);
});

test('a planned fault hits the vendor, and other sites cannot plan one', async () => {
  const fault = {
    vendor: 'google',
    kind: 'status',
    status: '503',
    method: '',
    path: '/tokeninfo',
    delayMs: '0',
    times: '1',
  };
  const foreign = await post('/faults', fault, { 'sec-fetch-site': 'cross-site' });
  expect(foreign.status).toBe(403);
  expect(await read('/faults')).toContain('Every vendor works normally');
  expect((await post('/faults', fault)).status).toBe(303);
  expect(await read('/faults')).toContain('responds with 503');
  expect((await fetch(`${google.url}/tokeninfo`)).status).toBe(503);
  expect((await fetch(`${google.url}/tokeninfo`)).status).toBe(400);
});

test('the payments page shows subscriptions and checkouts, bypassing journal and faults', async () => {
  const { url: checkout } = await openCheckout(stripe.stripe, { customer_email: 'sam@harborline.test' });
  const before = stripe.vendor.control.journal.list().length;
  stripe.vendor.control.faults.add({ path: '/v1', status: 500, times: 1 });
  const page = await read('/payments');
  expect(page).toContain('dana@harborline.test');
  expect(page).toContain('trialing');
  expect(page).toContain(`href="${checkout}"`);
  expect(stripe.vendor.control.journal.list()).toHaveLength(before);
  stripe.vendor.control.faults.clear();
});

test('webhook deliveries can be paused and resumed', async () => {
  await post('/payments/webhooks/pause', {});
  expect(await read('/payments')).toContain('Resume');
  await post('/payments/webhooks/resume', {});
  expect(await read('/payments')).toContain('Pause');
});

test('the clock page advances one vendor or all', async () => {
  await post('/clock', { vendor: 'google', hours: '24' });
  expect(google.clock.offsetMs()).toBe(86_400_000);
  expect(ses.clock.offsetMs()).toBe(0);
  expect((await post('/clock', { vendor: 'google', hours: '-1' })).status).toBe(400);
  await post('/clock', { vendor: 'all', hours: '1' });
  expect([google.clock.offsetMs(), ses.clock.offsetMs()]).toEqual([90_000_000, 3_600_000]);
});

async function read(path: string): Promise<string> {
  const answer = await fetch(`${console.url}${path}`);
  expect(answer.status).toBe(200);
  return answer.text();
}

function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams(fields);
  return fetch(`${console.url}${path}`, { method: 'POST', body, headers, redirect: 'manual' });
}

async function send(subject: string, html: string, text: string): Promise<void> {
  const client = new SESClient({
    region: 'us-east-1',
    endpoint: ses.url,
    credentials: { accessKeyId: 'sandbox', secretAccessKey: 'sandbox' },
  });
  await client.send(
    new SendEmailCommand({
      Source: 'briefings@foreword.test',
      Destination: { ToAddresses: ['sam@harborline.test'] },
      Message: { Subject: { Data: subject }, Body: { Html: { Data: html }, Text: { Data: text } } },
    }),
  );
}
