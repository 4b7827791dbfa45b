import { expect, test } from 'vitest';
import { listMeetings } from '#contract/meetings.ts';
import { sql } from '#db/sql.ts';
import { openTab, signInTab } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { PASSWORD, seedUser } from '#tests/support/builders.ts';
import { createHttpClient } from '#tests/support/http-client.ts';
import { lookAt } from '#tests/support/look.ts';

const { product, pool, browser } = await startBrowserProduct();

test('An access token is created by keyboard, shown once, used, listed and revoked', async () => {
  const { id, email } = await seedUser(pool);
  const { page, context } = await openTab(browser, product.url);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInTab(page, email);
  await page.goto('/app/settings#tools');
  await page.getByText('No tokens yet.').waitFor();
  await pool.query(sql.typeAlias('void')`
    update sessions set created_at = now() - interval '16 minutes' where user_id = ${id}
  `);

  await page.getByRole('button', { name: 'Create token' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Please enter a name').waitFor();
  await lookAt(page, 'an access token to create');
  await dialog.getByLabel('Name').fill('CRM import');
  await dialog.getByLabel('What it may do').selectOption('write');
  await dialog.getByLabel('Name').press('Enter');
  await page.getByText('Please enter your current password to make an access token.').waitFor();
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: 'Copy your token now' }).waitFor();
  await lookAt(page, 'an access token that is shown once');
  await dialog.getByRole('button', { name: 'Copy' }).press('Enter');
  await page.getByText('Token copied').waitFor();
  const token = await page.evaluate<string>('navigator.clipboard.readText()');
  const tool = createHttpClient(product.url).withToken(token);
  expect((await tool.data(listMeetings)).meetings).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText(/^Read and write, expires on .*, never used$/).waitFor();
  expect(await page.content()).not.toContain(token);
  await page.reload();
  await page.getByText(/^Read and write, expires on .*, last used /).waitFor();
  await lookAt(page, 'settings with an access token');

  await page.getByRole('button', { name: 'Revoke CRM import' }).click();
  await lookAt(page, 'an access token to revoke');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Token revoked').waitFor();
  await page.getByText('No tokens yet.').waitFor();
  expect((await tool.call(listMeetings)).status).toBe(401);
});
