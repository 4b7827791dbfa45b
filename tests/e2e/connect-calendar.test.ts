import type { BrowserContext, Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { allowConsent, answerOnce, callsOf, success, untilToast } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { holdTimers, runOut, runOutAndClose } from '#tests/support/held-timers.ts';
import { lookAt } from '#tests/support/look.ts';
import { controlOf } from '#tests/support/vendor-control.ts';

const ACCOUNT = 'Sam Okafor';
const ACCOUNT_EMAIL = 'sam@harborline.test';
const MEETING = 'Lumenfield: intro call';
const INTEGRATIONS = '**/api/users/calendar/integrations';

const { product, openAsNew } = await startBrowserProduct();

test('a calendar connects through the popup, shows meetings, and disconnects on confirmation [4.7]', async () => {
  const { context, page, faults } = await openSettings();
  const sent = callsOf(page, 'POST');

  const popup = await openConsent(page);
  // Only one flow runs at a time, regardless of provider.
  await page.getByRole('button', { name: 'Connecting...' }).waitFor();
  expect(await page.getByRole('button', { name: 'Connect', exact: true }).isDisabled()).toBe(true);
  // A message from another origin is ignored.
  await postFromElsewhere(context, page, { type: 'oauth-callback', provider: 'google', code: 'x' });
  await page.getByRole('button', { name: 'Connecting...' }).waitFor();
  expect(sent).toEqual([]);
  await allowConsent(popup, ACCOUNT);
  await untilToast(page, 'Google Calendar connected with auto-sync enabled!');
  await page.getByText(ACCOUNT_EMAIL, { exact: true }).waitFor();

  const autoSync = page.getByRole('switch', { name: 'Auto-sync' });
  for (const isOn of ['false', 'true']) {
    await autoSync.click();
    await expect.poll(() => autoSync.getAttribute('aria-checked')).toBe(isOn);
  }
  await page.getByRole('link', { name: 'Meetings', exact: true }).click();
  await page.getByRole('link', { name: MEETING }).waitFor();

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
  await page.getByText(ACCOUNT_EMAIL, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('Google Calendar disconnected').waitFor();
  await page.getByRole('button', { name: 'Connect', exact: true }).first().waitFor();
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test('a refused, closed or failed consent popup is reported, and no calendar connects [4.7] [8.26]', async () => {
  const { page } = await openSettings();
  // Toasts stay until they are dismissed.
  await holdTimers(page, product.url);
  await page.reload();
  for (const end of ['refuse', 'close', 'nothing'] as const) {
    const popup = await openConsent(page);
    if (end === 'refuse') await popup.getByRole('button', { name: 'Cancel' }).click();
    else if (end === 'close') await popup.close();
    else {
      // Until the consent page has loaded, its redirects could replace the navigation below.
      await popup.getByRole('button', { name: 'Cancel' }).waitFor();
      await holdTimers(popup, product.url);
      // Navigate from within the page: popup.goto would lose the opener.
      const state = Buffer.from('{"isPopup":true}').toString('base64url');
      await popup.evaluate(`location.assign('${product.url}/auth/callback?state=${state}')`);
      await popup.getByRole('alert').getByText('Authentication failed').waitFor();
      await runOutAndClose(popup, 3000);
    }
    await page.getByText('Authentication cancelled').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    // A dismissed toast fades out first.
    await runOut(page, 1000);
    await page.getByText('Authentication cancelled').waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Connect', exact: true }).first().waitFor();
  expect(await page.getByText(ACCOUNT_EMAIL, { exact: true }).count()).toBe(0);
});

test('Outlook connects although Microsoft’s pages cut the popup off from its opener', async () => {
  const { page } = await openSettings();
  const microsoft = controlOf(product.sandbox.microsoft);
  await microsoft.post('coop', { isEnforced: true });
  onTestFinished(async () => {
    await microsoft.post('coop', { isEnforced: false });
  });
  // Every headless page claims to have focus.
  await page.evaluate('document.hasFocus = () => false');
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Connect', exact: true }).last().click();
  const popup = await opening;
  await popup.getByText('Mira Kask').waitFor();
  expect(await popup.evaluate('opener')).toBeNull();
  // With its timers held, the popup waits for its opener however long that takes.
  await holdTimers(popup, product.url);
  await allowConsent(popup, 'Mira Kask');
  await untilToast(page, 'Microsoft Calendar connected with auto-sync enabled!');
});

test('after a refused Outlook consent, an administrator can approve the app through a copied link', async () => {
  const { context, page } = await openSettings();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Connect', exact: true }).last().click();
  const popup = await opening;
  await popup.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Authentication cancelled').waitFor();
  await page.getByText('may require an administrator’s approval').waitFor();
  await lookAt(page, 'a refused Outlook consent');
  await page.getByRole('button', { name: 'Copy approval link' }).click();
  await untilToast(page, 'Link copied');

  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(link).toBe(`${product.url}/api/auth/microsoft/admin-consent`);
  const admin = await context.newPage();
  for (const [button, outcome] of [
    ['Cancel', 'Not approved'],
    ['Allow', 'Foreword is approved'],
  ] as const) {
    await admin.goto(link);
    if (button === 'Allow') await admin.getByText('Mira Kask').click();
    await admin.getByRole('button', { name: button }).click();
    await admin.getByRole('heading', { name: outcome }).waitFor();
  }
  await lookAt(admin, 'approved by an administrator');
});

test('a blocked popup is reported, and the calendar connects in the same tab [4.7] [8.26]', async () => {
  const { page } = await openSettings();
  await page.evaluate('void (window.open = () => null)');
  await page.getByRole('button', { name: 'Connect', exact: true }).first().click();
  await page.getByText('Failed to open popup window. Please allow popups for this site.').waitFor();
  await lookAt(page, 'a blocked popup');
  await page.getByRole('link', { name: 'Continue in this tab' }).click();
  await allowConsent(page, ACCOUNT);
  await page.waitForURL('**/app/settings**');
  await page.getByText(ACCOUNT_EMAIL, { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Disconnect' }).count()).toBe(1);
});

test('the back button does not show account data after signing out', async () => {
  const { page, email } = await openSettings();
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await page.waitForURL('**/app/profile');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/login');
  await page.goBack();
  await page.waitForURL('**/login');
  await page.getByRole('heading', { name: 'Sign in to Foreword' }).waitFor();
  expect(await page.content()).not.toMatch(new RegExp(`${email}|Robin|Sign out`));
});

test('calendars reload 2 s after the popup and 1 s after a redirect [9.9]', async () => {
  const { page } = await openSettings();
  await holdTimers(page, product.url);
  await page.reload();
  await page.getByRole('button', { name: 'Connect', exact: true }).first().waitFor();
  // No integration means no sync polling, so only these reads count.
  let reads = 0;
  await page.route(INTEGRATIONS, async (route) => {
    reads += 1;
    await route.fulfill({ json: { success: true, data: { integrations: [] } } });
  });
  await answerOnce(page, '**/api/users/calendar/connect', success({ integration: {} }));
  await allowConsent(await openConsent(page), ACCOUNT);
  await expect.poll(() => reads).toBe(1);
  await runOut(page, 2000);
  await expect.poll(() => reads).toBe(2);

  reads = 0;
  await page.goto('/app/settings?oauth_success=true&provider=google');
  await expect.poll(() => reads).toBe(1);
  await runOut(page, 1000);
  await expect.poll(() => reads).toBe(2);
});

/** Opens the settings page as a new user. */
async function openSettings() {
  const tab = await openAsNew();
  await tab.page.getByRole('link', { name: 'Settings', exact: true }).click();
  await tab.page.getByRole('heading', { name: 'Calendar Services' }).waitFor();
  return tab;
}

/** Posts `message` to the page from another origin, and waits until the page has had time to react. */
async function postFromElsewhere(context: BrowserContext, page: Page, message: object): Promise<void> {
  await context.route('http://evil.test/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<script>opener.postMessage(${JSON.stringify(message)}, '*')</script>`,
    }),
  );
  const opening = context.waitForEvent('page');
  await page.evaluate(`new Promise((heard) => {
    addEventListener('message', ({ origin }) => void (origin === 'http://evil.test' && setTimeout(heard, 500)));
    window.open('http://evil.test/');
  })`);
  await (await opening).close();
}

async function openConsent(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Connect', exact: true }).first().click();
  return await opening;
}
