import type { BrowserContext, Page } from 'playwright';
import { expect, test } from 'vitest';
import { sql } from '#db/sql.ts';
import { answerOnce, holdOnce, refusal, type Tab, TOO_MANY, toast, untilToast } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { seedWhitelistEntry } from '#tests/support/builders.ts';
import { chunkUrl } from '#tests/support/chunk-url.ts';
import { holdTimers } from '#tests/support/held-timers.ts';
import { lookAt } from '#tests/support/look.ts';

const NO_CONNECTION = 'Network error. Please check your connection and try again.';
const NO_VERIFICATION = 'The security verification could not be loaded.';
const BOT_CHECK = 'src/features/bot-check/bot-check.tsx';

const { product, pool, openTab, openAsNew } = await startBrowserProduct();

test('the newsletter form keeps its input while offline and verifies once reconnected [8.16]', async () => {
  const { context, page } = await openTab();
  await page.goto('/');
  await untilComplete(page);
  await context.setOffline(true);
  await page.getByLabel('Email').fill('ines@brightwater.test');
  await page.getByText(`${NO_VERIFICATION} We’ll keep trying.`).waitFor();
  await lookAt(page, 'newsletter without its verification');
  expect(await page.getByLabel('Email').inputValue()).toBe('ines@brightwater.test');
  await context.setOffline(false);
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  await page.getByRole('button', { name: 'Subscribe Now' }).press('Enter');
  await page.getByText('Check your email').waitFor();
});

test('failed chunks load on reconnect: bot check, theme switch, toasts and verification resend', async () => {
  const { context, page } = await openTab();
  await keepPage(page);
  await page.goto('/contact');
  await withoutChunk(page, BOT_CHECK, async () => {
    await withoutChunk(page, 'theme-switch', async () => {
      await page.reload();
      await page.getByText(NO_VERIFICATION).waitFor();
      await page.getByLabel('Message').fill('We would like to see it with our own calendar.');
    });
  });
  await comeBack(context);
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  await page.getByRole('contentinfo').getByRole('radio', { name: 'Dark' }).waitFor();
  expect(await page.getByLabel('Message').inputValue()).toContain('our own calendar');

  await withoutChunk(page, 'src/ui/toaster.tsx', async () => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Microsoft' }).click();
    await page.getByRole('heading', { name: 'Sign in to Foreword' }).waitFor();
  });
  await comeBack(context);
  await untilToast(page, 'Microsoft authentication is coming soon!');

  await withoutChunk(page, 'src/features/auth-forms/resend-verification-form.tsx', async () => {
    await page.goto('/verify-email');
    await page.getByText('The form could not be loaded.').waitFor();
    await page.getByRole('heading', { name: 'Verification failed' }).waitFor();
  });
  await comeBack(context);
  await page.getByLabel('Email').waitFor();
});

test('Google sign-in reports a missing connection', async () => {
  const { context, page } = await openTab();
  await page.goto('/login');
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await untilToast(page, 'Failed to login with Google');
  expect(await toast(page, NO_CONNECTION).count()).toBe(1);
});

test('a screen that cannot load says why and appears once reconnected', async () => {
  const { context, page } = await openTab();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google', disabled: false }).waitFor();
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { name: 'We couldn’t show this page' }).waitFor();
  await page.getByText(NO_CONNECTION).waitFor();
  await context.setOffline(false);
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  expect(await page.evaluate('performance.getEntriesByType("navigation")[0].type')).toBe('navigate');
});

test('a palette requested offline reports the failure, leaves the screen up and opens once reconnected', async () => {
  const { context, page } = await openDashboard();
  await context.setOffline(true);
  await page.keyboard.press('Control+k');
  await untilToast(page, 'The dialog could not be loaded');
  expect(await page.getByRole('heading', { level: 1, name: 'Dashboard' }).count()).toBe(1);
  await context.setOffline(false);
  await page.getByRole('dialog', { name: 'Find anything' }).waitFor();
});

