import type { BrowserContext, Page } from 'playwright';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { answer, answerOnce, callsOf, holdOnce, refusal, success } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { holdTimers, runOut, runOutAndClose } from '#tests/support/held-timers.ts';
import { lookAt } from '#tests/support/look.ts';

const CONNECT = '**/api/users/calendar/connect';
const CONNECTED = success({ integration: {} });
const SESSION = '**/api/auth/session';

const { product, openTab, openAsNew } = await startBrowserProduct();

test('a failed callback says why and redirects to login after 3 s [4.10] [4.11] [4.13] [9.9]', async () => {
  const { context, page, faults } = await openTab();
  await context.addInitScript("if (window === top) sessionStorage.setItem('syncCalendarAfterLogin', 'true')");
  await holdTimers(page, product.url);
  await page.goto(`/auth/callback?error=server_error&error_description=Google%20is%20tired`);
  await page.getByRole('alert').getByText('Google is tired').waitFor();
  // A link lets the user skip the wait.
  expect(await page.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/login');
  await lookAt(page, 'sign-in refused');
  await runOut(page, 3000);
  await page.waitForURL('**/login');
  await page.goto(callback({ purpose: 'login', isPopup: false }));
  await page.getByRole('heading', { name: 'Authentication failed' }).waitFor();
  await lookAt(page, 'login failed');
  await runOut(page, 3000);
  await page.waitForURL('**/login');
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test.each([
  { name: 'fails', reply: refusal(500, 'x') },
  { name: 'is unreachable', reply: 'offline' as const },
])('a login checks the session six times if the server $name, then opens /login [4.1] [4.13]', async ({ reply }) => {
  const { page } = await openTab();
  await holdTimers(page, product.url);
  const tries = callsOf(page, 'GET');
  await answer(page, SESSION, reply);
  await page.goto(callback({ purpose: 'login', isPopup: false }));
  for (const waitMs of [1000, 1000, 2000, 4000, 4000]) {
    await page.getByRole('heading', { name: 'Signing you in' }).waitFor();
    await runOut(page, waitMs);
  }
  await page.getByRole('heading', { name: 'Authentication failed' }).waitFor();
  expect(tries.filter((path) => path === '/api/auth/session')).toHaveLength(6);
  await runOut(page, 3000);
  await page.waitForURL('**/login');
});

test('a successful login opens the app after 1 s [2.12] [4.10] [4.13] [9.9]', async () => {
  const { page } = await signedIn();
  const free = await holdOnce(page, SESSION);
  await page.goto(callback({ purpose: 'login', isPopup: false }));
  await page.getByRole('heading', { name: 'Signing you in' }).waitFor();
  await lookAt(page, 'signing in');
  free();
  await page.getByRole('heading', { name: 'Signed in' }).waitFor();
  await lookAt(page, 'signed in');
  await runOut(page, 1000);
  await page.waitForURL('**/app');
  expect(new URL(page.url()).pathname).toBe('/app');
});

test('a calendar callback connects and returns after 1.5 s, or 3 s on failure [4.10] [4.12] [8.26] [9.9]', async () => {
  const { page } = await signedIn();
  await answerOnce(page, CONNECT, CONNECTED);
  await page.goto(callback({ purpose: 'calendar_connect', isPopup: false, returnUrl: '/app/profile' }, 'code=c'));
  await page.getByRole('heading', { name: 'Google Calendar connected' }).waitFor();
  await runOut(page, 1500);
  await page.waitForURL('**/app/profile');

  await answerOnce(page, CONNECT, CONNECTED);
  await page.goto(callback({ purpose: 'calendar_connect', isPopup: false, returnUrl: '//evil.test' }, 'code=f'));
  await page.getByRole('heading', { name: 'Google Calendar connected' }).waitFor();
  await runOut(page, 1500);
  await page.waitForURL(`${product.url}/app/settings`);

  await answerOnce(page, CONNECT, refusal(500, 'x'));
  await page.goto(callback({ purpose: 'calendar_connect', isPopup: false, returnUrl: '//evil.test' }, 'code=d'));
  await page.getByRole('heading', { name: 'Failed to connect Google calendar' }).waitFor();
  expect(await page.getByRole('link', { name: 'Go back now' }).getAttribute('href')).toBe('/app/integrations');
  await lookAt(page, 'calendar not connected');
  await runOut(page, 3000);
  await page.waitForURL('**/app/settings');

  await page.goto(callback({ purpose: 'calendar_connect', provider: 'yahoo', isPopup: false }, 'code=e'));
  await page.getByText('Invalid OAuth provider: yahoo').waitFor();
  await runOut(page, 3000);
  await page.waitForURL('**/app/settings');
  expect(new URL(page.url()).pathname).toBe('/app/settings');
});

test('a reload of a calendar callback shows the outcome instead of sending the code again', async () => {
  const { page } = await signedIn();
  const posts = callsOf(page, 'POST');
  await answerOnce(page, CONNECT, CONNECTED);
  const returnUrl = '/app/settings?oauth_success=true&provider=google';
  await page.goto(callback({ purpose: 'calendar_connect', isPopup: false, returnUrl }, 'code=c'));
  await page.getByRole('heading', { name: 'Google Calendar connected' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await runOut(page, 1000);
  await page.getByText('Google Calendar is not connected').waitFor();
  expect(posts.filter((path) => path === '/api/users/calendar/connect')).toHaveLength(1);
});

test('a popup posts its result to its opener and closes [4.10] [4.11] [4.12] [4.13]', async () => {
  const { context, page } = await openTab();
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

test('a popup without a result shows an error and closes after 3 s without posting [4.10] [4.11]', async () => {
  const { context, page } = await openTab();
  await page.goto('/login');
  await listen(page);
  for (const fields of [
    { purpose: 'calendar_connect', provider: 'yahoo' },
    { purpose: 'calendar_connect', provider: undefined },
    {},
  ]) {
    const popup = await openPopup(context, page, 'about:blank');
    await holdTimers(popup, product.url);
    await popup.goto(`${product.url}${callback(fields)}`);
    await popup.getByRole('alert').getByText('Authentication failed').waitFor();
    if (!('purpose' in fields)) await lookAt(popup, 'a popup without an answer', [600]);
    // A popup has nowhere to link to.
    expect(await popup.getByRole('link').count()).toBe(0);
    await runOutAndClose(popup, 3000);
  }
  expect(await heard(page)).toEqual([]);
});

test('attack 17: a hostile opener of the callback popup receives nothing', async () => {
  const { context, page } = await openTab();
  await context.route('http://evil.test/', (route) => route.fulfill({ contentType: 'text/html', body: '<p>evil</p>' }));
  await page.goto('http://evil.test/');
  await listen(page);
  await inPopup(context, page, `${product.url}${callback({ purpose: 'calendar_connect' }, 'code=c')}`);
  await inPopup(context, page, `${product.url}${callback({ purpose: 'login' })}`);
  expect(await heard(page)).toEqual([]);
});

/** Opens a tab for a new, signed-in user, with held timers and a planted redirect to another site. */
async function signedIn() {
  const tab = await openAsNew({ path: null });
  await tab.context.addInitScript("if (window === top) sessionStorage.setItem('postLoginRedirect', '//evil.test')");
  await holdTimers(tab.page, product.url);
  return tab;
}

/** Returns the path that a consent page redirects to. */
function callback(fields: Record<string, unknown>, query = ''): string {
  const state = { provider: 'google', isPopup: true, returnUrl: '/app/settings', nonce: 'n', ...fields };
  return `/auth/callback?state=${Buffer.from(JSON.stringify(state)).toString('base64url')}&${query}`;
}

async function openPopup(context: BrowserContext, page: Page, path: string): Promise<Page> {
  const opening = context.waitForEvent('page');
  await page.evaluate(`void window.open(${JSON.stringify(path)}, '_blank', 'popup,width=600,height=700')`);
  return await opening;
}

async function inPopup(context: BrowserContext, page: Page, path: string): Promise<void> {
  const popup = await openPopup(context, page, path);
  if (!popup.isClosed()) await popup.waitForEvent('close');
}

async function listen(page: Page): Promise<void> {
  await page.evaluate(
    "window.heard = []; window.addEventListener('message', ({ data }) => void window.heard.push(data))",
  );
}

/** Returns the product's messages that the page has received since `listen`. */
async function heard(page: Page): Promise<unknown[]> {
  const messages = z.array(z.unknown()).parse(await page.evaluate('window.heard'));
  return messages.filter((message) => JSON.stringify(message).includes('oauth-'));
}
