import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { holdOnce } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { PASSWORD, seedUser } from '#tests/support/builders.ts';
import { lookAt } from '#tests/support/look.ts';

const { pool, openTab } = await startBrowserProduct();

test('the sign-in and sign-up forms accept input but send nothing before their scripts load', async () => {
  const { page } = await openTab({ javaScriptEnabled: false });
  for (const [path, title] of [
    ['/login', 'Sign in to Foreword'],
    ['/register', 'Create your account'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByLabel(/email/i).fill('dana@harborline.test');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    for (const button of await page.getByRole('main').getByRole('button').all()) {
      if ((await button.getAttribute('aria-label')) === 'Show password') continue;
      expect([await button.textContent(), await button.isDisabled()]).toEqual([await button.textContent(), true]);
      await button.click({ force: true });
    }
    expect(asked).toEqual([]);
    expect(new URL(page.url()).search).toBe('');
    // If a form is submitted anyway, input stays out of the URL.
    expect(await page.locator('form').getAttribute('method')).toBe('post');
  }
});

test('account screen links carry the trial intent before the script loads [2.8]', async () => {
  const { page } = await openTab({ javaScriptEnabled: false });
  await page.goto('/login?intent=trial');
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await page.getByText('Sign up to start your 30-day free trial.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL('**/login?intent=trial');
  await page.goto('/login');
  expect(await page.getByRole('main').getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/register');
});

test('the sign-in form keeps input and cursor when its scripts load', async () => {
  const { email } = await seedUser(pool);
  const { page, faults } = await openTab();
  const free = await openWritten(page, '/login');
  await lookAt(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD.slice(0, -1));
  free();
  await page.getByRole('button', { name: 'Sign in', exact: true, disabled: false }).waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  await page.keyboard.type(PASSWORD.slice(-1));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app');
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test('a contact message started before the scripts load is sent, and the stored theme is kept', async () => {
  const { page, faults } = await openTab();
  await page.addInitScript("if (window === top) localStorage.setItem('theme', 'dark')");
  const free = await openWritten(page, '/contact');
  await page.getByRole('radio', { name: 'Support' }).check();
  await page.getByLabel('Email').fill('ines@brightwater.test');
  await page.getByLabel('Phone').fill('+32 9 123 45 67');
  await page.getByLabel('Message').fill('We would like to see it with our own calendar.');
  free();
  await page.getByRole('button', { name: 'Send Message' }).press('Enter');
  await page.getByText('Message Sent!').waitFor();
  // The prerendered theme switch must not override the stored theme.
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

/** Opens a page whose scripts are held back. @returns a function that releases them */
async function openWritten(page: Page, path: string): Promise<() => void> {
  const free = await holdOnce(page, '**/assets/*.js');
  await page.goto(path, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('main').locator('[type="submit"]').isDisabled()).toBe(true);
  return free;
}
