import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
  type Request,
} from 'playwright';
import { expect, inject, onTestFinished } from 'vitest';
import { PASSWORD } from './builders.ts';
import { PATIENCE_MS } from './patience.ts';

/** Faults that a page must not cause in a test. Console errors include uncaught exceptions and `reportError` calls. */
export type PageFaults = { consoleErrors: string[]; failedRequests: string[] };
export type Tab = { context: BrowserContext; page: Page; faults: PageFaults };
export type TabOptions = Pick<BrowserContextOptions, 'timezoneId' | 'javaScriptEnabled'>;

/**
 * Chromium features to disable. The address bar's popups, invisible here, took two thirds of the time to open a tab.
 * The others are Playwright's defaults (chromiumSwitches.ts), which a custom list replaces.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/**
 * Launches Chromium.
 * @param options.isWhole use full Chromium, which shows notifications
 * @param options.keepsPages use the back/forward cache, which the headless shell lacks
 */
export async function openBrowser({ isWhole = false, keepsPages = false } = {}): Promise<Browser> {
  return await chromium.launch({
    executablePath: inject(isWhole || keepsPages ? 'chromiumPath' : 'headlessShellPath'),
    ignoreDefaultArgs: keepsPages ? ['--disable-back-forward-cache'] : [],
    args: [
      `--disable-features=${DISABLED_FEATURES.join(',')}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

/** Opens a tab in a British browser with its own profile until the end of the test, and records its faults. */
export async function openTabIn(browser: Browser, baseUrl: string, options: TabOptions = {}): Promise<Tab> {
  const viewport = { width: 1280, height: 860 };
  const context = await browser.newContext({ baseURL: baseUrl, viewport, locale: 'en-GB', ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript({ path: fileURLToPath(import.meta.resolve('#tests/support/shown-toasts.js')) });
  const page = await context.newPage();
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await printPages(context, faults, pending);
    // A route's handler may still be waiting for something on the page.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });
  const faults: PageFaults = { consoleErrors: [], failedRequests: [] };
  const pending = new Set<Request>();
  context.on('request', (request) => pending.add(request));
  context.on('requestfinished', (request) => pending.delete(request));
  context.on('console', (message) => {
    // Errors on the vendors' own pages, such as a missing favicon, do not count.
    const { url } = message.location();
    if (message.type() === 'error' && url.startsWith(baseUrl)) faults.consoleErrors.push(`${message.text()} (${url})`);
  });
  // Uncaught exceptions arrive only through this event.
  context.on('weberror', (thrown) => {
    const url = thrown.page()?.url() ?? '';
    if (url.startsWith(baseUrl)) faults.consoleErrors.push(`${thrown.error()} (${url})`);
  });
  context.on('requestfailed', (request) => {
    pending.delete(request);
    const reason = request.failure()?.errorText ?? '';
    // Leaving a page aborts its pending requests.
    if (reason !== 'net::ERR_ABORTED') faults.failedRequests.push(`${request.url()} ${reason}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) faults.failedRequests.push(`${response.status()} ${response.url()}`);
  });
  return { context, page, faults };
}

/** Prints what a failed test's tabs show and are waiting for, since a timeout only says what is missing. */
async function printPages(context: BrowserContext, faults: PageFaults, pending: Set<Request>): Promise<void> {
  for (const page of context.pages()) {
    const shown = await page.ariaSnapshot({ timeout: 5_000 }).catch(inspect);
    process.stderr.write(`${page.url()} showed:\n${shown}\n`);
  }
  const unanswered = Array.from(pending, (request) => `${request.method()} ${request.url()}`);
  process.stderr.write(`${inspect({ ...faults, unanswered })}\n`);
}

/** Answers the sandbox's consent page as a user would. */
export async function allowConsent(page: Page, accountName: string): Promise<void> {
  await page.getByRole('radio', { name: accountName }).check();
  await page.getByRole('button', { name: 'Allow' }).click();
}

/** Signs a tab in with the seeded users' password through the API, which is faster than loading the form. */
export async function signIn(page: Page, email: string): Promise<void> {
  const response = await page.request.post('/api/auth/sign-in/email', { data: { email, password: PASSWORD } });
  if (!response.ok()) throw new Error(`Signing in failed: ${await response.text()}`);
}

/** Signs a tab in and opens a page of the app. */
export async function signInTab(page: Page, email: string, path = '/app'): Promise<void> {
  await signIn(page, email);
  await page.goto(path);
}

