import { createServer, type Server } from 'node:http';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { close, listenOnLoopback, type Started, startVendor } from '#sandbox/start-vendor.ts';
import { createTurnstile } from '#sandbox/turnstile/turnstile.ts';
import type { Vendor } from '#sandbox/vendor.ts';

let turnstile: Started<Vendor>;
let site: Server;
let siteUrl: string;
let browser: Browser;

beforeAll(async () => {
  turnstile = await startVendor(createTurnstile);
  site = createServer((req, res) => {
    // Allows only what the vendor's documentation lists, and this test's inline scripts.
    const policy = `script-src 'unsafe-inline' ${turnstile.url}; frame-src ${turnstile.url}; default-src 'none'`;
    res.setHeader('content-security-policy', policy);
    res.setHeader('content-type', 'text/html');
    res.end(Buffer.from(new URL(req.url ?? '/', siteUrl).searchParams.get('html') ?? ''));
  });
  siteUrl = (await listenOnLoopback(site, 0)).replace('127.0.0.1', 'localhost');
  browser = await chromium.launch({
    executablePath: inject('headlessShellPath'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
});
afterAll(async () => {
  await browser?.close();
  await close(site);
  await turnstile.close();
});

test('an explicitly rendered widget gets a token and, after a reset, another', async () => {
  const page = await open(`<div id="box"></div><script>
    window.tokens = [];
    window.ready = () => {
      window.widget = turnstile.render('#box', {
        sitekey: 'sandbox-site', action: 'register', cData: 'c-7', callback: (token) => tokens.push(token),
      });
    };
  </script><script async src="${turnstile.url}/turnstile/v0/api.js?onload=ready&render=explicit"></script>`);
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  const box = await page.locator('iframe').boundingBox();
  expect([box?.width, box?.height]).toEqual([300, 65]);
  const [first] = await tokens(page, 1);
  expect(await page.evaluate('turnstile.getResponse(widget)')).toBe(first);
  expect(await page.inputValue('[name=cf-turnstile-response]')).toBe(first);
  expect(await verify(first)).toMatchObject({ success: true, hostname: 'localhost', action: 'register', cdata: 'c-7' });

  await page.evaluate('turnstile.reset(widget)');
  expect(await page.evaluate('turnstile.getResponse(widget)')).toBeUndefined();
  const [, second] = await tokens(page, 2);
  expect(second).not.toBe(first);
  await page.evaluate('turnstile.remove(widget)');
  expect(await page.locator('#box *').count()).toBe(0);
  await page.close();
});

test('implicit rendering calls error-callback for a blocking site key', async () => {
  const page = await open(`<script>window.tokens = []; function failed(code) { tokens.push(code); }</script>
    <form><div class="cf-turnstile" data-sitekey="2x00000000000000000000AB" data-error-callback="failed"></div></form>
    <script async src="${turnstile.url}/turnstile/v0/api.js"></script>`);
  expect(await tokens(page, 1)).toEqual(['300030']);
  expect(await page.evaluate('turnstile.getResponse()')).toBeUndefined();
  await page.close();
});

test('a widget with the interactive site key waits for a click', async () => {
  const page = await open(`<div id="box"></div><script>
    window.tokens = [];
    window.ready = () => turnstile.render('#box', { sitekey: '3x00000000000000000000FF', callback: (token) => tokens.push(token) });
  </script><script async src="${turnstile.url}/turnstile/v0/api.js?onload=ready&render=explicit"></script>`);
  await page.frameLocator('iframe').getByText('Verify you are human').click();
  expect(await tokens(page, 1)).toEqual(['XXXX.DUMMY.TOKEN.XXXX']);
  await page.close();
});

async function open(html: string): Promise<Page> {
  const page = await browser.newPage();
  // The default of 30 s is too short on a busy machine.
  page.setDefaultTimeout(120_000);
  await page.goto(`${siteUrl}/?html=${encodeURIComponent(html)}`);
  return page;
}

async function tokens(page: Page, count: number): Promise<string[]> {
  const seen = () => page.evaluate<string[]>('window.tokens');
  await expect.poll(async () => (await seen()).length).toBeGreaterThanOrEqual(count);
  return seen();
}

async function verify(response: string | undefined): Promise<unknown> {
  const body = new URLSearchParams({ secret: 'sandbox-secret', response: response ?? '' });
  return (await fetch(`${turnstile.url}/turnstile/v0/siteverify`, { method: 'POST', body })).json();
}
