import type { Page, Route } from 'playwright';
import { expect, test } from 'vitest';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { lookAt } from '#tests/support/look.ts';
import { untilMailed } from '#tests/support/mail-outbox.ts';

const VIDEO_SITE = 'https://video.example/foreword';

const { product, openTab } = await startBrowserProduct({ DEMO_VIDEO_URL: VIDEO_SITE });

/** Maps the text of links to their targets within a part of the page. */
const hrefs = async (page: Page, part: 'header' | 'main' | 'footer') =>
  await page.evaluate<Record<string, string>>(
    `Object.fromEntries([...document.querySelectorAll('${part} a')].map((link) => [link.textContent.trim(), link.getAttribute('href')]))`,
  );

/** The one call that visitors are denied, and its console error. */
const plansRefused = {
  consoleErrors: [expect.stringMatching(/^Failed to load resource: .* 401 .*\/api\/subscriptions\/plans\)$/)],
  failedRequests: [expect.stringMatching(/^401 .*\/api\/subscriptions\/plans$/)],
};

const title = async (page: Page, name: string) => {
  await page.getByRole('heading', { level: 1, name }).waitFor();
  // A prerendered page shows its heading before the application renders. Axe must not run in between.
  await page.locator('[data-toasts]').waitFor({ state: 'attached' });
};

test('the home page has the specified links and accepts newsletter sign-ups [2.1]', async () => {
  const { page, faults } = await openTab();
  await page.goto('/');
  await title(page, 'Know who you are about to meet');
  expect(await hrefs(page, 'header')).toMatchObject({
    Features: '/#features',
    Pricing: '/pricing',
    Contact: '/contact',
    'Sign in': '/login',
    'Sign up': '/register',
  });
  expect(await hrefs(page, 'main')).toMatchObject({
    'Start Free Trial': '/register?intent=trial',
    'Watch Demo': '/demo',
  });
  expect(await hrefs(page, 'footer')).toMatchObject({
    'Privacy Policy': '/privacy',
    'Terms of Service': '/terms',
    'support@foreword.test': 'mailto:support@foreword.test',
  });
  await page.getByRole('contentinfo').getByText('24/7 support').waitFor();
  await lookAt(page);

  await page.getByRole('banner').getByRole('link', { name: 'Features' }).click();
  await page.waitForURL('**/#features');
  const subscribe = page.getByRole('button', { name: 'Subscribe Now' });
  await subscribe.click();
  await page.getByText('Please enter your email address').waitFor();
  await page.getByLabel('Email').fill('ines@brightwater.test');
  // If verification is still running, the form submits when it completes.
  await page.getByLabel('Email').press('Enter');
  await page.getByText('Check your email: we sent you a link to confirm the subscription.').waitFor();
  await untilMailed(product, 'ines@brightwater.test');
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });

  // A small screen has the same links in a menu that works by keyboard.
  await page.setViewportSize({ width: 390, height: 860 });
  await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Sign up' }).waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter');
  await menu.getByRole('link', { name: 'Pricing' }).press('Enter');
  await title(page, 'One plan, everything included');
  await page.getByText('$10', { exact: true }).waitFor();
  expect(faults).toEqual(plansRefused);
});

test('the theme chosen in the footer persists', async () => {
  const { page } = await openTab();
  await page.goto('/terms');
  const stored = () => page.evaluate('localStorage.getItem("theme")');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect.poll(stored).toBe('dark');
  await page.goto('/privacy');
  expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
  await page.getByRole('radio', { name: 'Match device' }).check();
  await expect.poll(stored).toBeNull();
});

