import type { Browser, Page } from 'playwright';
import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#db/pool.ts';
import { allowConsent, openBrowser, openTab, signInByForm } from '#tests/support/browser.ts';
import { seedUser } from '#tests/support/builders.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';

const ACCOUNT = 'Sam Okafor';
const ACCOUNT_EMAIL = 'sam@harborline.test';
const MEETING = 'Lumenfield: intro call';

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

test('a calendar is connected by the popup, its meetings appear, and it is disconnected after a question', async () => {
  const { page, faults } = await openSettings();

  const popup = await openConsent(page);
  await allowConsent(popup, ACCOUNT);
  await page.getByText('Google Calendar connected with auto-sync enabled!').waitFor();
  await page.getByText(ACCOUNT_EMAIL, { exact: true }).waitFor();
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

test('a refused consent and a closed popup are said, and leave everything as it was', async () => {
  const { page } = await openSettings();
  for (const end of ['refuse', 'close'] as const) {
    const popup = await openConsent(page);
    if (end === 'refuse') await popup.getByRole('button', { name: 'Cancel' }).click();
    else await popup.close();
    await page.getByText('Authentication cancelled').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('Authentication cancelled').waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Connect', exact: true }).first().waitFor();
  expect(await page.getByText(ACCOUNT_EMAIL, { exact: true }).count()).toBe(0);
});

test('a blocked popup is said, and the calendar is connected in the same tab instead', async () => {
  const { page } = await openSettings();
  await page.evaluate('void (window.open = () => null)');
  await page.getByRole('button', { name: 'Connect', exact: true }).first().click();
  await page.getByText('Failed to open popup window. Please allow popups for this site.').waitFor();
  await page.getByRole('link', { name: 'Continue in this tab' }).click();
  await allowConsent(page, ACCOUNT);
  await page.waitForURL('**/app/settings**');
  await page.getByText(ACCOUNT_EMAIL, { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Disconnect' }).count()).toBe(1);
});

test('after signing out, the back button shows nothing of the account', async () => {
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

/** A new user, signed in and on the settings page. */
async function openSettings() {
  const { email } = await seedUser(pool);
  const tab = await openTab(browser, product.url);
  await signInByForm(tab.page, email);
  await tab.page.getByRole('link', { name: 'Settings', exact: true }).click();
  await tab.page.getByRole('heading', { name: 'Calendar Services' }).waitFor();
  return { ...tab, email };
}

async function openConsent(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Connect', exact: true }).first().click();
  return await opening;
}
