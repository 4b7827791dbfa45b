import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright';
import { inject } from 'vitest';
import { PASSWORD } from './builders.ts';

/** What a page must not do while a test looks at it. What it throws and nobody catches, or hands to `reportError`, is among the console's errors. */
export type PageFaults = { consoleErrors: string[]; failedRequests: string[] };

/**
 * What Chromium leaves out. The popups of the address bar, which nobody sees here, took two thirds of the work of opening a tab; the others are what
 * Playwright leaves out by default, because a list of one's own takes the place of its list (chromiumSwitches.ts).
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
 * @param options.isWhole Whether it shows notifications too, which the headless shell does not.
 * @param options.keepsPages Whether pages that are left are kept whole for the way back, as people's browsers do and the headless shell does not.
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

/** A tab in a British browser with a profile of its own, and everything it complains about. */
export async function openTab(
  browser: Browser,
  baseUrl: string,
  options: { timezoneId?: string; locale?: string } = {},
): Promise<{ context: BrowserContext; page: Page; faults: PageFaults }> {
  const viewport = { width: 1280, height: 860 };
  const context = await browser.newContext({ baseURL: baseUrl, viewport, locale: 'en-GB', ...options });
  const page = await context.newPage();
  const faults: PageFaults = { consoleErrors: [], failedRequests: [] };
  context.on('console', (message) => {
    // The vendors' own pages (a missing favicon, say) are not the product's.
    const { url } = message.location();
    if (message.type() === 'error' && url.startsWith(baseUrl)) faults.consoleErrors.push(`${message.text()} (${url})`);
  });
  // The browser's console has these too, but hands them on by this way alone.
  context.on('weberror', (thrown) => {
    const url = thrown.page()?.url() ?? '';
    if (url.startsWith(baseUrl)) faults.consoleErrors.push(`${thrown.error()} (${url})`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A page that is left gives up what it was still loading.
    if (reason !== 'net::ERR_ABORTED') faults.failedRequests.push(`${request.url()} ${reason}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) faults.failedRequests.push(`${response.status()} ${response.url()}`);
  });
  return { context, page, faults };
}

/** Answers the sandbox's consent page as the person would. */
export async function allowConsent(page: Page, accountName: string): Promise<void> {
  await page.getByRole('radio', { name: accountName }).check();
  await page.getByRole('button', { name: 'Allow' }).click();
}

/** Signs a tab in with the password every seeded user has, by the call that the form makes, and opens nothing: loading the form took half as long again. */
export async function signIn(page: Page, email: string): Promise<void> {
  const response = await page.request.post('/api/auth/sign-in/email', { data: { email, password: PASSWORD } });
  if (!response.ok()) throw new Error(`Signing in failed: ${await response.text()}`);
}

/** Signs a tab in and opens a page of the app. */
export async function signInTab(page: Page, email: string, path = '/app'): Promise<void> {
  await signIn(page, email);
  await page.goto(path);
}

/** Fills in the sign-in form that a page shows, and sends it: that form's own fields, for a screen that is on its way out may have an email field too. */
export async function fillSignInForm(page: Page, email: string): Promise<void> {
  const submit = page.getByRole('button', { name: 'Sign in', exact: true });
  const form = page.locator('form').filter({ has: submit });
  await form.getByRole('textbox', { name: 'Email' }).fill(email);
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await submit.click();
}

/** Moves the focus with the Tab key, forwards or back, until it is on the element. @throws after 60 steps */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.first().waitFor({ state: 'attached' });
  for (let steps = 0; steps < 60; steps += 1) {
    if ((await target.and(page.locator(':focus')).count()) === 1) return;
    await page.keyboard.press(key);
  }
  throw new Error(`not reached with the Tab key: ${target.toString()}`);
}

/** Answers the next call of an address in place of the server. */
export async function answerOnce(page: Page, url: string, answer: Answer): Promise<void> {
  await page.route(
    url,
    async (route) => {
      if (answer === 'offline') await route.abort('internetdisconnected');
      else await route.fulfill({ contentType: 'application/json', ...answer });
    },
    { times: 1 },
  );
}

type Answer = 'offline' | { status: number; body: string; headers?: Record<string, string>; contentType?: string };

/** Keeps the next call of an address waiting, until what it returns is called. */
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

/** A refusal in the envelope of the API. */
export function refusal(
  status: number,
  message: string,
  more: Record<string, unknown> = {},
): { status: number; body: string } {
  return { status, body: JSON.stringify({ success: false, message, error: message, ...more }) };
}

/** Gives the page an authenticator that answers as a person with a fingerprint would. It holds its passkeys as long as the page is open. */
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
