import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { fillSignInForm, holdOnce, untilToast } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { seedUser } from '#tests/support/builders.ts';
import { chunkUrl } from '#tests/support/chunk-url.ts';

const { pool, openAsNew } = await startBrowserProduct();

test('what was typed when the session ended is restored after signing in again', async () => {
  const { page, email } = await openAsNew({ path: null });
  // Typed before the script that stores it has loaded.
  const keeper = await chunkUrl('src/auth/drafts.ts');
  const free = await holdOnce(page, keeper);
  const loaded = page.waitForResponse(keeper);
  await page.goto('/app/profile', { waitUntil: 'commit' });
  const role = page.getByLabel('Your role');
  await role.fill('Head of Sales');
  free();
  await (await loaded).finished();
  await endSession(page, 'Save Changes');
  await fillSignInForm(page, email);
  await page.waitForURL('**/app/profile');
  await expect.poll(() => role.inputValue()).toBe('Head of Sales');
  await untilToast(page, 'We restored what you typed');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();

  // Input in a dialog is restored once the dialog is opened again.
  await page.goto('/app/meetings');
  const open = page.getByRole('button', { name: 'Add meeting' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Add a meeting' });
  await dialog.getByLabel('Title').fill('Brightwater: pilot');
  await dialog.getByLabel('Guests').fill('ines@brightwater.test');
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Add meeting' }).click();
  await page.waitForURL('**/login');
  await fillSignInForm(page, email);
  await page.waitForURL('**/app/meetings');
  await open.click();
  await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe('Brightwater: pilot');
  await dialog.getByRole('button', { name: 'Add meeting' }).click();
  await page.waitForURL('**/app/meetings?meeting=*');
});

test('what was typed when the session ended is not shown to another user', async () => {
  const { email: second } = await seedUser(pool);
  const { page } = await openAsNew({ path: '/app/profile' });
  const role = page.getByLabel('Your role');
  await role.fill('Head of Sales');
  await endSession(page, 'Save Changes');
  await fillSignInForm(page, second);
  await page.waitForURL('**/app');
  await expect.poll(() => page.evaluate("sessionStorage.getItem('drafts')")).toBeNull();
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await role.waitFor();
  expect(await role.inputValue()).toBe('');
});

test('signing out discards what was typed', async () => {
  const { page } = await openAsNew({ path: '/app/profile' });
  await page.getByLabel('Your role').fill('Head of Sales');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  expect(await page.evaluate("sessionStorage.getItem('drafts')")).toBeNull();
});

/** Ends the session by deleting its cookie, which the page notices when a button is pressed. */
async function endSession(page: Page, button: string): Promise<void> {
  await page.context().clearCookies();
  await page.getByRole('button', { name: button }).click();
  await page.waitForURL('**/login');
}
