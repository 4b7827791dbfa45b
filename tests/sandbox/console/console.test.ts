import { SESClient, SendEmailCommand } from '@aws-sdk/client-ses';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConsole } from '#sandbox/console/console.ts';
import { createGoogle, type GoogleVendor } from '#sandbox/google/google.ts';
import { createSes } from '#sandbox/ses/ses.ts';
import { type Started, startVendor } from '#sandbox/start-vendor.ts';
import type { Vendor } from '#sandbox/vendor.ts';

let google: Started<GoogleVendor>;
let ses: Started<Vendor>;
let console: Started<{ app: Vendor['app'] }>;

beforeAll(async () => {
  google = await startVendor(createGoogle);
  ses = await startVendor<Vendor>(createSes);
  console = await startVendor(() =>
    createConsole({
      vendors: [google, ses],
      google: google.vendor,
      webUrl: 'http://127.0.0.1:4007',
      productUrl: 'http://localhost:3000',
    }),
  );
});
afterAll(async () => {
  for (const started of [console, ses, google]) await started.close();
});

test('health names the running vendors', async () => {
  expect(await (await fetch(`${console.url}/health`)).json()).toEqual({ status: 'ok', vendors: ['google', 'ses'] });
});

test('accounts lead to their calendars and events', async () => {
  expect(await read('/accounts')).toContain('href="/accounts/dana@harborline.test"');
  const dana = await read('/accounts/dana@harborline.test');
  for (const text of ['Brightwater: pricing and rollout', 'Leonie Hartmann', 'Family', 'School play']) {
    expect(dana).toContain(text);
  }
  expect((await fetch(`${console.url}/accounts/nobody@harborline.test`)).status).toBe(404);
});

test('a mail is listed, shown as text, and its HTML is served without scripts and escaped elsewhere', async () => {
  await send('<b>Hello</b> subject', '<p>Hello <script>alert(1)</script></p>', 'Hello text');
  const list = await read('/outbox');
  expect(list).toContain('&lt;b&gt;Hello&lt;/b&gt; subject');
  const [, path = ''] = /href="(\/outbox\/[^"]+)"/.exec(list) ?? [];
  const view = await read(path);
  expect(view).toContain('Hello text');
  expect(view).toContain('sam@harborline.test');
  const html = await fetch(`${console.url}${path}/html`);
  expect(html.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups.*default-src 'none'/);
  expect(await html.text()).toContain('<p>Hello');
});

test('requests are shown with headers and body, escaped', async () => {
  await fetch(`${google.url}/tokeninfo?access_token=<i>x</i>`);
  expect(await read('/journal/google')).toMatch(/\/tokeninfo\?access_token=(%3Ci%3E|&lt;i&gt;)x/);
});

test('a fault planned here hits the vendor, and foreign pages cannot plan one', async () => {
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
  expect(await read('/faults')).toContain('every vendor behaves');
  expect((await post('/faults', fault)).status).toBe(303);
  expect(await read('/faults')).toContain('answers 503');
  expect((await fetch(`${google.url}/tokeninfo`)).status).toBe(503);
  expect((await fetch(`${google.url}/tokeninfo`)).status).toBe(400);
});

test('the clock of one vendor is advanced', async () => {
  await post('/clock', { vendor: 'google', hours: '24' });
  expect(google.clock.offsetMs()).toBe(86_400_000);
  expect(ses.clock.offsetMs()).toBe(0);
  expect((await post('/clock', { vendor: 'google', hours: '-1' })).status).toBe(400);
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
