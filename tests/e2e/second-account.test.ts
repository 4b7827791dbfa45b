import type { BrowserContext, Page } from 'playwright';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import { fillSignInForm, holdOnce, openBrowser, openTabIn, signInTab } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { seedMeeting, seedUser } from '#tests/support/builders.ts';
import { seedOwner } from '#tests/support/customer.ts';

const SECRET = 'Project Nightingale';
const SECRET_DOMAIN = 'nightingale.test';

const { product, pool, encryption, openTab, openAs } = await startBrowserProduct();

test('the next user sees no trace of a signed-out account', async () => {
  const first = await seedAccount();
  const { email: second } = await seedUser(pool);
  const { page, faults } = await openTab();
  const seen = watchFor(page, [first.email, first.id, SECRET, SECRET_DOMAIN]);
  await signInTab(page, first.email);
  await page.getByText(SECRET).first().waitFor();
  await page.getByRole('link', { name: 'Meetings', exact: true }).click();
  // The dashboard, which also links to the meeting, stays until the screen has loaded.
  await page.getByRole('heading', { name: 'Meetings', level: 1 }).waitFor();
  await page.getByRole('link', { name: SECRET }).click();
  await page.waitForURL('**/app/meetings?meeting=*');

  // Holds a response to the first account until the second has made the same call.
  const late = await holdOnce(page, '**/api/users/domain-blacklist');
  const asked = page.waitForRequest('**/api/users/domain-blacklist');
  // The device section's call comes late and would fail after sign-out.
  const deviceTold = page.waitForResponse('**/api/push/key');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await Promise.all([asked, deviceTold]);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/login');
  await page.getByRole('heading', { name: 'Sign in to Foreword' }).waitFor();
  expect(await page.getByText('Authentication required. Please log in.').count()).toBe(0);
  // The remaining entry records who owns the history's URLs, so no one else is sent to them.
  expect(await storageOf(page)).toEqual({ local: [], session: [`postLoginRedirectOwner,${first.id}`] });

  // Going back replaces the form. Typing starts after that, since input in the old one would be lost.
  const replaced = await page.locator('form').elementHandle();
  await page.goBack();
  await replaced?.waitForElementState('hidden');
  await page.waitForURL('**/login');
  seen.begin();
  await fillSignInForm(page, second);
  await page.waitForURL('**/app**');
  await page.getByText('No upcoming meetings scheduled. Connect your calendar to get started!').waitFor();
  const answered = page.waitForResponse('**/api/users/domain-blacklist');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await answered;
  late();
  await page.getByText('No domains are excluded.').waitFor();
  await seen.expectNothing();
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect.poll(() => page.getByRole('main').getByLabel('Email', { exact: true }).inputValue()).toBe(second);
  for (const name of ['Meetings', 'Settings', 'Dashboard']) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await seen.expectNothing();
  }
  for (let steps = 0; steps < 5; steps += 1) {
    await page.goBack();
    await seen.expectNothing();
  }
  const { local, session } = await storageOf(page);
  expect([...local, ...session].filter((entry) => entry.includes(first.id))).toEqual([]);
  expect(faults.consoleErrors).toEqual([]);
});

test("the page where one user's session ended does not open for the next user", async () => {
  const first = await seedAccount();
  const { email: second } = await seedUser(pool);
  const { context, page } = await openAs(first.email);
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await page.waitForURL('**/app/profile');
  await signOutElsewhere(context);
  await page.waitForURL('**/login');
  await page.getByText('Authentication required. Please log in.').waitFor();
  await fillSignInForm(page, second);
  await page
    .getByRole('heading', { level: 1 })
    .getByText('Good')
    .or(page.getByText('No upcoming meetings'))
    .first()
    .waitFor();
  expect(new URL(page.url()).pathname).toBe('/app');
});

test('a page in the back/forward cache is not shown after sign-out', async () => {
  const first = await seedAccount();
  const cached = await openBrowser({ keepsPages: true });
  try {
    const { context, page } = await openTabIn(cached, product.url);
    await signInTab(page, first.email);
    await page.getByText(SECRET).first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.goto(`${product.url}/api/openapi.json`);
    await signOutElsewhere(context);
    await page.goBack();
    await page.waitForURL('**/login');
    await page.getByRole('heading', { name: 'Sign in to Foreword' }).waitFor();
    expect(await page.content()).not.toContain(SECRET);
  } finally {
    await cached.close();
  }
});

async function seedAccount() {
  const owner = await seedOwner(pool, encryption);
  await seedMeeting(pool, { ...owner, title: SECRET });
  await pool.query(sql.typeAlias('void')`
    insert into domain_exclusions (user_id, domain) values (${owner.userId}, ${SECRET_DOMAIN})
  `);
  return { id: owner.userId, email: owner.email };
}

async function signOutElsewhere(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto('/app');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/login');
}

/** Searches the page for words; once `begin` has been called, also API responses. */
function watchFor(page: Page, words: string[]) {
  const found: string[] = [];
  const search = (where: string, text: string) => {
    for (const word of words) if (text.includes(word)) found.push(`${word} in ${where}`);
  };
  return {
    begin: () => {
      page.on('response', async (response) => {
        if (response.url().includes('/api/')) search(response.url(), await response.text().catch(() => ''));
      });
    },
    expectNothing: async () => {
      search(page.url(), await page.content());
      expect(found).toEqual([]);
    },
  };
}

async function storageOf(page: Page) {
  const entries = z.object({ local: z.array(z.string()), session: z.array(z.string()) });
  const ours = "filter(([key]) => !key.startsWith('tsr-scroll'))";
  return entries.parse(
    await page.evaluate(`({
      local: Object.entries(localStorage).map(String),
      session: Object.entries(sessionStorage).${ours}.map(String),
    })`),
  );
}
