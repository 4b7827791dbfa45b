import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  allowConsent,
  answerOnce,
  holdOnce,
  openBrowser,
  openTabIn,
  refusal,
  tabTo,
  untilToast,
} from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { PASSWORD, seedUser, seedWhitelistEntry } from '#tests/support/builders.ts';
import { holdTimers, runOut } from '#tests/support/held-timers.ts';
import { lookAt } from '#tests/support/look.ts';

const CHALLENGE = '**/turnstile/v0/challenge';
const SOCIAL = '**/api/auth/sign-in/social';
const SAM = 'sam@harborline.test';
/** Duration of the admin login's redirect message, as specified. */
const TO_DASHBOARD_MS = 200;
const DENIED = 'Access denied: Email not authorized for admin access';

const { product, pool, openTab } = await startBrowserProduct();

test('Google sign-in waits for the bot check and reports when either fails [2.7] [5.11] [8.26]', async () => {
  const { page } = await openTab();
  const google = page.getByRole('button', { name: 'Continue with Google' });
  await answerOnce(page, CHALLENGE, { status: 200, body: '{"code":"300030"}' });
  await page.goto('/login');
  await page.getByText('Security verification failed. Please try again.').waitFor();
  await lookAt(page, 'bot check failed');
  await google.click();
  await page.getByText('Please complete security verification first.').waitFor();

  // The first challenge gets this token, which expires soon, and the next one waits.
  const free = await holdOnce(page, CHALLENGE);
  await answerOnce(page, CHALLENGE, { status: 200, body: '{"token":"made-up","lifetimeMs":600}' });
  await page.goto('/register');
  await page.getByText('Security verification expired. Please verify again.').waitFor();
  await google.click();
  await page.getByText('Please complete security verification first.').waitFor();
  free();

  await page.getByRole('button', { name: 'Microsoft Coming Soon' }).click();
  await page.getByText('Microsoft authentication is coming soon!').waitFor();
  await page.getByText('connect your Outlook calendar in Settings').waitFor();

  const sayings = [
    [
      refusal(403, 'Security verification failed. Please try again.'),
      'Security verification failed. Please try again.',
    ],
    [refusal(500, 'x'), 'Failed to sign up with Google'],
  ] as const;
  for (const [answer, text] of sayings) {
    await answerOnce(page, SOCIAL, answer);
    await page.frameLocator('iframe').getByText('Success!').waitFor();
    await google.click();
    await untilToast(page, text);
  }
  // Elsewhere a 401 ends the session with its own message; here it is an ordinary failure.
  for (const answer of ['offline', refusal(401, 'Please sign in.')] as const) {
    await page.goto('/login');
    await answerOnce(page, SOCIAL, answer);
    await page.frameLocator('iframe').getByText('Success!').waitFor();
    await google.click();
    await page.getByText('Failed to login with Google').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
  }
});

test('after going back from Google to a cached page, the user can try again', async () => {
  const cached = await openBrowser({ keepsPages: true });
  try {
    const { page } = await openTabIn(cached, product.url);
    const google = page.getByRole('button', { name: 'Continue with Google' });
    const consent = page.getByRole('radio', { name: 'Sam Okafor' });
    await page.goto('/login');
    await page.frameLocator('iframe').getByText('Success!').waitFor();
    await page.evaluate('void (window.isKept = true)');
    const used = await tokenOf(page);
    await google.click();
    await consent.waitFor();
    await page.goBack({ waitUntil: 'commit' });
    // The visitor is verified again. This reads the token, since Playwright sometimes fails to attach to the widget's
    // frame in a restored page.
    await expect.poll(() => tokenOf(page)).not.toBeOneOf(['', used]);
    expect(await page.evaluate('window.isKept')).toBe(true);
    expect(await flagsOf(page)).toEqual([null, null]);
    await google.click();
    await consent.waitFor();
  } finally {
    await cached.close();
  }
});