test('a page from an older release reloads once when a chunk is missing', async () => {
  const { page } = await openTab();
  await page.goto('/');
  await untilComplete(page);
  await release(page);
  const loaded = page.waitForEvent('load');
  await page.getByLabel('Email').focus();
  await loaded;
  await untilComplete(page);
  await page.getByLabel('Email').focus();
  await untilToast(page, 'A new version of Foreword is out');
  expect(await page.getByText(NO_CONNECTION).count()).toBe(0);
});

test('a page from an older release with unsaved input announces the new version instead of reloading', async () => {
  const { page } = await openTab();
  await page.goto('/');
  await untilComplete(page);
  await release(page);
  await page.getByLabel('Email').fill('ines@brightwater.test');
  await untilToast(page, 'A new version of Foreword is out');
  await lookAt(page, 'a new version');
  await page.waitForTimeout(5000);
  expect(await page.getByLabel('Email').inputValue()).toBe('ines@brightwater.test');
  await page.unrouteAll();
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await loaded;
});

test('a link whose chunk is gone opens the screen in the new release', async () => {
  const { page } = await openTab();
  await page.goto('/login');
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  await page.getByLabel('Email').fill('ines@brightwater.test');
  const form = 'src/routes/forgot-password.tsx?tsr-split=component---loader';
  await release(page, form);
  await page.route('/forgot-password', async (route) => {
    await page.unroute(await chunkUrl(form));
    await route.continue();
  });
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  expect(await page.evaluate('performance.getEntriesByType("navigation")[0].type')).toBe('reload');
});

test('the palette works while the shortcut sheet cannot load, and the sheet opens once it can', async () => {
  const { page } = await openDashboard();
  await keepPage(page);
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await withoutChunk(page, 'src/features/shell/shortcut-sheet.tsx', async () => {
    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await page.keyboard.type('shortcuts');
    await page.keyboard.press('Enter');
    await untilToast(page, 'The dialog could not be loaded');
    await palette.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Meetings', exact: true }).first().click();
    await page.waitForURL('**/app/meetings**');
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
  });
  await page.keyboard.press('?');
  await sheet.waitFor();
  expect(await palette.count()).toBe(0);
});

test('a dialog that failed to load is retried when its shortcut is pressed again', async () => {
  const { page } = await openDashboard();
  await keepPage(page);
  await page.clock.install();
  const address = await chunkUrl('src/features/shell/shortcut-sheet.tsx');
  await page.route(address, (route) => route.abort('connectionreset'));
  await page.keyboard.press('?');
  await untilToast(page, 'The dialog could not be loaded');
  await stopClock(page);
  const tried = page.waitForEvent('requestfailed');
  await page.keyboard.press('?');
  await tried;
  await page.unroute(address);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.waitFor();
  expect(await sheet.count()).toBe(1);
});

test('a chunk that failed to load is retried automatically, and immediately on request', async () => {
  const { page } = await openTab();
  const address = await chunkUrl(BOT_CHECK);
  const freeRetry = await holdOnce(page, address);
  await page.route(address, (route) => route.abort('connectionreset'), { times: 1 });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByText(NO_VERIFICATION).waitFor();
  freeRetry();
  await page.frameLocator('iframe').getByText('Success!').waitFor();

  await keepPage(page);
  await page.clock.install();
  await page.route(address, (route) => route.abort('connectionreset'));
  await page.reload();
  await page.getByText(NO_VERIFICATION).waitFor();
  await lookAt(page, 'a form without its verification');
  await stopClock(page);
  await page.unroute(address);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => page.getByText(NO_VERIFICATION).count()).toBe(0);
});

test('a prerendered page keeps its input when its screen chunk loads only after a failure', async () => {
  const { context, page } = await openTab();
  const typed = Promise.withResolvers<void>();
  const recover = await loseChunk(page, 'src/routes/contact.tsx?tsr-split=component---loader', typed.promise);
  await openWhileHeld(page, '/contact', 'src/application.tsx');
  await page.getByLabel('Message').fill('We would like to see it with our own calendar.');
  const failed = page.waitForEvent('requestfailed');
  typed.resolve();
  await failed;
  await page.waitForTimeout(1000);
  expect(await page.getByRole('heading', { name: 'We couldn’t show this page' }).count()).toBe(0);
  recover();
  await comeBack(context);
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  expect(await page.getByLabel('Message').inputValue()).toContain('our own calendar');
});

