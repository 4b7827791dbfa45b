import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { answerOnce, openTab, refusal, signInByForm } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { seedUser, seedWhitelistEntry } from '#tests/support/builders.ts';
import { lookAt } from '#tests/support/look.ts';

const NO_CONNECTION = 'Network error. Please check your connection and try again.';
const NO_VERIFICATION = 'The security verification could not be loaded.';
const BOT_CHECK = 'src/features/bot-check/bot-check.tsx';

const { product, pool, browser } = await startBrowserProduct();

test('the newsletter form without a connection leaves the page as it is, and is verified once there is one [8.16]', async () => {
  const { context, page } = await openTab(browser, product.url);
  await page.goto('/');
  await page.getByRole('button', { name: 'Subscribe Now', disabled: false }).waitFor();
  await page.getByRole('contentinfo').getByRole('radio', { name: 'Dark' }).waitFor();
  await context.setOffline(true);
  await page.getByLabel('Email').fill('ines@brightwater.test');
  await page.getByText(`${NO_VERIFICATION} It comes once you are online again.`).waitFor();
  await lookAt(page, 'newsletter without its verification');
  expect(await page.getByLabel('Email').inputValue()).toBe('ines@brightwater.test');
  await context.setOffline(false);
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  await page.getByRole('button', { name: 'Subscribe Now' }).press('Enter');
  await page.getByText('Check your email').waitFor();
});

test('what a page fetches after it is shown may come late: contact, theme, toasts and the new verification mail', async () => {
  const { context, page } = await openTab(browser, product.url);
  await page.goto('/contact');
  await withoutPart(page, BOT_CHECK, async () => {
    await withoutPart(page, 'theme-switch', async () => {
      await page.reload();
      await page.getByText(NO_VERIFICATION).waitFor();
      await page.getByLabel('Message').fill('We would like to see it with our own calendar.');
    });
  });
  await comeBack(context);
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  await page.getByRole('contentinfo').getByRole('radio', { name: 'Dark' }).waitFor();
  expect(await page.getByLabel('Message').inputValue()).toContain('our own calendar');

  await withoutPart(page, 'src/ui/toaster.tsx', async () => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Microsoft' }).click();
    await page.getByRole('heading', { name: 'Sign in to Foreword' }).waitFor();
  });
  await comeBack(context);
  await toast(page, 'Microsoft authentication is coming soon!').waitFor();

  await withoutPart(page, 'src/features/auth-forms/resend-verification-form.tsx', async () => {
    await page.goto('/verify-email');
    await page.getByText('The form could not be loaded.').waitFor();
    await page.getByRole('heading', { name: 'Verification failed' }).waitFor();
  });
  await comeBack(context);
  await page.getByLabel('Email').waitFor();
});

test('a sign-in at Google without a connection says so', async () => {
  const { context, page } = await openTab(browser, product.url);
  await page.goto('/login');
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await toast(page, 'Failed to login with Google').waitFor();
  expect(await toast(page, NO_CONNECTION).count()).toBe(1);
});

test('a screen that cannot be fetched says why, and comes once there is a connection', async () => {
  const { context, page } = await openTab(browser, product.url);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google', disabled: false }).waitFor();
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor();
  await page.getByText(NO_CONNECTION).waitFor();
  await context.setOffline(false);
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  expect(await page.evaluate('performance.getEntriesByType("navigation")[0].type')).toBe('navigate');
});

test('the palette asked for without a connection leaves the app as it is, and opens once there is one', async () => {
  const { email } = await seedUser(pool);
  const { context, page } = await openTab(browser, product.url);
  await signInByForm(page, email);
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await context.setOffline(true);
  await page.keyboard.press('Control+k');
  await toast(page, 'This could not be loaded').waitFor();
  expect(await page.getByRole('heading', { level: 1, name: 'Dashboard' }).count()).toBe(1);
  await context.setOffline(false);
  await page.getByRole('dialog', { name: 'Find anything' }).waitFor();
});

test('a page of an older release is loaded anew when it lacks a part, once', async () => {
  const { page } = await openTab(browser, product.url);
  await page.goto('/');
  await page.getByRole('button', { name: 'Subscribe Now', disabled: false }).waitFor();
  await page.getByRole('contentinfo').getByRole('radio', { name: 'Dark' }).waitFor();
  await release(page);
  const loaded = page.waitForEvent('load');
  await page.getByLabel('Email').focus();
  await loaded;
  await page.getByRole('button', { name: 'Subscribe Now', disabled: false }).waitFor();
  await page.getByRole('contentinfo').getByRole('radio', { name: 'Dark' }).waitFor();
  await page.getByLabel('Email').focus();
  await toast(page, 'A new version of Foreword is out').waitFor();
  expect(await page.getByText(NO_CONNECTION).count()).toBe(0);
});

