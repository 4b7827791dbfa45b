import { expect, test } from 'vitest';
import { sql } from '#db/sql.ts';
import { addAuthenticator, answerOnce, fillSignInForm, refusal, signInTab } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { PASSWORD, seedUser } from '#tests/support/builders.ts';
import { lookAt } from '#tests/support/look.ts';
import { totpCode } from '#tests/support/second-factor.ts';

const { pool, openTab, openAsNew } = await startBrowserProduct();

test('attack 51: once an authenticator app is added, signing in and removing it require a second factor', async () => {
  const { page, id, email } = await openAsNew({ path: '/app/settings' });
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const dialog = page.getByRole('dialog');
  const secret = ((await dialog.locator('p.font-mono').textContent()) ?? '').replaceAll(' ', '');
  await lookAt(page, 'an authenticator app to add');
  await dialog.getByLabel('Code', { exact: true }).fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('This code is incorrect.').waitFor();
  await dialog.getByLabel('Code', { exact: true }).fill(totpCode(secret));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  const [recoveryCode = '', secondCode = ''] = await codes.allTextContents();
  expect(await codes.count()).toBe(10);
  await lookAt(page, 'recovery codes');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('foreword-recovery-codes.txt');
  // They cannot be shown again, so a click outside the dialog must not close it.
  await page.mouse.click(4, 4);
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await page.getByText('10 left. New codes replace them.').waitFor();
  await lookAt(page, 'settings with a second factor');

  // A sign-in elsewhere asks for the factor and accepts a recovery code instead.
  const other = (await openTab()).page;
  await other.goto('/login');
  await fillSignInForm(other, email);
  await other.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
  await lookAt(other, 'the second step of a sign-in');
  await other.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await other.getByLabel('Recovery code').fill(recoveryCode);
  await other.keyboard.press('Enter');
  await other.waitForURL('**/app');

  // So does a Google sign-in, which then returns to where it started.
  const back = (await openTab()).page;
  await back.request.post('/api/auth/sign-in/email', { data: { email, password: PASSWORD } });
  const begun = { purpose: 'login', provider: 'google', isPopup: false, returnUrl: '/app/profile', nonce: 'one' };
  const state = Buffer.from(JSON.stringify(begun)).toString('base64');
  await back.goto(`/auth/callback?${new URLSearchParams({ state, factor: 'totp,recoveryCode' }).toString()}`);
  await back.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
  await lookAt(back, 'the second step of a sign-in at Google');
  await back.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await back.getByLabel('Recovery code').fill(secondCode);
  await back.keyboard.press('Enter');
  await back.waitForURL('**/app/profile');

  // Sensitive actions ask for the factor again, then continue.
  await pool.query(sql.typeAlias('void')`
    update sessions set factor_at = now() - interval '11 minutes' where user_id = ${id}
  `);
  await page.getByRole('button', { name: 'Remove your authenticator app' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
  await lookAt(page, 'a second factor asked for again');
  // The next period's code: the current one may have been used, and the previous one expires at any time.
  await page.getByLabel('Code', { exact: true }).fill(totpCode(secret, 1));
  await page.keyboard.press('Enter');
  await page.getByText('Authenticator app removed').waitFor();
  await page.getByRole('button', { name: 'Add authenticator app' }).waitFor();
});

test('attack 51: a passkey signs in, its assertion cannot be replayed, and the passkey can be removed', async () => {
  const { email } = await seedUser(pool);
  const { page } = await openTab();
  await addAuthenticator(page);
  await signInTab(page, email);
  await page.goto('/app/settings');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Work laptop');
  await lookAt(page, 'a passkey to add');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await page.getByText('Passkey: Work laptop').waitFor();
  // The same authenticator cannot be added twice.
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('This passkey has already been added.').waitFor();
  await page.keyboard.press('Escape');

  await page.context().clearCookies();
  await page.goto('/login');
  await fillSignInForm(page, email);
  const given = page.waitForRequest('**/api/auth/factor');
  const pressed = page.getByRole('button', { name: 'Use a passkey' });
  await pressed.waitFor();
  await lookAt(page, 'a passkey prompt');
  await pressed.click();
  await page.waitForURL('**/app');
  // The assertion cannot be replayed, here or in another browser.
  const answer: unknown = (await given).postDataJSON();
  const again = await page.request.post('/api/auth/factor', { data: answer });
  expect(again.status()).toBe(403);
  const thief = (await openTab()).page;
  await thief.request.post('/api/auth/sign-in/email', { data: { email, password: PASSWORD } });
  await thief.request.post('/api/auth/factor/options', { data: {} });
  expect((await thief.request.post('/api/auth/factor', { data: answer })).status()).toBe(403);

  await page.goto('/app/settings');
  await page.getByText('last used just now').first().waitFor();
  await page.getByRole('button', { name: 'Remove the passkey Work laptop' }).click();
  await lookAt(page, 'a passkey to remove');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('Passkey removed').waitFor();
});

test('an admin without a second factor sets one up and continues to the admin area', async () => {
  const { page } = await openAsNew({ role: 'admin' });
  // On localhost the factor is optional, so the server's refusal is faked.
  const answer = refusal(403, 'Set one up', { code: 'FACTOR_SETUP_REQUIRED' });
  await answerOnce(page, '**/api/admin/overview', answer);
  await page.goto('/admin/dashboard');
  await page.getByRole('heading', { name: 'Set up your second factor' }).waitFor();
  await lookAt(page, 'an administrator without a second factor');
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  const key = page.getByRole('dialog').locator('p.font-mono');
  const secret = ((await key.textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Code', { exact: true }).fill(totpCode(secret));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await page.getByRole('button', { name: 'Continue to the admin area' }).click();
  await page.getByRole('heading', { name: 'Recent activity' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/dashboard');
});