test('the app chunk is requested again after a lost connection', async () => {
  const { page } = await openTab();
  await page.route(await chunkUrl('src/application.tsx'), (route) => route.abort('connectionreset'), { times: 1 });
  await page.goto('/login');
  const ready = page.getByRole('button', { name: 'Continue with Google', disabled: false });
  await ready.waitFor();
  expect(await ready.count()).toBe(1);
});

test('a page whose app chunk the browser never requests again reloads once, then shows a notice', async () => {
  const { page } = await openTab();
  const recover = await loseChunk(page, 'src/application.tsx');
  let requests = 0;
  onReload(page, () => {
    requests += 1;
  });
  await page.goto('/login');
  const notice = page.getByText('This page did not load completely.');
  await notice.waitFor();
  await lookAt(page, 'a page whose scripts failed to load');
  // Retries after the reload failed too, and did not reload the page again.
  expect(requests).toBe(2);
  recover();
  await notice.getByRole('link', { name: 'reload it' }).click();
  await page.getByRole('button', { name: 'Continue with Google', disabled: false }).waitFor();
  await expect.poll(() => notice.count()).toBe(0);
});

test('a prerendered page with typed input shows a notice instead of reloading when its app chunk fails', async () => {
  const { page } = await openTab();
  const typed = Promise.withResolvers<void>();
  await loseChunk(page, 'src/application.tsx', typed.promise);
  await openWhileHeld(page, '/contact', 'src/application.tsx');
  await page.getByLabel('Message').fill('We would like to see it with our own calendar.');
  typed.resolve();
  await page.getByText('This page did not load completely.').waitFor();
  expect(await page.getByLabel('Message').inputValue()).toContain('our own calendar');
});

test('a chunk that the browser never requests again is loaded by one reload', async () => {
  const { page } = await openTab();
  const recover = await loseChunk(page, BOT_CHECK);
  await page.goto('/login', { waitUntil: 'commit' });
  onReload(page, recover);
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  expect(await page.evaluate('performance.getEntriesByType("navigation")[0].type')).toBe('reload');
});

test('a page with typed input asks for a reload when a chunk keeps failing', async () => {
  const { page } = await openTab();
  const typed = Promise.withResolvers<void>();
  await loseChunk(page, BOT_CHECK, typed.promise);
  await openWhileHeld(page, '/login', BOT_CHECK);
  await page.getByLabel('Email').fill('ines@brightwater.test');
  typed.resolve();
  await page.getByText(NO_VERIFICATION).waitFor();
  await untilToast(page, 'This page did not load completely');
  await lookAt(page, 'a page that did not load completely');
  expect(await page.getByLabel('Email').inputValue()).toBe('ines@brightwater.test');

  // After that, the page never reloads automatically: it may show something that appears only once.
  await page.getByLabel('Email').fill('');
  await page.evaluate("window.dispatchEvent(new Event('focus'))");
  await page.waitForTimeout(3000);
  expect(await page.evaluate('performance.getEntriesByType("navigation")[0].type')).toBe('navigate');
});

test('a screen that fails again on retry opens after one reload', async () => {
  const { page } = await openTab();
  await page.goto('/login');
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  const recover = await loseChunk(page, 'src/routes/forgot-password.tsx?tsr-split=component---loader');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { name: 'We couldn’t show this page' }).waitFor();
  onReload(page, recover);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  expect(await page.evaluate('performance.getEntriesByType("navigation")[0].type')).toBe('reload');
});

