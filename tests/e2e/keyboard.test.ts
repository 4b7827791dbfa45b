import type { Browser, Locator, Page } from 'playwright';
import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEncryption } from '#db/encryption.ts';
import { openPool } from '#db/pool.ts';
import { openBrowser, openTab, tabTo } from '#tests/support/browser.ts';
import { PASSWORD, seedCalendar, seedMeeting, seedResearch, seedUser } from '#tests/support/builders.ts';
import { untilMailed } from '#tests/support/mail-outbox.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';

const MEETING = 'Brightwater: intro call';

let product: RunningProduct;
let pool: DatabasePool;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct({ RATE_LIMIT_SIGN_IN: 'off', RATE_LIMIT_GENERAL: 'off', RATE_LIMIT_MAIL: 'off' });
  pool = await openPool(product.env['DATABASE_OWNER_URL'] ?? '', { maxConnections: 1 });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await pool?.end();
  await product?.stop();
});

test('with the keyboard alone one signs in, reads the research of a meeting, changes a setting and signs out', async () => {
  const { id: userId, email } = await seedUser(pool);
  const encryption = createEncryption(product.env['ENCRYPTION_KEYS'] ?? '');
  const { calendarId } = await seedCalendar(pool, { userId, encryption });
  const meetingId = await seedMeeting(pool, { userId, calendarId, title: MEETING, researchState: 'completed' });
  await seedResearch(pool, { userId, meetingId });
  const { page, faults } = await openTab(browser, product.url);
  await page.goto('/login');
  await type(page, { Email: email, Password: PASSWORD });
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app');

  await press(page, page.getByRole('link', { name: 'Meetings', exact: true }));
  await page.waitForURL('**/app/meetings');
  await press(page, page.getByRole('link', { name: MEETING }));
  await page.getByRole('region', { name: 'Meeting details' }).getByRole('heading', { name: MEETING }).waitFor();
  await press(page, page.getByRole('button', { name: 'View full research' }));
  const research = page.getByRole('dialog', { name: MEETING });
  await research.getByText('Key insights').waitFor();
  // The focus is in the dialog, stays there, and is given back.
  for (let steps = 0; steps < 12; steps += 1) {
    await page.keyboard.press('Tab');
    expect(await research.locator(':focus').count()).toBe(1);
  }
  await page.keyboard.press('Escape');
  await research.waitFor({ state: 'detached' });
  expect(await focusedText(page)).toBe('View full research');

  await tabTo(page, page.getByRole('link', { name: 'Settings', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  const autoSync = page.getByRole('switch', { name: 'Auto-sync' });
  await autoSync.waitFor();
  await tabTo(page, autoSync);
  await page.keyboard.press('Space');
  await expect.poll(() => autoSync.getAttribute('aria-checked')).toBe('false');

  await tabTo(page, page.getByRole('button', { name: 'Sign out', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login');
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test('with the keyboard alone a visitor writes to us, subscribes, registers and asks for a new password', async () => {
  const { page, faults } = await openTab(browser, product.url);
  await page.goto('/contact');
  await type(page, { Name: 'Ines Duarte', Email: 'ines@brightwater.test', Phone: '+351 210 000 000' });
  await tabTo(page, page.getByRole('radio', { name: 'Sales' }));
  await page.keyboard.press('Space');
  await type(page, { Message: 'What does a team of twelve pay?' });
  await press(page, page.getByRole('button', { name: 'Send Message' }));
  await page.getByRole('heading', { name: 'Message Sent!' }).waitFor();

  await page.goto('/');
  await type(page, { Email: 'ines@brightwater.test' });
  await page.keyboard.press('Enter');
  await page.getByText('Check your email: we sent you a link to confirm the subscription.').waitFor();

  await page.goto('/register');
  await type(page, { Name: 'Tomas Okafor', 'Work email': 'tomas@brightwater.test', Password: PASSWORD });
  await press(page, page.getByRole('button', { name: 'Create account' }));
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await untilMailed(product, 'tomas@brightwater.test', { withinMs: 30_000 });

  await page.goto('/forgot-password');
  await type(page, { Email: 'tomas@brightwater.test' });
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await press(page, page.getByRole('link', { name: 'Back to login' }));
  await page.waitForURL('**/login');
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

/** Goes to each field in turn, by how its label begins, and types. */
async function type(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await tabTo(page, page.getByLabel(new RegExp(`^${label}`)));
    await page.keyboard.type(text);
  }
}

async function press(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

async function focusedText(page: Page): Promise<string> {
  return await page.evaluate<string>('document.activeElement.textContent.trim()');
}
