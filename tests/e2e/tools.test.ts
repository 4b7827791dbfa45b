import { expect, test } from 'vitest';
import { listMeetings } from '#contract/meetings.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { ageSessions, PASSWORD } from '#tests/support/builders.ts';
import { createHttpClient } from '#tests/support/http-client.ts';
import { lookAt } from '#tests/support/look.ts';
import { startReceiver } from '#tests/support/webhook-receiver.ts';

const { product, pool, openAsNew } = await startBrowserProduct();

test('an access token is created by keyboard, shown once, used and revoked', async () => {
  const { page, context, id } = await openAsNew({ path: '/app/settings#tools' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByText('No tokens yet.').waitFor();
  await page.getByText(new URL('/api/mcp', page.url()).href).waitFor();
  await page.getByText('Authorization: Bearer').waitFor();
  await ageSessions(pool, id);

  await page.getByRole('button', { name: 'Create token' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Please enter a name').waitFor();
  await lookAt(page, 'an access token to create');
  await dialog.getByLabel('Name').fill('CRM import');
  await dialog.getByLabel('Permissions').selectOption('write');
  await dialog.getByLabel('Name').press('Enter');
  await page.getByText('Please enter your current password to create an access token.').waitFor();
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

test('a webhook is added, tested and deleted, and lists its deliveries', async () => {
  const receiver = await startReceiver();
  const { page } = await openAsNew({ path: '/app/settings#tools' });
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog');
  for (const event of ['Briefing ready', 'Briefing sent', 'Meeting changed']) await dialog.getByLabel(event).uncheck();
  await dialog.getByLabel('URL').press('Enter');
  await page.getByText('Please enter a URL').waitFor();
  await page.getByText('Please choose at least one event').waitFor();
  await lookAt(page, 'a webhook to add');
  await dialog.getByLabel('Meeting changed').check();
  await dialog.getByLabel('URL').fill('https://10.0.0.1/hooks');
  await page.keyboard.press('Enter');
  await page.getByText('The URL must be reachable from the public internet').waitFor();
  await dialog.getByLabel('URL').fill(receiver.url);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Copy the signing secret now' }).waitFor();
  await lookAt(page, 'the secret of a webhook');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Meeting changed; nothing delivered yet').waitFor();
  await lookAt(page, 'settings with a webhook');

  await page.getByRole('button', { name: `View deliveries to ${receiver.url}` }).click();
  await page.getByText('Nothing has been sent yet.').waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('Delivered', { exact: true }).waitFor();
  expect(receiver.received).toHaveLength(1);
  await lookAt(page, 'deliveries of a webhook');
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();

  await page.getByRole('button', { name: `Delete ${receiver.url}` }).click();
  await lookAt(page, 'a webhook to delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No webhooks yet.').waitFor();
  await receiver.close();
});