test('a toast appears even if the toast chunk loads late or the screen failed to load', async () => {
  const { page } = await openTab();
  await page.route(await chunkUrl('src/ui/toaster.tsx'), async (route) => {
    await page.waitForTimeout(6000);
    await route.continue();
  });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Microsoft' }).click();
  await untilToast(page, 'Microsoft authentication is coming soon!');
  const opacity = () =>
    page.evaluate<string>(
      'getComputedStyle(document.querySelector("section[aria-label=Notifications] > div")).opacity',
    );
  await expect.poll(opacity).toBe('1');
  await page.unrouteAll();

  await page.evaluate(
    'sessionStorage.setItem(`left ${document.querySelector("script[type=module]").getAttribute("src")}`, "yes")',
  );
  await release(page, 'src/routes/forgot-password.tsx?tsr-split=component---loader');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { name: 'We couldn’t show this page' }).waitFor();
  await untilToast(page, 'A new version of Foreword is out');
});

test('a page from an older release reloads even if toasts are not loaded yet', async () => {
  const { page } = await openTab();
  await release(page);
  await page.route(await chunkUrl('src/ui/toaster.tsx'), async (route) => {
    await page.getByText(NO_VERIFICATION).waitFor();
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await expect.poll(() => page.evaluate('performance.getEntriesByType("navigation")[0].type')).toBe('reload');
});

test('a missing chunk after a release is not reported as a network error', async () => {
  const { page } = await openTab();
  await page.goto('/contact');
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  await release(page, 'src/features/contact/resolve-contact.ts');
  await page.getByLabel('Message').fill('We would like to see it with our own calendar.');
  await page.getByRole('button', { name: 'Send Message' }).press('Enter');
  await page.getByText('Part of this page failed to load. Please try again.').waitFor();
  await untilToast(page, 'A new version of Foreword is out');
  expect(await page.getByText(NO_CONNECTION).count()).toBe(0);
});

test('a screen that throws shows its own error, not a download failure', async () => {
  const { page } = await openTab();
  await page.goto('/login');
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  await page.route(await chunkUrl('src/routes/forgot-password.tsx?tsr-split=component---loader'), (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("It has a fault");' }),
  );
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { name: 'We couldn’t show this page' }).waitFor();
  await page.getByText('It has a fault').waitFor();
  expect(await page.getByText('Part of this page failed to load').count()).toBe(0);
});

test('a verification script that fails after switching forms can be retried', async () => {
  const { page } = await openTab();
  // Without automatic retries, which would remove the button.
  await holdTimers(page, product.url);
  const held = Promise.withResolvers<void>();
  const script = '**/turnstile/v0/api.js*';
  await page.route(script, async (route) => {
    await held.promise;
    await route.abort('connectionreset');
  });
  // A script inserted early delays the load event.
  await page.goto('/login', { waitUntil: 'commit' });
  await page.locator('script[src*="turnstile"]').waitFor({ state: 'attached' });
  await page.getByRole('link', { name: 'Sign up' }).first().click();
  await page.waitForURL('**/register**');
  await page.getByLabel('Email').waitFor();
  await page.waitForTimeout(1000);
  held.resolve();
  await page.getByText('Security verification failed. Please try again.').waitFor();
  await lookAt(page, 'a verification whose script failed to load');
  await page.unroute(script);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  await expect.poll(() => page.getByText('Security verification failed. Please try again.').count()).toBe(0);
});

test('a list page that fails to load is reported and can be retried, and loaded rows stay', async () => {
  await pool.query(sql.typeAlias('void')`
    insert into audit_log (action, subject)
    select 'whitelist.add', 'guest' || number || '@brightwater.test' from generate_series(1, 120) number
  `);
  const { page } = await openAsNew({ role: 'admin', path: '/admin/dashboard/audit-log' });
  const rows = page.getByRole('row');
  const more = page.getByRole('button', { name: 'Show more' });
  await more.waitFor();
  await rows.nth(1).waitFor();
  const count = await rows.count();
  await answerOnce(page, '**/api/admin/audit-log?*', TOO_MANY);
  await more.click();
  const wait = 'Failed to load the audit log. Rate limit exceeded. Please wait 2 minutes before trying again.';
  await page.getByRole('alert').getByText(wait).waitFor();
  await answerOnce(page, '**/api/admin/audit-log?*', refusal(500, 'x'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('alert').getByText('Failed to load the audit log. Server error.').waitFor();
  expect(await rows.count()).toBe(count);
  await page.getByRole('button', { name: 'Try again' }).scrollIntoViewIfNeeded();
  await lookAt(page, 'a list page that failed to load');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(count);
});

test('a focused table button is not hidden by the sticky header', async () => {
  for (let index = 0; index < 45; index += 1) await seedWhitelistEntry(pool, { email: `row${index}@brightwater.test` });
  const { page } = await openAsNew({ role: 'admin', path: '/admin/dashboard/whitelist' });
  const last = page.getByRole('row').last().getByRole('button').last();
  await last.focus();
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Shift+Tab');
    const [button, head, isInTable] = await page.evaluate<[number, number, boolean]>(`(() => {
      const focused = document.activeElement;
      return [focused.getBoundingClientRect().top, document.querySelector('thead th').getBoundingClientRect().bottom, focused.closest('tbody') !== null];
    })()`);
    if (!isInTable) break;
    expect(button).toBeGreaterThanOrEqual(head);
  }
});

/** Makes one chunk of the app fail to load while `run` executes. */
async function withoutChunk(page: Page, key: string, run: () => Promise<void>): Promise<void> {
  const address = await chunkUrl(key);
  await page.route(address, (route) => route.abort('internetdisconnected'));
  await run();
  await page.unroute(address);
}

/**
 * Makes a chunk fail to load until the returned function is called. Until then every retry fails, as in Safari, which
 * never requests a failed module again while the page is open.
 * @param begun holds its requests until resolved, for example until input that must precede the failure
 */
async function loseChunk(page: Page, key: string, begun?: Promise<void>): Promise<() => void> {
  let isLost = true;
  await page.route(await chunkUrl(key), async (route) => {
    await begun;
    await (isLost ? route.abort('connectionreset') : route.continue());
  });
  return () => {
    isLost = false;
  };
}

/** Opens a page one of whose chunks is held. Resolves when the page requests `chunk`; by then it notices input. */
async function openWhileHeld(page: Page, path: string, chunk: string): Promise<void> {
  const asked = page.waitForRequest(await chunkUrl(chunk));
  await page.goto(path, { waitUntil: 'commit' });
  await asked;
}

/** Calls `act` each time the page requests its document, before any of its chunks. */
function onReload(page: Page, act: () => void): void {
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) act();
  });
}