test('the demo plays our tour and links to the video site [2.2]', async () => {
  const { page, faults } = await openTab();
  await page.goto('/demo');
  await title(page, 'See Foreword in action');
  expect(await hrefs(page, 'main')).toMatchObject({
    'Start Free Trial': '/register?intent=trial',
    'View Pricing': '/pricing',
  });
  expect(await page.getByRole('link', { name: 'Watch on the video site' }).getAttribute('href')).toBe(VIDEO_SITE);
  expect(await page.getByRole('main').getByRole('listitem').getByRole('heading').count()).toBe(3);
  await lookAt(page);
  expect(await page.locator('video').getAttribute('poster')).toMatch(/\.webp$/);
  await page.getByRole('button', { name: 'Play the tour' }).press('Enter');
  await expect.poll(() => page.evaluate('document.querySelector("video").currentTime')).toBeGreaterThan(0.2);
  expect(await page.evaluate('document.querySelector("video").duration')).toBeGreaterThan(20);
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

const features = [
  '60 meetings per month',
  '60 research requests',
  'AI research for all meetings',
  'Email briefings',
  'Google and Microsoft calendar integration',
  'Company intelligence reports',
  'Smart meeting preparation',
  'Priority support',
  'Advanced analytics',
];

test('the pricing page shows the first plan, or the built-in one if none loads [2.3] [4.16] [8.24] [9.5]', async () => {
  const { page, faults } = await openTab();
  const logged: string[] = [];
  page.on('pageerror', ({ name }) => logged.push(name));
  const plan = page.getByRole('region', { name: 'Plan' });
  await page.goto('/pricing');
  await plan.getByText('$10', { exact: true }).waitFor();
  expect(await plan.getByRole('heading').textContent()).toBe('Research');
  await plan.getByText('per month', { exact: true }).waitFor();
  await plan.getByText('Best for growing teams').waitFor();
  expect(await plan.getByRole('listitem').allTextContents()).toEqual(features);
  expect(await plan.getByRole('link', { name: 'Start Free Trial' }).getAttribute('href')).toBe(
    '/register?intent=trial',
  );
  const enterprise = page.getByRole('region', { name: 'Enterprise' });
  await enterprise.getByText('Custom pricing').waitFor();
  await enterprise.getByText('Unlimited meetings').waitFor();
  expect(await enterprise.getByRole('link', { name: 'Contact Sales' }).getAttribute('href')).toBe('/contact');
  expect(await hrefs(page, 'header')).toMatchObject({ 'Sign in': '/login', 'Sign up': '/register' });
  await lookAt(page);
  const questions = page.locator('details');
  expect(await questions.count()).toBe(4);
  await questions.nth(1).locator('summary').press('Enter');
  await page.getByText('with no refund for the rest of it').waitFor();
  expect(faults).toEqual(plansRefused);

  const builtIn = ['Research', '$10', 'per month', '60 research requests'];
  type Failure = 'offline' | Parameters<Route['fulfill']>[0];
  const answers: { plans?: unknown[]; failure?: Failure; thrown?: string; expected: string[] }[] = [
    { plans: [], expected: builtIn },
    { failure: { status: 500, json: { success: false } }, thrown: 'ApiError', expected: builtIn },
    { failure: 'offline', thrown: 'ApiError', expected: builtIn },
    { failure: { body: '<html>' }, thrown: 'ApiError', expected: builtIn },
    { failure: { json: { plans: [{ productName: 'Team' }] } }, thrown: 'ApiError', expected: builtIn },
    { failure: { json: { success: true, data: {} } }, thrown: 'Error', expected: builtIn },
    {
      plans: [
        {
          productName: 'Team',
          description: 'For twelve',
          amount: 4900,
          interval: 'year',
          intervalCount: 1,
          meetingLimit: 90,
        },
        { productName: 'Second' },
      ],
      expected: ['Team', 'For twelve', '$49', 'per year', '90 meetings per month', '90 research requests'],
    },
    {
      plans: [
        { productName: 'Free', amount: null, interval: 'month', intervalCount: 3, meetingLimit: 5, researchLimit: 2 },
      ],
      expected: ['Free', '$0', 'every 3 months', 'Best for growing teams', '2 research requests'],
    },
  ];
  for (const { plans = [], failure, thrown, expected } of answers) {
    const answered = Promise.withResolvers<void>();
    await page.route('**/api/subscriptions/plans', async (route) => {
      await answered.promise;
      const data = { plans: plans.map((each) => ({ currency: 'usd', description: null, ...Object(each) })) };
      if (failure === 'offline') await route.abort('internetdisconnected');
      else await route.fulfill(failure ?? { json: { success: true, data } });
    });
    await page.reload();
    await page.getByText('Loading plans').waitFor({ state: 'attached' });
    answered.resolve();
    for (const text of expected) await plan.getByText(text, { exact: true }).waitFor();
    expect(await page.getByText('Unable to load current pricing').count()).toBe(0);
    // A failed call is only logged, just after the built-in plan is shown.
    await expect.poll(() => logged).toEqual(thrown === undefined ? [] : [thrown]);
    logged.length = 0;
    expect(await page.getByLabel('Notifications').textContent()).toBe('');
    await page.unroute('**/api/subscriptions/plans');
  }
});

test('the legal pages state the required terms and link to each other [1.8] [2.5] [9.15]', async () => {
  const { page, faults } = await openTab();
  await page.goto('/terms');
  await title(page, 'Terms of Service');
  const terms = (await page.getByRole('article').textContent()) ?? '';
  for (const fact of [
    'at least 16 years old',
    'takes effect at the end of the current billing cycle',
    'no refund for partial periods',
    '30 days’ notice of any fee change',
    'settle it informally for 30 days',
    'the greater of the amounts you paid us in the 12 months before the claim arose and USD 100',
    'laws of the State of Delaware',
  ])
    expect(terms).toContain(fact);
  await lookAt(page);
  await page.getByRole('article').getByRole('link', { name: 'the Privacy Policy' }).click();
  await title(page, 'Privacy Policy');
  const privacy = (await page.getByRole('article').textContent()) ?? '';
  expect(privacy).toContain('Google API Services User Data Policy, including the Limited Use requirements');
  expect(privacy).toContain('at least 16 years old');
  expect(privacy).toContain(
    'Anthropic: the language model that does the research. It receives the text of the invitation',
  );
  await lookAt(page);
  await page.getByRole('article').getByRole('link', { name: 'the Terms of Service' }).click();
  await title(page, 'Terms of Service');
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test('a visitor can open every public and sign-in screen, but not the app or the admin area [6.1]', async () => {
  const { page } = await openTab();
  const screens: [path: string, name: string][] = [
    ['/', 'Know who you are about to meet'],
    ['/demo', 'See Foreword in action'],
    ['/pricing', 'One plan, everything included'],
    ['/contact', 'Get in Touch'],
    ['/privacy', 'Privacy Policy'],
    ['/terms', 'Terms of Service'],
    ['/login', 'Sign in to Foreword'],
    ['/register', 'Create your account'],
    ['/forgot-password', 'Forgot your password?'],
    [`/reset-password/${'x'.repeat(43)}`, 'Choose a new password'],
    ['/verify-email', 'Verification failed'],
    ['/admin', 'Admin sign-in'],
  ];
  for (const [path, name] of screens) {
    await page.goto(path);
    await title(page, name);
    expect(new URL(page.url()).pathname).toBe(path);
  }
  for (const path of ['/app', '/app/settings', '/admin/dashboard']) {
    await page.goto(path);
    await page.waitForURL(path.startsWith('/admin') ? '**/admin' : '**/login');
  }
});

test('an unknown URL shows a 404 page that links home [2.6]', async () => {
  const { page } = await openTab();
  expect((await page.goto('/no-such-page'))?.status()).toBe(404);
  await title(page, 'Page not found');
  await page.getByRole('main').getByRole('link', { name: /home/i }).click();
  await title(page, 'Know who you are about to meet');
  expect(new URL(page.url()).pathname).toBe('/');
});

test('public pages are complete without JavaScript, with metadata for search and sharing', async () => {
  const { page } = await openTab({ javaScriptEnabled: false });
  const titles = new Set<string>();
  for (const path of ['/', '/demo', '/pricing', '/contact', '/privacy', '/terms']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    titles.add(await page.title());
    const address = `${product.url}${path}`;
    expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(address);
    expect(await page.locator('meta[property="og:url"]').getAttribute('content')).toBe(address);
    const image = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '';
    expect((await page.request.get(image)).headers()['content-type']).toBe('image/png');
    expect(await page.locator('meta[name="robots"]').count()).toBe(0);
    expect(await page.content()).not.toMatch(/__[A-Z_]+__/);
    // The app loads later: before the first paint only the entry's helper is preloaded.
    expect(await page.content()).toContain('<template>');
    expect(await page.locator('link[rel="modulepreload"]').count()).toBe(1);
  }
  expect(titles.size).toBe(6);
  for (const path of ['/no-such', '/no-such.page', '/no/such/page']) {
    expect((await page.goto(path))?.status()).toBe(404);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    expect(await page.getByRole('main').getByRole('link').getAttribute('href')).toBe('/');
    expect(await page.title()).toBe('Page not found · Foreword');
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
    expect(await page.locator('link[rel="canonical"], meta[property^="og:"]').count()).toBe(0);
    expect(await page.content()).not.toMatch(/__[A-Z_]+__/);
  }
  const sitemap = await (await page.request.get('/sitemap.xml')).text();
  const listed = ['/', '/demo', '/pricing', '/contact', '/privacy', '/terms', '/login', '/register'];
  expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual(
    listed.map((path) => `${product.url}${path}`),
  );
  const robots = await (await page.request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${product.url}/sitemap.xml`);
  // Disallows the signed-in screens, but not the icon with the same prefix.
  expect(robots.match(/^Disallow: .*$/gm)).toEqual(
    ['/api/', '/app$', '/app/', '/admin'].map((path) => `Disallow: ${path}`),
  );
  await page.goto('/app');
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
});
