import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { fillSignInForm, openTab } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { seedUser } from '#tests/support/builders.ts';

const NO_CONNECTION = 'Network error. Please check your connection and try again.';

const { product, pool, browser } = await startBrowserProduct();

test('a login without a connection fails at once and is not sent later by itself [8.16]', async () => {
  const { email } = await seedUser(pool);
  const { context, page } = await openTab(browser, product.url);
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await context.setOffline(true);
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true });
  await signIn.click();
  await page.getByRole('alert').getByText(NO_CONNECTION).waitFor();
  const sent = postsOf(page);
  await context.setOffline(false);
  await page.waitForTimeout(2000);
  expect(sent).toEqual([]);
  await signIn.click();
  await expect.poll(() => sent).toEqual(['/api/auth/sign-in/email']);
});

test('a message without a connection says so, loses nothing and is sent once there is one [8.16]', async () => {
  const { context, page } = await openTab(browser, product.url);
  await page.goto('/contact');
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  await page.getByRole('radio', { name: 'Sales' }).check();
  await page.getByLabel('Email').fill('ines@brightwater.test');
  await page.getByLabel('Phone').fill('+32 9 123 45 67');
  await page.getByLabel('Message').fill('We would like to see it with our own calendar.');
  await context.setOffline(true);
  const sent = postsOf(page);
  // Pressed by key: for a moment after scrolling the browser takes a click for the vendor's frame.
  await page.getByRole('button', { name: 'Send Message' }).press('Enter');
  await page.getByRole('alert').getByText(NO_CONNECTION).waitFor();
  expect(sent).toEqual([]);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Send Message' }).press('Enter');
  await page.getByText('Message Sent!').waitFor();
  expect(sent).toEqual(['/api/contact']);
});

test('the pricing page without a connection shows the built-in plan [8.24]', async () => {
  const { context, page } = await openTab(browser, product.url);
  const price = page.getByRole('region', { name: 'Plan' }).getByText('$10', { exact: true });
  await page.goto('/pricing');
  await price.waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await page.getByRole('heading', { level: 1, name: 'Get in Touch' }).waitFor();
  await context.setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await page.getByRole('heading', { level: 1, name: 'One plan, everything in it' }).waitFor();
  await price.waitFor();
  expect(await page.getByText('Loading plans').count()).toBe(0);
});

test('without a connection the app says so, and the way out is taken all the same [8.24]', async () => {
  const { email } = await seedUser(pool);
  const { context, page } = await openTab(browser, product.url);
  await page.goto('/login');
  await fillSignInForm(page, email);
  await page.waitForURL('**/app**');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await context.setOffline(true);
  await page.getByText('You are offline. What you see may be out of date.').waitFor();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/login');
  await page.getByRole('heading', { name: 'Sign in to Foreword' }).waitFor();
  expect(await page.evaluate('localStorage.getItem("auth_user")')).toBeNull();
});

/** The calls of the API that post something from now on. */
function postsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && pathname.startsWith('/api/')) paths.push(pathname);
  });
  return paths;
}
