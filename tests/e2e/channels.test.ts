import { expect, test } from 'vitest';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { ageSessions, PASSWORD } from '#tests/support/builders.ts';
import { lookAt } from '#tests/support/look.ts';
import { controlOf } from '#tests/support/vendor-control.ts';

const { product, pool, openAsNew } = await startBrowserProduct();

test('Slack is set up by keyboard, tested, turned off when its URL is gone, then changed and removed', async () => {
  const { page, id } = await openAsNew({ path: '/app/settings#channels' });
  await page.getByRole('button', { name: 'Set up Slack' }).waitFor();
  await lookAt(page, 'settings without channels');
  await ageSessions(pool, id);

  await page.getByRole('button', { name: 'Set up Slack' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Webhook URL').press('Enter');
  await page.getByText('Please enter a URL').waitFor();
  await dialog.getByLabel('Webhook URL').fill('https://example.com/hooks');
  await page.keyboard.press('Enter');
  await page.getByText('Enter the URL of a Slack incoming webhook').waitFor();
  await lookAt(page, 'a channel to set up');
  await dialog.getByLabel('Webhook URL').fill(`${product.sandbox.messages}/slack/team-briefings`);
  await dialog.getByLabel('Deliver briefings').selectOption('instead');
  await page.getByText('If a message can’t be delivered, we email the briefing.').waitFor();
  await dialog.getByLabel('Webhook URL').press('Enter');
  await page.getByText('Please enter your current password to set a channel’s URL.').waitFor();
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText(/…ings, instead of email$/).waitFor();
  expect(await page.content()).not.toContain('team-briefings');

  await page.getByRole('button', { name: 'Send a test to Slack' }).click();
  await page.getByText(/^Last message delivered/).waitFor();
  await lookAt(page, 'settings with a channel');
  await controlOf(product.sandbox.messages).fault({ path: '/slack', status: 410 });
  await page.getByRole('button', { name: 'Send a test to Slack' }).click();
  await page.getByText(/^Turned off after .* The URL no longer works \(410\)\./).waitFor();
  await lookAt(page, 'settings with a channel that is gone');
  await page.getByRole('switch', { name: 'Slack' }).press('Space');
  await page.getByText(/^The last message did not arrive/).waitFor();

  await page.getByRole('button', { name: 'Change Slack' }).click();
  await dialog.getByLabel('Deliver briefings').selectOption('beside');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/…ings, alongside email$/).waitFor();
  await page.getByRole('button', { name: 'Remove Slack' }).click();
  await lookAt(page, 'a channel to remove');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Set up Slack' }).waitFor();

  await page.goto(`${product.sandbox.console}/messages`);
  await page.getByText('Slack · /slack/team-briefings').waitFor();
  await page.getByText(/This is the test you requested/).waitFor();
  await lookAt(page, 'messages of the sandbox');
});
