import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { sql } from '#db/sql.ts';
import { callsOf, fillSignInForm, signInTab } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { seedUser } from '#tests/support/builders.ts';
import { RESEARCHED, seedCustomer } from '#tests/support/customer.ts';
import { lookAt } from '#tests/support/look.ts';
import { PATIENCE_MS } from '#tests/support/patience.ts';

const NO_CONNECTION = 'Network error. Please check your connection and try again.';

const { pool, encryption, openTab, openAs } = await startBrowserProduct();

test('a login fails immediately when offline and is not sent later [8.16]', async () => {
  const { email } = await seedUser(pool);
  const { context, page } = await openTab();
  await page.goto('/login');
  // Wait until the scripts have loaded, which they could not offline.
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true, disabled: false });
  await signIn.waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await context.setOffline(true);
  await signIn.click();
  await page.getByRole('alert').getByText(NO_CONNECTION).waitFor();
  const sent = callsOf(page, 'POST');
  await context.setOffline(false);
  await page.waitForTimeout(2000);
  expect(sent).toEqual([]);
  await signIn.click();
  await expect.poll(() => sent).toEqual(['/api/auth/sign-in/email']);
});

test('a contact message survives being offline and can be sent on reconnect [8.16]', async () => {
  const { context, page } = await openTab();
  await page.goto('/contact');
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  await page.getByRole('radio', { name: 'Sales' }).check();
  await page.getByLabel('Email').fill('ines@brightwater.test');
  await page.getByLabel('Phone').fill('+32 9 123 45 67');
  await page.getByLabel('Message').fill('We would like to see it with our own calendar.');
  await context.setOffline(true);
  const sent = callsOf(page, 'POST');
  // Use the keyboard: just after scrolling, a click can still land on the vendor's frame.
  await page.getByRole('button', { name: 'Send Message' }).press('Enter');
  await page.getByRole('alert').getByText(NO_CONNECTION).waitFor();
  expect(sent).toEqual([]);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Send Message' }).press('Enter');
  await page.getByText('Message Sent!').waitFor();
  expect(sent).toEqual(['/api/contact']);
});

test('the pricing page shows the built-in plan when offline [8.24]', async () => {
  const { context, page } = await openTab();
  const price = page.getByRole('region', { name: 'Plan' }).getByText('$10', { exact: true });
  await page.goto('/pricing');
  await price.waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await page.getByRole('heading', { level: 1, name: 'Get in Touch' }).waitFor();
  await context.setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await page.getByRole('heading', { level: 1, name: 'One plan, everything included' }).waitFor();
  await price.waitFor();
  expect(await page.getByText('Loading plans').count()).toBe(0);
});

test('offline, the app shows a notice, and signing out clears the stored user and opens the login [8.24]', async () => {
  const { email } = await seedUser(pool);
  const { context, page } = await openTab();
  // The login screen is loaded first, since it must show again offline.
  await page.goto('/login');
  await fillSignInForm(page, email);
  await page.waitForURL('**/app**');
  // The login screen, which has a heading too, stays until the next one has loaded.
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await context.setOffline(true);
  await page.getByText('You are offline. What you see may be out of date.').waitFor();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/login');
  await page.getByRole('heading', { name: 'Sign in to Foreword' }).waitFor();
  expect(await page.evaluate('localStorage.getItem("auth_user")')).toBeNull();
});

test('attack 61: briefings are stored and readable offline only when enabled', async () => {
  const { email, meetingId } = await seedCustomer(pool, encryption);
  const { page, context } = await openAs(email, `/app/meetings?meeting=${meetingId}`);
  await page.getByRole('button', { name: 'View full research' }).waitFor();
  expect(await keptOn(page)).toEqual(NOTHING);
  await context.setOffline(true);
  await expect(page.goto('/app')).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
  await context.setOffline(false);

  await turnOn(page);
  await page.goto(`/app/meetings?meeting=${meetingId}`);
  await expect.poll(async () => (await keptOn(page)).entries).toContain(`/offline-briefings/${meetingId}`);
  await context.setOffline(true);
  await page.goto('/app');
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
  await page.getByText('These are the briefings you last read on this device.').waitFor();
  await page.locator('summary', { hasText: RESEARCHED }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Brightwater opened an office in Gothenburg').waitFor();
  await lookAt(page, 'briefings without a connection');

  // Back online, the page reloads itself and nothing is served from the cache.
  const reloaded = page.waitForEvent('load');
  await context.setOffline(false);
  await reloaded;
  const keeping = page.getByRole('switch', { name: 'Keep briefings offline' });
  const offline = page.getByRole('heading', { name: 'You are offline' });
  // The service worker may go online later than the page and show the offline page again.
  await vi.waitFor(async () => {
    await page.goto('/app/settings#device');
    await keeping.or(offline).waitFor();
    expect(await keeping.count()).toBe(1);
  }, PATIENCE_MS);
  await keeping.click();
  await expect.poll(async () => (await keptOn(page)).entries).toEqual([]);
});

test('attack 61: offline data is deleted on sign-out, session end or user change', async () => {
  const { id, email, meetingId } = await seedCustomer(pool, encryption);
  const { email: other } = await seedUser(pool);
  const { page } = await openTab();
  const keep = async () => {
    await signInTab(page, email);
    await turnOn(page);
    await page.goto(`/app/meetings?meeting=${meetingId}`);
    await expect.poll(async () => (await keptOn(page)).entries).toContain(`/offline-briefings/${meetingId}`);
  };
  const ends: (() => Promise<unknown>)[] = [
    () => page.getByRole('button', { name: 'Sign out', exact: true }).click(),
    async () => {
      await pool.query(sql.typeAlias('void')`delete from sessions where user_id = ${id}`);
      await page.getByRole('link', { name: 'Settings', exact: true }).click();
    },
    () => signInTab(page, other),
  ];
  for (const end of ends) {
    await keep();
    await end();
    await expect.poll(() => keptOn(page)).toEqual(NOTHING);
  }
});

const NOTHING = { entries: [], workers: 0, owner: null };

async function turnOn(page: Page): Promise<void> {
  await page.goto('/app/settings#device');
  const keeping = page.getByRole('switch', { name: 'Keep briefings offline' });
  await keeping.focus();
  await page.keyboard.press('Space');
  await expect.poll(async () => (await keptOn(page)).entries).toContain('/offline.js');
}

/** Reads the browser's offline data: cached paths, service workers and owner. */
async function keptOn(page: Page) {
  return await page.evaluate<{ entries: string[]; workers: number; owner: string | null }>(`(async () => {
    const caches_ = await Promise.all((await caches.keys()).map(async (name) => await (await caches.open(name)).keys()));
    return {
      entries: caches_.flat().map(({ url }) => new URL(url).pathname),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      owner: localStorage.getItem('kept_for'),
    };
  })()`);
}
