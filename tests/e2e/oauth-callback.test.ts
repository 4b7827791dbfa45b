import type { Browser, BrowserContext, Page } from 'playwright';
import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { openPool } from '#db/pool.ts';
import { answerOnce, holdOnce, openBrowser, openTab, refusal, signInByForm } from '#tests/support/browser.ts';
import { seedUser } from '#tests/support/builders.ts';
import { lookAt } from '#tests/support/look.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';

const CONNECT = '**/api/users/calendar/connect';

let product: RunningProduct;
let pool: DatabasePool;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct({ RATE_LIMIT_SIGN_IN: 'off', RATE_LIMIT_GENERAL: 'off' });
  pool = await openPool(product.env['DATABASE_OWNER_URL'] ?? '', { maxConnections: 1 });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await pool?.end();
  await product?.stop();
});

test('a return that failed says why and leads to the login after 3 s [4.10] [4.11] [4.13] [9.9]', async () => {
  const { context, page, faults } = await openTab(browser, product.url);
  await context.addInitScript("sessionStorage.setItem('syncCalendarAfterLogin', 'true')");
  await page.goto(`/auth/callback?error=server_error&error_description=Google%20is%20tired`);
  await page.getByRole('alert').getByText('Google is tired').waitFor();
  // Who does not want to wait need not.
  expect(await page.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/login');
  await within(page, 3000, '**/login');
  await page.goto(callback({ purpose: 'login', isPopup: false }));
  await page.getByRole('heading', { name: 'Authentication failed' }).waitFor();
  await within(page, 3000, '**/login');
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test('a login comes into the app after 1 s [2.12] [4.10] [4.13] [9.9]', async () => {
  const { page } = await signedIn();
  const free = await holdOnce(page, '**/api/auth/session');
  await page.goto(callback({ purpose: 'login', isPopup: false }));
  await page.getByRole('heading', { name: 'Signing you in' }).waitFor();
  free();
  await page.getByRole('heading', { name: 'Signed in' }).waitFor();
  await within(page, 1000, '**/app');
  expect(new URL(page.url()).pathname).toBe('/app');
});

test('a calendar is connected from here, and the way back is 1.5 s, or 3 s when it failed [4.10] [4.12] [8.26] [9.9]', async () => {
  const { page } = await signedIn();
  await answerOnce(page, CONNECT, { status: 200, body: '{"success":true,"data":{"integration":{}}}' });
  await page.goto(callback({ purpose: 'calendar_connect', isPopup: false, returnUrl: '/app/profile' }, 'code=c'));
  await page.getByRole('heading', { name: 'Google Calendar connected' }).waitFor();
  await within(page, 1500, '**/app/profile');

  await answerOnce(page, CONNECT, refusal(500, 'x'));
  await page.goto(callback({ purpose: 'calendar_connect', isPopup: false, returnUrl: '//evil.test' }, 'code=d'));
  await page.getByRole('heading', { name: 'Failed to connect Google calendar' }).waitFor();
  expect(await page.getByRole('link', { name: 'Go back now' }).getAttribute('href')).toBe('/app/integrations');
  await lookAt(page, 'calendar not connected');
  await page.waitForURL('**/app/settings');

  await page.goto(callback({ purpose: 'calendar_connect', provider: 'yahoo', isPopup: false }, 'code=e'));
  await page.getByText('Invalid OAuth provider: yahoo').waitFor();
  await within(page, 3000, '**/app/settings');
  expect(new URL(page.url()).pathname).toBe('/app/settings');
});

test('a popup posts its answer to its own origin, and closes [4.10] [4.11] [4.12] [4.13]', async () => {
  const { context, page } = await openTab(browser, product.url);
  await page.goto('/login');
  await listen(page);
  const ends = [
    [callback({ purpose: 'calendar_connect' }, 'code=c'), { type: 'oauth-callback', provider: 'google', code: 'c' }],
    [callback({ purpose: 'calendar_connect' }, 'error=x&error_description=No'), { provider: 'google', error: 'No' }],
    [callback({ purpose: 'login' }), { type: 'oauth-login-callback', success: true }],
  ] as const;
  for (const [path, message] of ends) {
    await inPopup(context, page, path);
    expect((await heard(page)).at(-1)).toMatchObject(message);
  }
  await inPopup(context, page, callback({ purpose: 'calendar_connect', provider: 'yahoo' }, 'code=c'));
  expect(await heard(page)).toHaveLength(ends.length);
});

test('a hostile page that opens the return as its popup hears nothing', async () => {
  const { context, page } = await openTab(browser, product.url);
  await context.route('http://evil.test/', (route) => route.fulfill({ contentType: 'text/html', body: '<p>evil</p>' }));
  await page.goto('http://evil.test/');
  await listen(page);
  await inPopup(context, page, `${product.url}${callback({ purpose: 'calendar_connect' }, 'code=c')}`);
  await inPopup(context, page, `${product.url}${callback({ purpose: 'login' })}`);
  expect(await heard(page)).toEqual([]);
});

async function signedIn() {
  const { email } = await seedUser(pool);
  const tab = await openTab(browser, product.url);
  await signInByForm(tab.page, email);
  return tab;
}

/** The address a consent page returns to. */
function callback(fields: Record<string, unknown>, query = ''): string {
  const state = { provider: 'google', isPopup: true, returnUrl: '/app/settings', nonce: 'n', ...fields };
  return `/auth/callback?state=${Buffer.from(JSON.stringify(state)).toString('base64url')}&${query}`;
}

/** Waits for the address, which must not come before its time. */
async function within(page: Page, delayMs: number, url: string): Promise<void> {
  const startedAt = Date.now();
  await page.waitForURL(url);
  const elapsedMs = Date.now() - startedAt;
  // Seen a little after it began; late on a busy machine.
  expect(elapsedMs).toBeGreaterThan(Math.max(delayMs / 2, delayMs - 1000));
  expect(elapsedMs).toBeLessThan(delayMs + 3000);
}

async function inPopup(context: BrowserContext, page: Page, path: string): Promise<void> {
  const opening = context.waitForEvent('page');
  await page.evaluate(`void window.open(${JSON.stringify(path)}, '_blank', 'popup,width=600,height=700')`);
  const popup = await opening;
  if (!popup.isClosed()) await popup.waitForEvent('close');
}

async function listen(page: Page): Promise<void> {
  await page.evaluate(
    "window.heard = []; window.addEventListener('message', ({ data }) => void window.heard.push(data))",
  );
}

/** The messages of our own kind that came since. */
async function heard(page: Page): Promise<unknown[]> {
  const messages = z.array(z.unknown()).parse(await page.evaluate('window.heard'));
  return messages.filter((message) => JSON.stringify(message).includes('oauth-'));
}
