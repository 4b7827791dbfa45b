import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { sql } from '#db/sql.ts';
import { manifestSchema } from '#scripts/checks/page-budgets.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import {
  answer,
  answerOnce,
  callsOf,
  fillSignInForm,
  holdOnce,
  refusal,
  TOO_MANY,
  tabTo,
} from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { PASSWORD, seedUser } from '#tests/support/builders.ts';
import { holdTimers, runOut } from '#tests/support/held-timers.ts';
import { lookAt } from '#tests/support/look.ts';
import { untilLinkMailed } from '#tests/support/mail-outbox.ts';
import { scriptsOfPage } from '#web/page-scripts.ts';

const SIGN_IN = '**/api/auth/sign-in/email';
const SERVER_FAULT = 'Server error. Please try again later or contact support if the issue persists.';
const UNKNOWN_TOKEN = 'x'.repeat(43);
const MANIFEST = join(repositoryRoot, 'dist/web/.vite/manifest.json');

const { product, pool, openTab } = await startBrowserProduct();

test('a visitor using only the keyboard signs in and returns to the page they requested [2.14]', async () => {
  const { email } = await seedUser(pool);
  const { page, faults } = await openTab();
  const free = await holdOnce(page, '**/api/auth/session');
  await page.goto('/app/meetings?range=past', { waitUntil: 'commit' });
  await page.getByText('Checking authentication...').waitFor();
  const freeLogin = await holdOnce(page, await chunkOf('login'));
  free();
  await page.getByText('Redirecting...').waitFor();
  freeLogin();
  await page.waitForURL('**/login');

  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.press('Enter');
  await page.getByText('Please enter your email address').waitFor();
  await page.keyboard.type(email);
  await tabTo(page, page.getByRole('button', { name: 'Show password' }));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type(PASSWORD);
  expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app/meetings?range=past');
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test('the login form says why sign-in failed and sends one verification email despite a second click', async () => {
  const { page } = await openTab();
  const unverified = await seedUser(pool, { isVerified: false });
  await page.goto('/login');
  await fillSignInForm(page, 'nobody@harborline.test');
  await page.getByRole('alert').getByText('Invalid email or password.').waitFor();
  await lookAt(page, 'login refused');

  const wrongs = [
    [TOO_MANY, 'Please wait 2 minutes before trying again.'],
    [refusal(500, 'x'), SERVER_FAULT],
    [{ status: 200, body: '<html>' }, 'Failed to parse response as JSON: 200 OK'],
    [{ status: 200, body: '{"data":{}}' }, 'An unexpected error occurred. Invalid API response format'],
    ['offline', 'Network error. Please check your connection and try again.'],
  ] as const;
  for (const [answer, text] of wrongs) {
    await answerOnce(page, SIGN_IN, answer);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText(text).waitFor();
  }

  await fillSignInForm(page, unverified.email);
  const sent = callsOf(page, 'POST');
  const free = await holdOnce(page, '**/api/auth/send-verification-email');
  await page.getByRole('button', { name: 'Resend the verification email' }).click();
  await page.getByRole('button', { name: 'Sending...' }).click({ force: true });
  free();
  await page.getByText('a new link is on its way').waitFor();
  expect(sent.filter((path) => path === '/api/auth/send-verification-email')).toHaveLength(1);
  expect(await untilLinkMailed(product, unverified.email, '/verify-email')).toContain('?token=');
});

test('a long word in a message does not overflow the page', async () => {
  const { page } = await openTab();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/login');
  await answerOnce(page, SIGN_IN, refusal(400, 'x'.repeat(200)));
  await fillSignInForm(page, 'nobody@harborline.test');
  await page.getByText('x'.repeat(200)).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});

test('the login times out after 30 s, and the session check gives up after six tries [4.1]', async () => {
  const { page } = await openTab();
  await page.clock.install();
  await page.goto('/login');
  await page.route(SIGN_IN, () => undefined, { times: 1 });
  await fillSignInForm(page, 'nobody@harborline.test');
  await page.getByRole('button', { name: 'Signing in...' }).waitFor();
  await page.clock.runFor(30_000);
  await page.getByText('Request timeout after 30000ms').waitFor();

  const tries = callsOf(page, 'GET');
  await answer(page, '**/api/auth/session', refusal(503, 'down'));
  await page.goto('/app');
  await page.getByText('Checking authentication...').waitFor();
  const failed = page.getByRole('heading', { name: 'We couldn’t check whether you’re signed in' });
  for (let waits = 0; waits < 40 && !(await failed.isVisible()); waits += 1) await page.clock.runFor(1000);
  await failed.waitFor();
  expect(tries.filter((path) => path === '/api/auth/session')).toHaveLength(6);
  await lookAt(page, 'session unknown');
  await page.unroute('**/api/auth/session');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.waitForURL('**/login');
});

test('trial intent survives registration, verification and sign-in [2.8] [2.11] [4.9] [5.9] [9.9]', async () => {
  const { context, page } = await openTab();
  const email = 'newcomer@harborline.test';
  await page.goto('/register?intent=trial');
  await page.getByText('Sign up to start your 30-day free trial.').waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL('**/login?intent=trial');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.waitForURL('**/register?intent=trial');

  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Please enter your name').waitFor();
  await page.getByText('Password must be at least 8 characters long').waitFor();
  await lookAt(page, 'register refused');
  await page.getByLabel('Name').fill('New Comer');
  await page.getByLabel('Work email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await lookAt(page, 'registered');

  const link = await untilLinkMailed(product, email, '/verify-email');
  const tab = await context.newPage();
  await holdTimers(tab, product.url);
  const free = await holdOnce(tab, '**/api/auth/verify**');
  await tab.goto(link);
  await tab.getByText('Verifying...').waitFor();
  free();
  await tab.getByRole('heading', { name: 'Email verified' }).waitFor();
  await lookAt(tab, 'email verified');
  await runOut(tab, 3000);
  await tab.waitForURL('**/login?intent=trial');
  const visited = visitsOf(tab);
  await fillSignInForm(tab, email);
  await tab.waitForURL('**/c/pay/**');
  expect(visited.join(' ')).not.toContain('/login');
});

test('attack 37: a verification link opened in another browser needs a click', async () => {
  const { email } = await seedUser(pool, { isVerified: false });
  const body = { email, password: PASSWORD, name: 'Robin Vale' };
  const answer = await fetch(`${product.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  const link = await untilLinkMailed(product, email, '/verify-email?token=');
  const isVerified = async () =>
    await pool.exists(sql.typeAlias('id')`
    select id from users where email = ${email} and email_verified_at is not null
  `);

  const { page, faults } = await openTab();
  await page.goto(link);
  await page.getByRole('heading', { name: /^(?:Confirm your email address|Email verified)$/ }).waitFor();
  expect(await isVerified()).toBe(false);
  await lookAt(page, 'address to confirm');
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await page.getByRole('heading', { name: 'Email verified' }).waitFor();
  expect(await isVerified()).toBe(true);
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test('attack 5: after two sign-ups with one address, its owner is asked to set a password', async () => {
  const email = `${randomUUID().slice(0, 13)}@brightwater.test`;
  for (const name of ['Robin Vale', 'Mallory']) {
    const answer = await fetch(`${product.url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD, name }),
    });
    expect(answer.status).toBe(200);
  }
  const { page, faults } = await openTab();
  await holdTimers(page, product.url);
  await page.goto(await untilLinkMailed(product, email, '/verify-email?token='));
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await page.getByRole('heading', { name: 'Email verified' }).waitFor();
  await page.getByRole('link', { name: 'Set a password' }).waitFor();
  await lookAt(page, 'email verified without a password');
  await runOut(page, 3000);
  await page.waitForURL('**/login');
  await page.getByRole('link', { name: 'Set a password' }).waitFor();
  await lookAt(page, 'login without a password');
  await page.getByRole('link', { name: 'Set a password' }).click();
  await page.waitForURL('**/forgot-password');
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test('an invalid verification link shows an error and offers a new one [2.11] [4.9] [5.9] [8.26]', async () => {
  const { page } = await openTab();
  await page.goto('/verify-email');
  await page.getByText('Invalid verification link').waitFor();
  await page.getByRole('button', { name: 'Resend verification email' }).click();
  await page.getByText('Please enter your email address').waitFor();
  await lookAt(page, 'verification failed');
  const { email } = await seedUser(pool, { isVerified: false });
  await page.getByLabel('Email').fill(email);
  await answerOnce(page, '**/api/auth/send-verification-email', refusal(500, 'x'));
  await page.getByRole('button', { name: 'Resend verification email' }).click();
  await page.getByRole('alert').getByText(SERVER_FAULT).waitFor();
  await page.getByRole('button', { name: 'Resend verification email' }).click();
  await page.getByText('If the address is right, a link is on its way to').waitFor();
  await untilLinkMailed(product, email, '/verify-email?token=');

  await page.goto(`/verify-email?token=${UNKNOWN_TOKEN}`);
  await page.getByText('Invalid verification link. It may have expired.').waitFor();
  await answerOnce(page, '**/api/auth/verify**', refusal(500, 'x'));
  await page.reload();
  await page.getByText(`Failed to verify email. ${SERVER_FAULT}`).waitFor();
  expect(new URL(page.url()).pathname).toBe('/verify-email');
});

test('a reset link from the email changes the password once [2.9] [2.10] [3.14] [5.8] [8.26] [9.7] [9.9]', async () => {
  const { email } = await seedUser(pool);
  const { page } = await openTab();
  for (const path of ['/reset-password', '/reset-password/short']) {
    await page.goto(path);
    await page.waitForURL('**/forgot-password');
    await page.getByText('Invalid or missing reset token').waitFor();
  }
  const send = page.getByRole('button', { name: 'Send reset link' });
  await page.getByLabel('Email').fill('no address');
  await send.click();
  await page.getByText('Please enter a valid email address').waitFor();
  await page.getByLabel('Email').fill(email);
  await answerOnce(page, '**/api/auth/forget-password', 'offline');
  await send.click();
  await page.getByText('Failed to send reset email. Network error.').waitFor();
  await send.click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await lookAt(page, 'reset link sent');
  await page.getByRole('link', { name: 'Back to login' }).waitFor();
  await page.getByRole('button', { name: 'try again' }).click();
  await send.waitFor();

  await holdTimers(page, product.url);
  await page.goto(await untilLinkMailed(product, email, '/reset-password/'));
  const change = page.getByRole('button', { name: 'Change password' });
  await page.getByLabel('New password').fill('7 chars');
  await change.click();
  const tooShort = page.getByText('Password must be at least 8 characters long');
  await tooShort.waitFor();
  await page.getByLabel('New password').fill('8 chars!');
  await tooShort.waitFor({ state: 'detached' });
  await page.getByLabel('New password').fill('a new long password');
  await page.getByLabel('Confirm password').fill('another long password');
  await change.click();
  await page.getByText('Passwords do not match').waitFor();
  await lookAt(page, 'reset refused');
  await page.getByLabel('Confirm password').fill('a new long password');
  await answerOnce(page, '**/api/auth/reset-password', refusal(500, 'x'));
  await change.click();
  await page.getByText(`Failed to reset password. ${SERVER_FAULT}`).waitFor();
  const link = page.url();
  const asking = page.waitForRequest('**/api/auth/reset-password');
  await change.click();
  // The password confirmation never leaves the form.
  const token = new URL(link).pathname.split('/').at(-1);
  expect((await asking).postDataJSON()).toEqual({ token, newPassword: 'a new long password' });
  await page.getByText('Your password has been changed').waitFor();
  await runOut(page, 2000);
  await page.waitForURL('**/login');

  await page.goto(link);
  await page.getByLabel('New password').fill('a third long password');
  await page.getByLabel('Confirm password').fill('a third long password');
  await change.click();
  await page.waitForURL('**/forgot-password');
  await page.getByText('Invalid reset link').waitFor();
});

/** Returns the URL pattern of the script that only this route loads. */
async function chunkOf(route: string): Promise<string> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(MANIFEST, 'utf8')));
  const common = scriptsOfPage(manifest, []);
  const [own] = scriptsOfPage(manifest, [route]).filter((file) => !common.includes(file));
  return `**/${own}`;
}

/** Returns a list that records every URL the page visits from now on. */
function visitsOf(page: Page): string[] {
  const visits: string[] = [];
  page.on('framenavigated', (frame) => void (frame === page.mainFrame() && visits.push(frame.url())));
  return visits;
}