test('trial intent survives Google sign-in, and the calendar syncs 2 s later [2.7] [2.14] [4.14]', async () => {
  await seedWhitelistEntry(pool, { email: SAM });
  const { page } = await openTab();
  await page.goto('/login?intent=trial');
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  const asking = page.waitForRequest(SOCIAL);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  const callbackURL = `${product.url}/app/settings?startTrial=true`;
  expect((await asking).postDataJSON()).toMatchObject({ provider: 'google', callbackURL });
  await page.getByRole('radio', { name: 'Sam Okafor' }).waitFor();
  const landing = page.waitForRequest(callbackURL);
  const syncing = page.waitForRequest('**/api/users/sync-calendar-integrations');
  await holdTimers(page, product.url);
  await allowConsent(page, 'Sam Okafor');
  await landing;
  expect(await flagsOf(page)).toEqual(['true', 'google']);
  await runOut(page, 2000);
  await syncing;
  await untilToast(page, 'Google Calendar connected with auto-sync enabled!');
  expect(await flagsOf(page)).toEqual([null, null]);
});

test('the admin login validates its fields, explains each refusal and opens the dashboard [2.13] [5.10] [6.3] [9.9]', async () => {
  const [user, admin] = [await seedUser(pool), await seedUser(pool, { role: 'admin' })];
  const { page } = await openTab();
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  const alert = page.getByRole('alert');
  await holdTimers(page, product.url, TO_DASHBOARD_MS);
  const freeSession = await holdOnce(page, '**/api/auth/session');
  const freeChallenge = await holdOnce(page, CHALLENGE);
  await page.goto('/admin', { waitUntil: 'commit' });
  await page.getByText('Checking authentication...').waitFor();
  freeSession();
  await button.click();
  await alert.getByText('Please enter your email address').waitFor();
  await alert.getByText('Please enter your password').waitFor();
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button.click();
  await alert.getByText('Please complete security verification first.').waitFor();
  await lookAt(page, 'admin login without bot token');
  freeChallenge();

  const verified = page.frameLocator('iframe').getByText('Success!');
  await verified.waitFor();
  const asking = page.waitForRequest('**/api/auth/sign-in/email');
  await button.click();
  expect((await asking).headers()).toMatchObject({ 'x-admin-login': 'true', 'x-turnstile-token': expect.any(String) });
  expect((await asking).postDataJSON()).toEqual({
    email: user.email,
    password: PASSWORD,
    callbackURL: '/admin/dashboard',
  });
  await alert.getByText(DENIED).waitFor();
  const sayings = [
    [refusal(500, 'x'), 'Admin login failed. Server error.'],
    [refusal(403, 'This address is not on the whitelist.'), DENIED],
    [refusal(500, 'x'), 'Admin login failed. Server error.'],
    [refusal(401, 'You are not authorized to be here.'), DENIED],
  ] as const;
  for (const [answer, text] of sayings) {
    await verified.waitFor();
    await answerOnce(page, '**/api/auth/sign-in/email', answer);
    await button.click();
    await alert.getByText(text).waitFor();
  }
  await page.getByLabel('Email').fill('nobody@harborline.test');
  await verified.waitFor();
  await button.click();
  await alert.getByText('Invalid email or password.').waitFor();

  await verified.waitFor();
  await page.getByLabel('Email').fill(admin.email);
  await tabTo(page, page.getByRole('button', { name: 'Show password' }));
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Hide password' }).waitFor();
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  const redirecting = page.getByText('Redirecting to admin dashboard...');
  await redirecting.waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin');
  await runOut(page, TO_DASHBOARD_MS);
  await page.waitForURL('**/admin/dashboard');
  await page.goto('/admin');
  await redirecting.waitFor();
  await runOut(page, TO_DASHBOARD_MS);
  await page.waitForURL('**/admin/dashboard');
});

test('a visitor to the admin area is sent to its login [2.14]', async () => {
  const { page, faults } = await openTab();
  await page.goto('/admin/dashboard');
  await page.waitForURL('**/admin');
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  await lookAt(page, 'admin login');
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

/** Reads the widget's token; empty until it has verified the visitor. */
const tokenOf = (page: Page) => page.locator('[name="cf-turnstile-response"]').inputValue();

/** Reads the session storage flags that a provider sign-in sets for later screens. */
async function flagsOf(page: Page): Promise<(string | null)[]> {
  const flags = await page.evaluate(
    '["syncCalendarAfterLogin", "oauthProvider"].map((key) => sessionStorage.getItem(key))',
  );
  return z.array(z.string().nullable()).parse(flags);
}
