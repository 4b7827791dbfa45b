import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Route } from 'playwright';
import { expect, test } from 'vitest';
import type { UserCalendar } from '#contract/calendar.ts';
import { findAccessibilityFaults } from '#tests/support/axe.ts';
import { answer, refusal, shiftOf, watchShifts } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { seedUser } from '#tests/support/builders.ts';
import { RESEARCHED, seedCustomer } from '#tests/support/customer.ts';
import { lookAt } from '#tests/support/look.ts';
import { findSafariFaults } from '#tests/support/safari-faults.ts';
import { sample } from '#tests/support/sample.ts';

/** The highest layout shift we allow during loading, so that readers do not lose their place. */
const LAYOUT_SHIFT = 0.02;
/** API calls that load a screen's data, excluding session, profile and access. */
const DATA = /\/api\/(?!auth\/|subscriptions\/current|users\/profile)/;
const appScreens = ['/app', '/app/meetings', '/app/settings', '/app/analytics', '/app/briefings'];
const adminScreens = ['/admin/dashboard', '/admin/dashboard/whitelist', '/admin/dashboard/audit-log'];

const { product, pool, encryption, openTab, openAs } = await startBrowserProduct();
const { email: customer, meetingId } = await seedCustomer(pool, encryption);
const { email: stranger } = await seedUser(pool, { isWhitelisted: false });
const { email: admin } = await seedUser(pool, { role: 'admin' });

test('visitor screens are accessible, fit every width and log no errors', async () => {
  const { page, faults } = await openTab();
  await look(page, '/login', () => page.frameLocator('iframe').getByText('Success!').waitFor());
  await look(page, '/register', () => page.frameLocator('iframe').getByText('Success!').waitFor());
  await look(page, '/forgot-password', () => page.getByRole('heading', { level: 1 }).waitFor());
  await look(page, `/reset-password/${'x'.repeat(43)}`, () => page.getByLabel('Confirm password').waitFor());
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
  await look(page, '/no-such-page', () => page.getByRole('heading', { level: 1 }).waitFor());
  expect(faults.failedRequests).toEqual([`404 ${product.url}/no-such-page`]);
});

