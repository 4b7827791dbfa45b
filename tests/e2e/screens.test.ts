import type { Browser, Page } from 'playwright';
import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEncryption } from '#db/encryption.ts';
import { openPool } from '#db/pool.ts';
import { openBrowser, openTab, signInByForm } from '#tests/support/browser.ts';
import { seedCalendar, seedMeeting, seedResearch, seedUser } from '#tests/support/builders.ts';
import { lookAt } from '#tests/support/look.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';

const RESEARCHED = 'Brightwater: intro call';

let product: RunningProduct;
let pool: DatabasePool;
let browser: Browser;
let meetingId: string;
let customer: string;
let stranger: string;

beforeAll(async () => {
  product = await startProduct({ RATE_LIMIT_SIGN_IN: 'off', RATE_LIMIT_GENERAL: 'off' });
  pool = await openPool(product.env['DATABASE_OWNER_URL'] ?? '', { maxConnections: 1 });
  ({ customer, meetingId } = await seedCustomer());
  ({ email: stranger } = await seedUser(pool, { isWhitelisted: false }));
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await pool?.end();
  await product?.stop();
});

test('visitors’ screens are accessible, fit every width and raise no fault', async () => {
  const { page, faults } = await openTab(browser, product.url);
  await look(page, '/login', () => page.frameLocator('iframe').getByText('Success!').waitFor());
  await look(page, '/register', () => page.frameLocator('iframe').getByText('Success!').waitFor());
  await look(page, '/forgot-password', () => page.getByRole('heading', { level: 1 }).waitFor());
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
  await look(page, '/no-such-page', () => page.getByRole('heading', { level: 1 }).waitFor());
  expect(faults.failedRequests).toEqual([`404 ${product.url}/no-such-page`]);
});

test('the app’s screens are accessible, fit every width and raise no fault', async () => {
  const { page, faults } = await openTab(browser, product.url);
  await signInByForm(page, customer);
  await look(page, '/app', () => page.getByText(RESEARCHED).first().waitFor());
  await look(page, '/app/meetings', () => page.getByRole('link', { name: 'Weekly standup' }).waitFor());
  await look(page, `/app/meetings?meeting=${meetingId}`, () =>
    page.getByRole('button', { name: 'View full research' }).waitFor(),
  );
  await look(page, '/app/settings', async () => {
    await page.getByRole('switch', { name: 'Auto-sync' }).waitFor();
    await page.getByText('Beta Access').waitFor();
  });
  await look(page, '/app/profile', () => page.getByText(customer).last().waitFor({ state: 'attached' }));
  await look(page, '/app/knowledge', () => page.getByRole('heading', { level: 1 }).waitFor());
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test('the screen of a user without a subscription is accessible, fits every width and raises no fault', async () => {
  const { page, faults } = await openTab(browser, product.url);
  await signInByForm(page, stranger);
  await look(page, '/app/subscription-required', () =>
    page.getByText('This account has no subscription yet.').waitFor(),
  );
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

/** Looks at a screen in both themes on a phone and a desktop. @param ready until it shows what it is about */
async function look(page: Page, path: string, ready: () => Promise<void>): Promise<void> {
  await page.goto(path);
  await ready();
  await lookAt(page, path);
}

/** Somebody with a calendar and meetings of each kind, one of them researched. */
async function seedCustomer() {
  const encryption = createEncryption(product.env['ENCRYPTION_KEYS'] ?? '');
  const { id: userId, email } = await seedUser(pool);
  const { calendarId } = await seedCalendar(pool, { userId, encryption });
  const researched = await seedMeeting(pool, { userId, calendarId, title: RESEARCHED, researchState: 'completed' });
  await seedResearch(pool, { userId, meetingId: researched });
  await seedMeeting(pool, {
    userId,
    calendarId,
    title: 'Weekly standup',
    meetingType: 'internal',
    startsInMinutes: 300,
  });
  await seedMeeting(pool, { userId, calendarId, title: 'Failed one', researchState: 'failed', startsInMinutes: 1_600 });
  return { customer: email, meetingId: researched };
}
