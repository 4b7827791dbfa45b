import { expect, test } from 'vitest';
import { sql } from '#db/sql.ts';
import { focusLikeSafari, refusal, untilToast } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { seedOwner } from '#tests/support/customer.ts';
import { holdTimers, runOut } from '#tests/support/held-timers.ts';
import { lookAt } from '#tests/support/look.ts';

const { product, pool, encryption, openAs, openAsNew } = await startBrowserProduct();

test('a meeting is added manually, edited and deleted', async () => {
  const { page, faults } = await openAsNew({ path: '/app/meetings' });
  await page.getByRole('button', { name: 'Add meeting' }).click();
  const dialog = page.getByRole('dialog');

  // Errors appear at their fields, and the input is kept.
  await dialog.getByLabel('Guests').fill('Ines Duarte <ines@brightwater.test>, nobody');
  await dialog.getByRole('button', { name: 'Add meeting' }).click();
  await dialog.getByText('Please enter a title').waitFor();
  await dialog.getByText('Not an email address: nobody').waitFor();
  await lookAt(page, 'a meeting that is not complete');
  await dialog.getByLabel('Title').fill('Intro call');
  await dialog.getByLabel('Guests').fill('Ines Duarte <ines@brightwater.test>');
  await dialog.getByLabel('Date').fill('2020-01-01');
  await dialog.getByText('This time is in the past, so there will be no briefing.').waitFor();
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10);
  await dialog.getByLabel('Date').fill(tomorrow);
  await dialog.getByLabel('Time', { exact: true }).fill('14:00');
  await dialog.getByLabel('Length').selectOption('45 minutes');
  await dialog.getByLabel('Join link (optional)').fill('https://meet.example.com/abc');
  await page.keyboard.press('Enter');
  await untilToast(page, 'Meeting added');

  const detail = page.getByRole('region', { name: 'Meeting details' });
  await detail.getByRole('heading', { name: 'Intro call' }).waitFor();
  await page.getByRole('link', { name: 'Intro call' }).waitFor();
  expect(await detail.getByText(/14:00 – 14:45/).count()).toBe(1);
  await detail.getByText('Ines Duarte').first().waitFor();

  const goal = detail.getByLabel('What do you want from this meeting?');
  await goal.fill('Agree on who signs.');
  await goal.press('Enter');
  // If research is complete by now, the message also says that it is being rewritten.
  await page.getByText(/^Saved\./).waitFor();
  await page.reload();
  await expect.poll(() => goal.inputValue()).toBe('Agree on who signs.');
  await lookAt(page, 'a meeting with a goal');

  await detail.getByRole('button', { name: 'Edit' }).click();
  expect(await dialog.getByLabel('Guests').inputValue()).toBe('Ines Duarte <ines@brightwater.test>');
  await dialog.getByLabel('Title').fill('x'.repeat(301));
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.getByText('Maximum 300 characters').waitFor();
  await dialog.getByLabel('Title').fill('Second call');
  await pool.query(sql.typeAlias('void')`update meetings set goal = 'Settle the pilot.' where title = 'Intro call'`);
  await dialog.getByLabel('Time', { exact: true }).fill('16:30');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await untilToast(page, 'Meeting updated');
  await detail.getByText(/16:30 – 17:15/).waitFor();
  await expect.poll(() => goal.inputValue()).toBe('Settle the pilot.');

  await detail.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('Delete “Second call”?').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Meeting deleted').waitFor();
  await page.getByText('Select a meeting to view details').waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Second call' }).count()).toBe(0);
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test('a click outside the dialog closes it unless something was typed', async () => {
  const { page } = await openAsNew({ path: '/app/meetings' });
  const dialog = page.getByRole('dialog');
  const add = page.getByRole('button', { name: 'Add meeting' });
  await add.click();
  await dialog.waitFor();
  await page.mouse.click(4, 4);
  await dialog.waitFor({ state: 'detached' });
  await add.click();
  const title = dialog.getByLabel('Title');
  await title.fill('Half typed');
  await page.mouse.click(4, 4);
  await dialog.getByRole('button', { name: 'Close' }).hover();
  expect(await title.inputValue()).toBe('Half typed');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a toast next to the dialog is announced, and dismissing it keeps what was typed', async () => {
  const { email } = await seedOwner(pool, encryption);
  const { page } = await openAs(email, null);
  // The toast stays until it is dismissed.
  await holdTimers(page, product.url);
  // A refresh syncs only once the account's calendar is known.
  const known = page.waitForResponse('**/api/users/calendar/integrations');
  await page.goto('/app/meetings');
  await (await known).finished();
  const asked = Promise.withResolvers<void>();
  await page.route('**/api/users/calendar/sync-now', async (route) => {
    await asked.promise;
    await route.fulfill({ contentType: 'application/json', ...refusal(500, 'No.') });
  });
  // By role: a dialog must not hide it from screen readers.
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect.poll(() => toasts.getAttribute('aria-live')).toBe('polite');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('button', { name: 'Add meeting' }).click();
  const title = page.getByRole('dialog').getByLabel('Title');
  await title.fill('Half typed');
  asked.resolve();
  await toasts.getByText('Failed to sync your calendars').waitFor();
  // A nested live region would be announced twice, or not at all.
  expect(await toasts.locator('[aria-live], [role="status"], [role="alert"]').count()).toBe(0);
  await toasts.getByRole('button', { name: 'Dismiss' }).click();
  // It fades out first.
  await runOut(page, 1000);
  await toasts.getByText('Failed to sync your calendars').waitFor({ state: 'detached' });
  expect(await title.inputValue()).toBe('Half typed');
});

test('Escape closes the time zone list before the dialog', async () => {
  const { page } = await openAsNew({ path: '/app/meetings' });
  await page.getByRole('button', { name: 'Add meeting' }).click();
  const dialog = page.getByRole('dialog');
  const zone = dialog.getByRole('button', { name: 'Time zone' });
  const search = dialog.getByRole('searchbox', { name: 'Search time zones' });
  const isOnZone = async () => await zone.and(page.locator(':focus')).count();
  await zone.click();
  await search.fill('kolkata');
  expect(await dialog.getByRole('list', { name: 'Time zones' }).getByRole('button').count()).toBe(1);
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });
  expect(await isOnZone()).toBe(1);

  await page.keyboard.press('Enter');
  await search.waitFor();
  await page.keyboard.press('Shift+Tab');
  expect(await isOnZone()).toBe(1);
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });
  expect(await dialog.count()).toBe(1);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('if clicks do not focus buttons, the time zone list still closes, and dialogs still return focus', async () => {
  const { page } = await openAsNew({ path: null });
  await focusLikeSafari(page);
  await page.goto('/app/meetings');
  const add = page.getByRole('button', { name: 'Add meeting' });
  const isOnAdd = async () => await add.and(page.locator(':focus')).count();
  await add.click();
  const dialog = page.getByRole('dialog');
  const zone = dialog.getByRole('button', { name: 'Time zone' });
  const search = dialog.getByRole('searchbox', { name: 'Search time zones' });
  await zone.click();
  await search.waitFor();
  await zone.click();
  await search.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(isOnAdd).toBe(1);

  // Closing a dialog opened by a shortcut does not focus a button clicked earlier.
  await add.click();
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // Focus returns a moment after the dialog is gone, and would otherwise do so after the keys below.
  await expect.poll(isOnAdd).toBe(1);
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator(':focus').count()).toBe(0);
  await page.keyboard.press('?');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.waitForTimeout(200);
  expect(await page.locator(':focus').count()).toBe(0);
});