/** Makes the page behave as if it had already used its one reload for a chunk that failed again. */
async function keepPage(page: Page): Promise<void> {
  const entry = (await chunkUrl('index.html')).replace('**', '');
  const script = `sessionStorage.setItem(location.origin + '${entry}', 'reloaded')`;
  await page.addInitScript(script);
  if (page.url() !== 'about:blank') await page.evaluate(script);
}

/** Simulates a release: the chunk is gone and a fetch of `/` finds a new entry, but pages still load. */
async function release(page: Page, gone = BOT_CHECK): Promise<void> {
  await page.route(await chunkUrl(gone), (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.route('/', async (route) => {
    if (route.request().resourceType() === 'document') await route.continue();
    else
      await route.fulfill({
        contentType: 'text/html',
        body: '<script type="module" src="/assets/index-new.js"></script>',
      });
  });
}

async function comeBack(context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  await context.setOffline(false);
}

/**
 * Advances the clock by two minutes, then stops it, which also stops automatic retries. Resolves once the retry due by
 * then has failed.
 */
async function stopClock(page: Page): Promise<void> {
  const tried = page.waitForEvent('requestfailed');
  await page.clock.pauseAt(Date.now() + 120_000);
  await tried;
}

async function openDashboard(): Promise<Tab> {
  const tab = await openAsNew();
  await tab.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  // Shortcuts work once the network is idle.
  await tab.page.waitForLoadState('networkidle');
  // On a slow machine that may be before the toast chunk has loaded, without which failures are not shown.
  await tab.page.locator('[data-toasts]').waitFor({ state: 'attached' });
  return tab;
}

/** Waits until the home page has loaded completely. */
async function untilComplete(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Subscribe Now', disabled: false }).waitFor();
  await page.getByRole('contentinfo').getByRole('radio', { name: 'Dark' }).waitFor();
}
