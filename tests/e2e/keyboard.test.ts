import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { tabTo } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { PASSWORD, seedMeeting, seedResearch, seedUser } from '#tests/support/builders.ts';
import { seedOwner } from '#tests/support/customer.ts';
import { holdTimers, runOut } from '#tests/support/held-timers.ts';
import { untilLinkMailed, untilMailed } from '#tests/support/mail-outbox.ts';

const MEETING = 'Brightwater: intro call';

const { product, pool, encryption, openTab, openAsNew } = await startBrowserProduct();

test('by keyboard, a user signs in, reads research, changes a setting and signs out', async () => {
  const { email, userId, calendarId } = await seedOwner(pool, encryption);
  const meetingId = await seedMeeting(pool, { userId, calendarId, title: MEETING, researchState: 'completed' });
  await seedResearch(pool, { userId, meetingId });
  const { page, faults } = await openTab();
  await page.goto('/login');
  await type(page, { Email: email, Password: PASSWORD });
  await send(page);
  await page.waitForURL('**/app');

  await press(page, page.getByRole('link', { name: 'Meetings', exact: true }));
  // The dashboard, which also links to the meeting, stays until the screen has loaded.
  await page.getByRole('heading', { name: 'Meetings', level: 1 }).waitFor();
  await press(page, page.getByRole('link', { name: MEETING }));
  await page.getByRole('region', { name: 'Meeting details' }).getByRole('heading', { name: MEETING }).waitFor();
  await press(page, page.getByRole('button', { name: 'View full research' }));
  const research = page.getByRole('dialog', { name: MEETING });
  await research.getByText('Key insights').waitFor();
  // Focus stays in the dialog and returns to its button.
  for (let steps = 0; steps < 12; steps += 1) {
    await page.keyboard.press('Tab');
    expect(await research.locator(':focus').count()).toBe(1);
  }
  await page.keyboard.press('Escape');
  await research.waitFor({ state: 'detached' });
  await expect.poll(() => focusedText(page)).toBe('View full research');

  // The device section's call comes late and would fail after sign-out.
  const deviceTold = page.waitForResponse('**/api/push/key');
  await tabTo(page, page.getByRole('link', { name: 'Settings', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  const autoSync = page.getByRole('switch', { name: 'Auto-sync' });
  await autoSync.waitFor();
  await tabTo(page, autoSync);
  // The switch flips before the change is saved; afterwards the calendars are reloaded.
  const rereading = page.waitForResponse('**/api/users/calendar/integrations');
  await page.keyboard.press('Space');
  await rereading;
  await expect.poll(() => autoSync.getAttribute('aria-checked')).toBe('false');
  await deviceTold;

  await tabTo(page, page.getByRole('button', { name: 'Sign out', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login');
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test('by keyboard, a visitor contacts us, subscribes, registers and requests a reset link', async () => {
  const { page, faults } = await openTab();
  await page.goto('/contact');
  await type(page, { Name: 'Ines Duarte', Email: 'ines@brightwater.test', Phone: '+351 210 000 000' });
  await tabTo(page, page.getByRole('radio', { name: 'Sales' }));
  await page.keyboard.press('Space');
  await type(page, { Message: 'What does a team of twelve pay?' });
  await press(page, page.getByRole('button', { name: 'Send Message' }));
  await page.getByRole('heading', { name: 'Message Sent!' }).waitFor();

  await page.goto('/');
  await type(page, { Email: 'ines@brightwater.test' });
  await send(page);
  const sent = 'Check your email: we sent you a link to confirm the subscription.';
  await expect.poll(() => focusedText(page)).toBe(sent);

  await page.goto('/register');
  await type(page, { Name: 'Tomas Okafor', 'Work email': 'tomas@brightwater.test', Password: PASSWORD });
  await press(page, page.getByRole('button', { name: 'Create account' }));
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await untilMailed(product, 'tomas@brightwater.test');

  await page.goto('/forgot-password');
  await type(page, { Email: 'tomas@brightwater.test' });
  await send(page);
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await press(page, page.getByRole('link', { name: 'Back to login' }));
  await page.waitForURL('**/login');
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test('by keyboard, a visitor plays the tour, reads the FAQ and continues to Google', async () => {
  const { page } = await openTab();
  await page.goto('/demo');
  await press(page, page.getByRole('button', { name: 'Play the tour' }));
  const isPaused = () => page.evaluate('document.querySelector("video").paused');
  await expect.poll(isPaused).toBe(false);
  // Focus moves to the player, so its own keys work.
  await page.keyboard.press('Space');
  await expect.poll(isPaused).toBe(true);

  await page.goto('/pricing');
  await page.getByText('$10', { exact: true }).waitFor();
  const answer = page.getByText('with no refund for the rest of it');
  await press(page, page.locator('summary').nth(1));
  await answer.waitFor();
  await page.keyboard.press('Enter');
  await answer.waitFor({ state: 'hidden' });
  await press(page, page.getByRole('region', { name: 'Plan' }).getByRole('link', { name: 'Start Free Trial' }));
  await page.waitForURL('**/register?intent=trial');
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  await press(page, page.getByRole('button', { name: 'Continue with Google' }));
  await page.waitForURL(`${product.sandbox.google}/**`);
});

test('by keyboard, a visitor navigates with the phone menu', async () => {
  const { page, faults } = await openTab();
  await page.setViewportSize({ width: 390, height: 860 });
  await page.goto('/');
  await page.getByRole('radio', { name: 'Match device' }).waitFor({ state: 'attached' });
  await tabTo(page, page.getByRole('button', { name: 'Menu', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Contact' }));
  await page.waitForURL('**/contact');
  await expect.poll(() => focusedText(page)).toBe('Get in Touch');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test('by keyboard, a focused settings section link stays in view while the page scrolls', async () => {
  const { page } = await openAsNew({ path: '/app/settings' });
  await page.setViewportSize({ width: 390, height: 860 });
  const sections = page.getByRole('navigation', { name: 'Sections' });
  const [first, last] = [sections.getByRole('link').first(), sections.getByRole('link').last()];
  await tabTo(page, last);
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  await expect.poll(() => last.getAttribute('aria-current')).toBe('location');
  await tabTo(page, first, 'Shift+Tab');
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight / 2)');
  await expect.poll(() => last.getAttribute('aria-current')).toBeNull();
  const { x = -1, width = 0 } = (await first.boundingBox()) ?? {};
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(390);
});

test('by keyboard, a user requests a verification email and resets a forgotten password', async () => {
  const { page, faults } = await openTab();
  const { email: unverified } = await seedUser(pool, { isVerified: false });
  await page.goto('/verify-email');
  await type(page, { Email: unverified });
  await send(page);
  // The message that replaces the form receives its focus.
  await expect.poll(() => focusedText(page)).toContain('a link is on its way to');
  await untilMailed(product, unverified);

  const { email } = await seedUser(pool);
  await page.goto('/forgot-password');
  await type(page, { Email: email });
  await send(page);
  // With the timers held, the message stays until it has been read.
  await holdTimers(page, product.url);
  await page.goto(await untilLinkMailed(product, email, '/reset-password/'));
  const next = 'another horse, another battery';
  await type(page, { 'New password': next, 'Confirm password': next });
  await send(page);
  await expect.poll(() => focusedText(page)).toContain('Your password has been changed');
  await runOut(page, 2000);
  await page.waitForURL('**/login');
  await type(page, { Email: email, Password: next });
  await send(page);
  await page.waitForURL('**/app');
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test('by keyboard, an admin edits the profile and the whitelist', async () => {
  const { page, faults } = await openAsNew({ role: 'admin', path: '/app/profile' });
  await type(page, { 'First name': 'Rowan' });
  await press(page, page.getByRole('button', { name: 'Save Changes' }));
  await page.getByText('Saved.', { exact: true }).waitFor();

  await page.goto('/admin/dashboard/whitelist');
  await press(page, page.getByRole('button', { name: 'Add Email' }));
  await page.getByRole('dialog').locator(':focus').waitFor();
  await type(page, { Email: 'tom@brightwater.test' });
  await send(page);
  await page.getByRole('cell', { name: 'tom@brightwater.test', exact: true }).waitFor();
  await expect.poll(() => focusedText(page)).toBe('Add Email');

  await press(page, page.getByRole('button', { name: 'Bulk Add' }));
  const bulk = page.getByRole('dialog');
  await type(page, { Emails: 'ines@brightwater.test, luc@brightwater.test', Duration: '7' });
  expect(await bulk.getByLabel('Duration').inputValue()).toBe('7');
  await press(page, bulk.getByRole('button', { name: 'Add 2 emails' }));
  await bulk.getByRole('region', { name: 'Result' }).waitFor();
  await press(page, bulk.getByRole('button', { name: 'Close' }).last());
  await expect.poll(() => focusedText(page)).toBe('Bulk Add');

  const remove = page.getByRole('button', { name: 'Remove tom@brightwater.test' });
  await press(page, remove);
  await page.getByRole('dialog', { name: 'Remove from whitelist?' }).locator(':focus').waitFor();
  await page.keyboard.press('Escape');
  await remove.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }));
  await remove.waitFor({ state: 'detached' });
  await expect.poll(() => focusedText(page)).toBe('Email Whitelist');
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test('on phones, focus moves to the opened meeting and back to its row', async () => {
  const { page, id: userId } = await openAsNew({ path: null });
  await seedMeeting(pool, { userId, title: MEETING });
  await seedMeeting(pool, { userId, title: 'פגישה עם דנה (2)', startsInMinutes: 300 });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/app/meetings');
  const row = page.getByRole('link', { name: 'פגישה' });
  await press(page, row);
  const heading = page.getByRole('heading', { level: 2, name: 'פגישה' });
  await heading.and(page.locator(':focus')).waitFor();
  // The title runs right to left, regardless of its surroundings.
  expect(await page.evaluate("getComputedStyle(document.querySelector('h2:focus')).direction")).toBe('rtl');
  await tabTo(page, page.getByRole('link', { name: 'All meetings' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await row.and(page.locator(':focus')).waitFor();
});

test('shortcuts work on keyboards without Latin letters', async () => {
  const { page } = await openAsNew({ path: '/app/meetings' });
  await page.getByRole('searchbox', { name: 'Search meetings' }).waitFor();
  const pressRussian = (...keys: { key: string; code: string; ctrlKey?: boolean }[]) =>
    page.evaluate(`for (const key of ${JSON.stringify(keys)}) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...key }));
    }`);
  await pressRussian({ key: 'л', code: 'KeyK', ctrlKey: true });
  await page.getByRole('dialog', { name: 'Find anything' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // Together, since the second key must follow within 1.5 s.
  await pressRussian({ key: 'п', code: 'KeyG' }, { key: 'ы', code: 'KeyS' });
  await expect.poll(() => new URL(page.url()).pathname).toBe('/app/settings');
});

test('keys that belong to an input method do not choose, run or close anything', async () => {
  const { page } = await openAsNew({ path: '/app/meetings' });
  const words = page.getByRole('searchbox', { name: 'Search meetings' });
  await words.fill('イネス');
  await pressInComposition(page, 'Escape');
  expect(await words.inputValue()).toBe('イネス');

  await page.getByRole('button', { name: 'Add meeting' }).click();
  const dialog = page.getByRole('dialog');
  const zone = dialog.getByRole('button', { name: 'Time zone' });
  await zone.click();
  const search = dialog.getByRole('searchbox', { name: 'Search time zones' });
  await search.fill('tokyo');
  for (const key of ['ArrowDown', 'Enter', 'Escape']) {
    await pressInComposition(page, key);
    expect(await search.and(page.locator(':focus')).count()).toBe(1);
  }
  await page.keyboard.press('Enter');
  await expect.poll(() => zone.textContent()).toBe('Asia/Tokyo');
  await dialog.getByLabel('Title').focus();
  await pressInComposition(page, 'Escape');
  expect(await dialog.count()).toBe(1);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.keyboard.press('Control+k');
  const find = page.getByRole('dialog', { name: 'Find anything' }).getByRole('textbox');
  await find.fill('settings');
  for (const key of ['ArrowDown', 'Enter', 'Escape']) {
    await pressInComposition(page, key);
    expect(await find.and(page.locator(':focus')).count()).toBe(1);
  }
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app/settings');
});

/** Sends a key press as Safari does for the one that ends an input method's composition. */
async function pressInComposition(page: Page, key: string): Promise<void> {
  const press = JSON.stringify({ key, keyCode: 229, bubbles: true, cancelable: true });
  await page.evaluate(`document.activeElement.dispatchEvent(new KeyboardEvent('keydown', ${press}))`);
}

/** Tabs to each field by the start of its label and types into it. */
async function type(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await tabTo(page, page.getByLabel(new RegExp(`^${label}`)));
    await page.keyboard.type(text);
  }
}

/** Submits the focused form once its button is enabled. */
async function send(page: Page): Promise<void> {
  await page.locator('form:focus-within button[type=submit]:enabled').waitFor();
  await page.keyboard.press('Enter');
}

async function press(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  // Prerendered controls are disabled until the scripts load.
  await expect.poll(() => target.isEnabled()).toBe(true);
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

async function focusedText(page: Page): Promise<string> {
  return await page.evaluate<string>('document.activeElement.textContent.trim()');
}