/** Fills in and submits the page's sign-in form. A screen in transition may hold another email field. */
export async function fillSignInForm(page: Page, email: string, button = 'Sign in'): Promise<void> {
  const submit = page.getByRole('button', { name: button, exact: true });
  const form = page.locator('form').filter({ has: submit });
  await form.getByRole('textbox', { name: 'Email' }).fill(email);
  await form.locator('[type=password]').fill(PASSWORD);
  await submit.click();
}

/** Moves focus with the Tab key, in either direction, until it reaches the element. @throws after 60 steps */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.first().waitFor({ state: 'attached' });
  for (let steps = 0; steps < 60; steps += 1) {
    if ((await target.and(page.locator(':focus')).count()) === 1) return;
    await page.keyboard.press(key);
  }
  throw new Error(`not reached with the Tab key: ${target.toString()}`);
}

/** Makes clicks on the next pages move focus as in Safari: not to a button, but to whatever contains it, or nowhere. */
export async function focusLikeSafari(page: Page): Promise<void> {
  await page.addInitScript(`
    window.addEventListener('mousedown', (event) => {
      const control = event.target.closest('a, button');
      if (!control || control.hasAttribute('tabindex') || event.defaultPrevented) return;
      event.preventDefault();
      const around = control.parentElement.closest('[tabindex]');
      if (around) around.focus();
      else document.activeElement.blur();
    });
  `);
}

/** Answers requests for a URL with `reply`, by default all from now on. */
export async function answer(
  page: Page,
  url: string | RegExp,
  reply: Answer,
  options: { times?: number } = {},
): Promise<void> {
  await page.route(
    url,
    async (route) => {
      if (reply === 'offline') await route.abort('internetdisconnected');
      else await route.fulfill({ contentType: 'application/json', ...reply });
    },
    options,
  );
}

/** Answers the next request for a URL with `reply`. */
export async function answerOnce(page: Page, url: string, reply: Answer): Promise<void> {
  await answer(page, url, reply, { times: 1 });
}

type Answer = 'offline' | { status: number; body: string; headers?: Record<string, string>; contentType?: string };

/** Holds the next request for a URL until the returned function is called. */
export async function holdOnce(page: Page, url: string): Promise<() => void> {
  const freed = Promise.withResolvers<void>();
  await page.route(
    url,
    async (route) => {
      await freed.promise;
      await route.continue();
    },
    { times: 1 },
  );
  return () => freed.resolve();
}

/** Returns a list that records the paths of the page's API calls with this method from now on. */
export function callsOf(page: Page, method: string): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === method && pathname.startsWith('/api/')) paths.push(pathname);
  });
  return paths;
}

/** Returns a successful response like those of the API. */
export function success(data: object): { status: number; body: string } {
  return { status: 200, body: JSON.stringify({ success: true, data }) };
}

/** Returns an error response like those of the API. */
export function refusal(
  status: number,
  message: string,
  more: Record<string, unknown> = {},
): { status: number; body: string } {
  return { status, body: JSON.stringify({ success: false, message, error: message, ...more }) };
}

/** Sums the layout shifts of the pages opened from now on, for `shiftOf`. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(`{
    window.shift = 0;
    const add = (entries) => {
      for (const entry of entries) if (!entry.hadRecentInput) window.shift += entry.value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    window.shiftSoFar = async () => {
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
      add(observer.takeRecords());
      return window.shift;
    };
  }`);
}

/** Returns the layout shift of the current page, including changes that have not been painted yet. */
export async function shiftOf(page: Page): Promise<number> {
  return await page.evaluate<number>('window.shiftSoFar()');
}

/** Presses keys without waiting in between, for sequences that have a time limit. */
export async function pressTogether(page: Page, ...keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
}

/** Finds a notification by its whole text. */
export function toast(page: Page, text: string): Locator {
  // By label, since a dialog hides the rest of the page from roles.
  return page.getByLabel('Notifications').getByText(text, { exact: true });
}

/** Waits until a notification has shown this whole text. On a slow machine, it may be gone before it is looked for. */
export async function untilToast(page: Page, text: string): Promise<void> {
  await expect
    .poll(() => page.evaluate<boolean>(`wasToastShown(${JSON.stringify(text)})`), { message: text })
    .toBe(true);
}

/** The response to a call over its rate limit, which can be repeated after 90 s. */
export const TOO_MANY = { ...refusal(429, 'Slow down'), headers: { 'Retry-After': '90' } };

/** Adds an authenticator that responds like a user with a fingerprint. It keeps passkeys while the page is open. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