test('app screens are accessible, fit every width and log no errors', async () => {
  const { page, faults } = await openAs(customer, null);
  await look(page, '/app', () => page.getByText(RESEARCHED).first().waitFor());
  await look(page, '/app/meetings', () => page.getByRole('link', { name: 'Weekly standup' }).waitFor());
  await look(page, `/app/meetings?meeting=${meetingId}`, () =>
    page.getByRole('button', { name: 'View full research' }).waitFor(),
  );
  await look(page, '/app/settings', async () => {
    await page.getByRole('switch', { name: 'Family' }).waitFor();
    await page.getByText('Beta Access').waitFor();
  });
  await look(page, '/app/profile', () => page.getByText(customer).last().waitFor({ state: 'attached' }));
  await look(page, '/app/knowledge', () => page.getByRole('heading', { level: 1 }).waitFor());
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test('the subscription gate is accessible, fits every width and logs no errors', async () => {
  const { page, faults } = await openAs(stranger, null);
  await look(page, '/app/subscription-required', () =>
    page.getByText('This account has no subscription yet.').waitFor(),
  );
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test('loading screens are accessible and fit every width', async () => {
  const { page } = await openAs(admin, null);
  const waiting: Route[] = [];
  await page.route(DATA, (route) => void waiting.push(route));
  for (const path of sample([...appScreens, ...adminScreens], 'loading', 3)) {
    await page.goto(path);
    await page.locator('[aria-busy="true"]').first().waitFor();
    expect(waiting).not.toEqual([]);
    await lookAt(page, `${path}, loading`);
    await Promise.all(waiting.splice(0).map((route) => route.abort('aborted')));
  }
});

test('screens that failed to load say so, are accessible and fit every width', async () => {
  const { page } = await openAs(admin, null);
  await answer(page, DATA, refusal(500, 'No.'));
  for (const path of sample([...appScreens, ...adminScreens], 'failed', 3)) {
    await page.goto(path);
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).first().waitFor();
    expect(await page.getByRole('alert').count()).toBeGreaterThan(0);
    await lookAt(page, `${path}, failed`);
  }
  await page.unrouteAll();
  await answer(page, '**/api/users/profile', refusal(500, 'No.'));
  await page.goto('/app/profile');
  await page.getByRole('alert').getByText('Failed to load profile').waitFor();
  await lookAt(page, '/app/profile, failed');
});

test('screens load over a slow connection without noticeable layout shift', async () => {
  const widths = sample([1280, 390], 'layout shift');
  const tabs = await Promise.all(widths.map(async (width) => ({ width, page: await openSlowTab(width) })));
  const jumping = await Promise.all(tabs.map(({ width, page }) => findJumps(page, width)));
  expect(jumping.flat()).toEqual([]);
  // Prove that the check can fail.
  for (const { page } of tabs) {
    await page.evaluate("document.body.insertAdjacentHTML('afterbegin', '<div style=\"height: 300px\"></div>')");
    expect(await shiftOf(page)).toBeGreaterThan(LAYOUT_SHIFT);
  }
});

test("times use the profile's zone from the first render, regardless of the device's", async () => {
  const { page } = await openAs(customer, null, { timezoneId: 'America/New_York' });
  await page.route('**/api/users/profile', async (route) => {
    await sleep(2500);
    await route.continue();
  });
  await page.goto('/app');
  const row = page.getByRole('region', { name: 'Upcoming Meetings' }).getByRole('listitem').first();
  await row.waitFor();
  expect(await row.innerText()).toContain('UTC');
});

test('with forced colours, selected items and enabled switches stand out, and dialogs have an edge', async () => {
  const { page } = await openAs(customer, null);
  await page.emulateMedia({ forcedColors: 'active' });
  const styleOf = (selector: string, property: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`);
  const background = (selector: string) => styleOf(selector, 'backgroundColor');
  await page.goto(`/app/meetings?meeting=${meetingId}`);
  await page.locator('[data-meeting-row][aria-current]').waitFor();
  await page.evaluate("document.body.insertAdjacentHTML('beforeend', '<hr style=\"background: Highlight\">')");
  const highlight = await background('body > hr');
  for (const selected of [
    '[data-meeting-row][aria-current]',
    'aside nav a[aria-current]',
    '[role="radiogroup"] label:has(:checked)',
  ]) {
    expect(await background(selected)).toBe(highlight);
  }
  await page.getByRole('button', { name: 'Add meeting' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await styleOf('[role="dialog"]', 'border')).toMatch(/^1px solid/);

  await page.goto('/app/settings');
  for (const state of ['checked', 'unchecked']) {
    const track = `[role="switch"][data-state="${state}"]`;
    await page.locator(track).first().waitFor();
    expect(await background(`${track} > *`)).not.toBe(await background(track));
  }
  expect(await background('[role="switch"][data-state="checked"]')).toBe(highlight);
});

test('a visual check detects accessibility faults, even in only one theme', async () => {
  const { page } = await openTab();
  await page.emulateMedia({ reducedMotion: 'reduce' }); // colours change immediately
  await page.goto('/forgot-password');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.evaluate(`
    document.querySelector('main').insertAdjacentHTML('beforeend', \`
      <style>@media (prefers-color-scheme: dark) { #faint { color: #777; background: #888 } }</style>
      <p id="faint">Faint in the dark</p><input id="unlabelled">\`)
  `);
  expect(await findAccessibilityFaults(page)).toEqual(['label: #unlabelled']);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findAccessibilityFaults(page, 'colors')).toEqual(['color-contrast: #faint']);
  expect(await findSafariFaults(page)).toEqual([]);
  await page.evaluate(`
    document.querySelector('main').insertAdjacentHTML('beforeend', \`
      <input style="font-size: 15px"><ul style="list-style: none"></ul>\`)
  `);
  expect(await findSafariFaults(page)).toEqual([
    'zooms: <input style="font-size: 15px">',
    'no list: <ul style="list-style: none"></ul>',
  ]);
});

/** Opens a screen and checks it at every width and in both themes. @param ready resolves when its content shows */
async function look(page: Page, path: string, ready: () => Promise<void>): Promise<void> {
  await page.goto(path);
  await ready();
  await lookAt(page, path);
}

/** Opens a tab as the customer, with slow, staggered responses, and records its layout shifts. @param width in px */
async function openSlowTab(width: number): Promise<Page> {
  const { page } = await openAs(customer, null);
  await page.setViewportSize({ width, height: 860 });
  await watchShifts(page);
  let calls = 0;
  await page.route(DATA, async (route) => {
    await sleep(400 + (calls++ % 3) * 300);
    await route.continue();
  });
  return page;
}

/** Lists the customer's screens that shift by more than `LAYOUT_SHIFT`, including settings variants. */
async function findJumps(page: Page, width: number) {
  const jumping: { screen: string; width: number; shift: number }[] = [];
  const open = async (path: string, screen = path) => {
    await page.goto(path);
    const shift = await shiftOnceLoaded(page);
    if (shift > LAYOUT_SHIFT) jumping.push({ screen, width, shift });
  };
  const openSettings = async (screen: string, address: string, data: unknown) => {
    await page.route(address, async (route) => {
      await sleep(1000);
      await route.fulfill({ json: { success: true, data } });
    });
    await open('/app/settings', screen);
    await page.unroute(address);
  };
  for (const path of [...appScreens, `/app/meetings?meeting=${meetingId}`, '/app/profile']) await open(path);
  await openSettings('settings with five calendars', '**/calendar/calendars', { calendars: fiveCalendars() });
  await openSettings('settings without a calendar account', '**/calendar/integrations', { integrations: [] });
  return jumping;
}

/** Waits until the page has loaded. Returns its layout shift since it was opened. */
async function shiftOnceLoaded(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
  await sleep(300);
  return await shiftOf(page);
}

function fiveCalendars(): UserCalendar[] {
  return Array.from({ length: 5 }, () => ({
    id: randomUUID(),
    provider: 'google',
    name: 'Family',
    timeZone: 'UTC',
    isPrimary: false,
    enabled: true,
    lastSyncAt: null,
  }));
}