test('a page of an older release with something typed in it says that there is a newer one', async () => {
  const { page } = await openTab(browser, product.url);
  await page.goto('/');
  await page.getByRole('button', { name: 'Subscribe Now', disabled: false }).waitFor();
  await page.getByRole('contentinfo').getByRole('radio', { name: 'Dark' }).waitFor();
  await release(page);
  await page.getByLabel('Email').fill('ines@brightwater.test');
  await toast(page, 'A new version of Foreword is out').waitFor();
  await lookAt(page, 'a new version');
  await page.waitForTimeout(5000);
  expect(await page.getByLabel('Email').inputValue()).toBe('ines@brightwater.test');
  await page.unrouteAll();
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await loaded;
});

test('a link to a screen that is gone with an older release leads to it in the newer one', async () => {
  const { page } = await openTab(browser, product.url);
  await page.goto('/login');
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  await page.getByLabel('Email').fill('ines@brightwater.test');
  const form = 'src/routes/forgot-password.tsx?tsr-split=component---loader';
  await release(page, form);
  await page.route('/forgot-password', async (route) => {
    await page.unroute(await addressOf(form));
    await route.continue();
  });
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  expect(await page.evaluate('performance.getEntriesByType("navigation")[0].type')).toBe('reload');
});

test('a further page that cannot be read is said, with the rows still there, and tried again', async () => {
  const page = await openAdmin();
  await pool.query(sql.typeAlias('void')`
    insert into audit_log (action, subject)
    select 'whitelist.add', 'guest' || number || '@brightwater.test' from generate_series(1, 120) number
  `);
  await page.goto('/admin/dashboard/audit-log');
  const rows = page.getByRole('row');
  const more = page.getByRole('button', { name: 'Show more' });
  await more.waitFor();
  const count = await rows.count();
  await answerOnce(page, '**/api/admin/audit-log?*', refusal(500, 'x'));
  await more.click();
  await page.getByRole('alert').getByText('Failed to load the audit log. Server error.').waitFor();
  expect(await rows.count()).toBe(count);
  await page.getByRole('button', { name: 'Try again' }).scrollIntoViewIfNeeded();
  await lookAt(page, 'a further page that could not be read');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(count);
});

test('a button of a table that comes into focus is not hidden by the head of the table', async () => {
  const page = await openAdmin();
  for (let index = 0; index < 45; index += 1) await seedWhitelistEntry(pool, { email: `row${index}@brightwater.test` });
  await page.goto('/admin/dashboard/whitelist');
  const last = page.getByRole('row').last().getByRole('button').last();
  await last.focus();
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Shift+Tab');
    const [button, head, isInTable] = await page.evaluate<[number, number, boolean]>(`(() => {
      const focused = document.activeElement;
      return [focused.getBoundingClientRect().top, document.querySelector('thead th').getBoundingClientRect().bottom, focused.closest('tbody') !== null];
    })()`);
    if (!isInTable) break;
    expect(button).toBeGreaterThanOrEqual(head);
  }
});

/** Has one part of the application fail to arrive while `run` goes on. */
async function withoutPart(page: Page, key: string, run: () => Promise<void>): Promise<void> {
  const address = await addressOf(key);
  await page.route(address, (route) => route.abort('internetdisconnected'));
  await run();
  await page.unroute(address);
}

/** As the browser sees a release: the part is gone, and the page names another entry. The pages themselves can still be loaded. */
async function release(page: Page, gone = BOT_CHECK): Promise<void> {
  await page.route(await addressOf(gone), (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.route('/', async (route) => {
    if (route.request().resourceType() === 'document') await route.continue();
    else
      await route.fulfill({
        contentType: 'text/html',
        body: '<script type="module" src="/assets/index-new.js"></script>',
      });
  });
}

async function comeBack(context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  await context.setOffline(false);
}

async function addressOf(key: string): Promise<string> {
  const text = await readFile(join(repositoryRoot, 'dist/web/.vite/manifest.json'), 'utf8');
  const parts = z
    .record(z.string(), z.object({ file: z.string(), name: z.string().optional() }))
    .parse(JSON.parse(text));
  const [, part] = Object.entries(parts).find(([name, found]) => name === key || found.name === key) ?? [];
  if (!part) throw new Error(`The build has no part named ${key}.`);
  return `**/${part.file}`;
}

async function openAdmin(): Promise<Page> {
  const { email } = await seedUser(pool, { role: 'admin' });
  const { page } = await openTab(browser, product.url);
  await signInByForm(page, email);
  return page;
}

function toast(page: Page, text: string) {
  return page.getByLabel('Notifications').getByText(text, { exact: true });
}
