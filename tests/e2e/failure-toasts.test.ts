import { fileURLToPath } from 'node:url';
import type { Page, Route } from 'playwright';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { answer, answerOnce, refusal, success, toast, untilToast } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { seedMeeting, seedResearch, seedSubscription } from '#tests/support/builders.ts';
import { seedOwner } from '#tests/support/customer.ts';
import { lookAt } from '#tests/support/look.ts';

const TRIGGER = '**/api/research/trigger';
const CURRENT = '**/api/subscriptions/current';
const SYNC = '**/api/users/sync-calendar-integrations';
const EXHAUSTED = { quota: 60, used: 60 };

const { pool, encryption, openAs, openAsNew } = await startBrowserProduct();

test('each kind of failed call shows its own toast, action and duration [8.19] [8.20] [8.21] [8.22] [9.11]', async () => {
  const { email, userId, calendarId } = await seedOwner(pool, encryption);
  const meetingId = await seedMeeting(pool, { userId, calendarId, title: 'Failed one', researchState: 'failed' });
  const { page } = await openAs(email, null);
  await holdClock(page);
  await page.goto(`/app/meetings?meeting=${meetingId}`);
  const start = page.getByRole('button', { name: 'Try again' });
  await start.waitFor();
  await stopClock(page);

  const limit = { 'Retry-After': '90', 'X-RateLimit-Limit': '100', 'X-RateLimit-Remaining': '0' };
  const failures = [
    {
      answer: { ...refusal(429, 'x'), headers: limit },
      title: 'Rate limit exceeded. Please wait 2 minutes before trying again.',
      detail: '0 of 100 requests remaining',
      seconds: 5,
    },
    { answer: refusal(429, 'x'), title: 'Rate limit exceeded. Please try again later.', seconds: 5 },
    {
      answer: refusal(403, 'quota', { ...EXHAUSTED, resetDate: '2026-12-01T00:00:00.000Z' }),
      title: 'Monthly research quota exceeded (60/60 used). Resets on 1 December 2026.',
      action: 'Upgrade your plan',
      seconds: 6,
    },
    {
      answer: refusal(403, 'quota', EXHAUSTED),
      title: 'Monthly research quota exceeded (60/60 used).',
      detail: 'Upgrade your plan for more research.',
      action: 'Upgrade your plan',
      seconds: 6,
    },
    {
      answer: refusal(403, 'subscription', { requiredPlan: 'Team', currentPlan: 'Research' }),
      title: 'This feature requires the Team plan. You are currently on the Research plan.',
      action: 'View subscription plans',
      seconds: 6,
    },
    {
      answer: refusal(400, 'No company', { targetDomain: 'gmail.com', reason: 'A free-mail domain is no company' }),
      title: 'Invalid research target.',
      detail: 'A free-mail domain is no company',
      seconds: 5,
    },
    {
      answer: refusal(409, 'x'),
      title: 'Failed to start research',
      detail: 'Resource conflict. The item may already exist.',
      seconds: 4,
    },
  ];
  for (const { answer, title, detail, action, seconds } of failures) {
    await answerOnce(page, TRIGGER, answer);
    await start.click();
    await notifications(page).getByText(title).waitFor();
    if (detail !== undefined) await page.getByText(detail).waitFor();
    if (action !== undefined) await page.getByRole('button', { name: action }).waitFor();
    await expectShownFor(page, title, seconds);
  }

  await page.clock.resume();
  await answerOnce(page, TRIGGER, refusal(403, 'quota', EXHAUSTED));
  await start.click();
  await page.getByRole('button', { name: 'Upgrade your plan' }).click();
  await page.waitForURL('**/app/settings#subscription');
  expect(new URL(page.url()).hash).toBe('#subscription');
});

test('the calendar sync after login reports its results but not a failure [8.24] [8.25]', async () => {
  const { page } = await openAsNew({ path: null });
  const logged = thrownIn(page);
  await page.goto('/app');
  await holdClock(page);
  const comeFromGoogle = async (answer: ReturnType<typeof success>) => {
    const stopped = Promise.withResolvers<void>();
    const reply = async (route: Route) => {
      await stopped.promise;
      await route.fulfill({ ...answer, contentType: 'application/json' });
    };
    await page.route(SYNC, reply, { times: 1 });
    // Sent 2 s after the app starts, which may be before the screen is complete.
    const answered = page.waitForResponse(SYNC);
    await page.clock.resume();
    await page.evaluate("sessionStorage.setItem('syncCalendarAfterLogin', 'true')");
    await page.goto('/app');
    await page.getByRole('heading', { name: 'Upcoming Meetings' }).waitFor();
    await stopClock(page);
    stopped.resolve();
    await answered;
  };

  await comeFromGoogle(refusal(500, 'x'));
  await expect.poll(() => logged).toEqual(['ApiError']);
  expect(await notifications(page).textContent()).toBe('');

  const created = ['google', 'microsoft'].map((provider) => ({ provider, calendarName: 'Work' }));
  await comeFromGoogle(synced({ created }));
  await untilToast(page, 'Microsoft Calendar connected with auto-sync enabled!');
  await expectShownFor(page, 'Google Calendar connected with auto-sync enabled!', 5);

  const skipped = [{ provider: 'google', reason: 'Integration already exists for this account' }];
  await comeFromGoogle(synced({ skipped }));
  await expectShownFor(page, 'Calendar already connected!', 3);
});

test('at most 20 toasts show at the top right, for 3 or 4 s [9.11]', async () => {
  const owner = await seedUserWithMeeting();
  const { page } = await openAs(owner.email, null);
  await holdClock(page);
  await page.goto('/app');
  const start = page.getByRole('button', { name: 'Start Research' });
  await start.waitFor();
  await stopClock(page);
  await start.click();
  const blank = notifications(page).locator('> div').filter({ hasText: 'Research for' });
  await blank.waitFor();
  // A toast rises 6 px as it appears.
  await page.evaluate(`(async () => {
    const shown = document.querySelector('[aria-label="Notifications"]').getAnimations({ subtree: true });
    await Promise.all(shown.map(({ finished }) => finished));
  })()`);
  const box = await blank.boundingBox();
  expect({ top: box?.y, right: (box?.x ?? 0) + (box?.width ?? 0) }).toEqual({ top: 16, right: 1280 - 16 });
  await expectShownFor(page, 'Research for “Intro call”', 4);

  const { page: adminPage } = await openAsNew({ role: 'admin', path: null });
  await holdClock(adminPage);
  await adminPage.goto('/admin/dashboard/whitelist');
  await adminPage.getByRole('button', { name: 'Add Email' }).click();
  await adminPage.getByLabel('Email', { exact: true }).fill('ines@brightwater.test');
  await stopClock(adminPage);
  await adminPage.keyboard.press('Enter');
  await expectShownFor(adminPage, 'Email added to whitelist', 4);

  await adminPage.route('**/api/users/domain-blacklist', async (route) => {
    const sent = route.request();
    if (sent.method() !== 'POST') return await route.continue();
    const { domain } = z.object({ domain: z.string() }).parse(sent.postDataJSON());
    return await route.fulfill(success({ excludedDomains: [domain], message: `${domain} is excluded.` }));
  });
  await adminPage.clock.resume();
  await adminPage.goto('/app/settings');
  await adminPage.getByText('No domains are excluded.').waitFor();
  await stopClock(adminPage);
  const exclude = async (domain: string) => {
    await adminPage.getByLabel('Domain', { exact: true }).fill(domain);
    await adminPage.keyboard.press('Enter');
    await notifications(adminPage).getByText(`${domain} is excluded.`).waitFor();
  };
  await exclude('first.test');
  await expectShownFor(adminPage, 'first.test is excluded.', 3);
  await exclude('held.test');
  // Hovering keeps the toasts open, however many arrive.
  await adminPage.mouse.move(1100, 30);
  await adminPage.mouse.move(1100, 40);
  await adminPage.clock.resume();
  for (let count = 1; count <= 21; count += 1) await exclude(`domain-${count}.test`);
  expect(await notifications(adminPage).locator('> div').count()).toBe(20);
});

test('a screen that failed to load says what is missing and offers a retry [8.26]', async () => {
  const { email, userId, calendarId } = await seedUserWithMeeting();
  const researched = { userId, calendarId, researchState: 'completed', startsInMinutes: 300 } as const;
  const meetingId = await seedMeeting(pool, researched);
  await seedResearch(pool, { userId, meetingId });
  const { page } = await openAs(email, null);
  const screens: [path: string, call: string, text: string][] = [
    ['/app', 'meetings/domain-statistics', 'Failed to fetch statistics'],
    ['/app', 'meetings?*', 'Failed to fetch meetings'],
    ['/app/meetings', 'meetings?*', 'Failed to load meetings'],
    [`/app/meetings?meeting=${meetingId}`, 'research/meetings/*', 'Failed to load research'],
    ['/app/profile', 'users/profile', 'Failed to load profile'],
    ['/app/settings', 'users/calendar/integrations', 'Failed to load calendar integrations'],
    ['/app/settings', 'users/domain-blacklist', 'Failed to load domain blacklist'],
    ['/app/settings', 'meetings/domain-statistics', 'Failed to fetch statistics'],
  ];
  for (const [path, call, text] of screens) {
    await failAll(page, 'GET', call);
    await page.goto(path);
    await page.getByRole('alert').getByText(text).waitFor();
    await page.unroute(`**/api/${call}`);
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await expect.poll(() => page.getByText(text).count()).toBe(0);
  }
});

test('the toast for a failed action says which action failed [8.26]', async () => {
  const { email, meetingId } = await seedUserWithMeeting();
  const { page } = await openAs(email, null);
  const thrown = thrownIn(page);
  await page.goto('/app/profile');
  await failAll(page, 'PUT', 'users/profile');
  await page.getByLabel('Last name').fill('Ortiz');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await untilToast(page, 'Failed to update profile');

  await page.goto(`/app/meetings?meeting=${meetingId}`);
  await page.evaluate("void (navigator.clipboard.writeText = () => Promise.reject(new Error('refused')))");
  await page.getByRole('button', { name: 'Copy link' }).click();
  await untilToast(page, 'Failed to copy to clipboard');
  await failAll(page, 'GET', 'meetings?*');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await untilToast(page, 'Failed to fetch meetings');

  await page.goto('/app/settings');
  await page.getByLabel('Domain', { exact: true }).fill('zoom.us');
  await page.keyboard.press('Enter');
  await failAll(page, 'DELETE', 'users/domain-blacklist/zoom.us');
  await page.getByRole('button', { name: 'Remove zoom.us' }).click();
  await untilToast(page, 'Failed to remove domain');
  expect(thrown).toEqual([]);
});

test('subscription and checkout failures each have their own message [8.26]', async () => {
  const { page, id: userId } = await openAsNew({ isWhitelisted: false, path: null });
  const thrown = thrownIn(page);
  await failAll(page, 'POST', 'subscriptions/create');
  await page.goto('/app');
  await page.getByRole('radio', { name: /per month/ }).check();
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  await untilToast(page, 'Failed to start trial. Please try again.');

  await seedSubscription(pool, { userId, status: 'active' });
  const team = { id: 'price_team', productId: 'prod_team', productName: 'Team', description: null, amount: 4900 };
  const period = { currency: 'usd', interval: 'month', intervalCount: 1, planType: 'paid' };
  const plans = [{ ...team, ...period, features: [], meetingLimit: 90 }];
  await answer(page, '**/api/subscriptions/plans', success({ plans }));
  await page.goto('/app/settings');
  await page.getByText('Switch in the billing portal').waitFor();
  expect(await page.getByRole('radio', { name: /per month/ }).count()).toBe(0);
  await lookAt(page, 'the way to another plan');
  await failAll(page, 'GET', 'subscriptions/billing-portal');
  await page.getByRole('button', { name: /^Upgrade/ }).click();
  await untilToast(page, 'Failed to start upgrade process');

  // The route guard's call succeeds; all later ones, made by the screen behind it, get `reply`.
  const later = async (reply: Parameters<Route['fulfill']>[0]) => {
    let asked = 0;
    await page.unroute(CURRENT);
    await page.route(CURRENT, (route) => (asked++ === 0 ? route.continue() : route.fulfill(reply)));
    await page.goto('/app/settings?success=true');
  };
  await later(failed);
  await untilToast(page, 'Failed to load subscription information');
  await later(success({ subscription: null, status: 'none' }));
  // A plan is not preselected, even if it is the only one.
  const start = page.getByRole('button', { name: /^(Start Free Trial|Subscribe)$/ });
  await start.click();
  await page.getByText('Please select a plan to continue').waitFor();
  await page.getByRole('radio', { name: 'Team' }).check();
  await start.click();
  await untilToast(page, 'Failed to create checkout session');
  // Thrown by the post-checkout welcome, whose call failed.
  expect(thrown).toEqual(['ApiError']);
});

/** Seeds a user with a calendar and one upcoming external meeting. */
async function seedUserWithMeeting() {
  const owner = await seedOwner(pool, encryption);
  return { ...owner, meetingId: await seedMeeting(pool, owner) };
}

/** Makes every call with this method and path fail. @param call path pattern below /api */
async function failAll(page: Page, method: string, call: string): Promise<void> {
  await page.route(`**/api/${call}`, (route) =>
    route.request().method() === method ? route.fulfill(failed) : route.fallback(),
  );
}

const failed = { ...refusal(500, 'Something broke.'), contentType: 'application/json' };

/** Returns the response of a calendar sync. */
function synced({ created = [], skipped = [] }: { created?: object[]; skipped?: object[] }) {
  return success({ summary: { created: created.length, skipped: skipped.length }, created, skipped });
}

const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Collects the names of errors that the page throws or reports from now on. */
function thrownIn(page: Page): string[] {
  const names: string[] = [];
  page.on('pageerror', ({ name }) => names.push(name));
  return names;
}

/** Takes over the page's clock, which then times each toast. */
async function holdClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.addInitScript({ path: fileURLToPath(import.meta.resolve('#tests/support/toast-times.js')) });
}

/**
 * Stops the page's clock, 10 s ahead, until the test moves it, so that a stalling machine does not count. All of the
 * page's timers stop, so it must have loaded.
 */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 10_000);
}

/** Expects the toast to stay for `seconds` and then disappear. Needs `stopClock` before it is shown. */
async function expectShownFor(page: Page, title: string, seconds: number): Promise<void> {
  const shown = toast(page, title);
  await shown.waitFor();
  await page.mouse.move(0, 0);
  const read = async () =>
    z
      .number()
      .nullable()
      .parse(await page.evaluate(`toastTimes.shownFor(${JSON.stringify(title)})`));
  let shownFor = await read();
  for (let waitedMs = 0; shownFor === null && waitedMs < 2000 * seconds; waitedMs += 100) {
    await page.clock.runFor(100);
    shownFor = await read();
  }
  expect({ title, shownFor }).toEqual({ title, shownFor: expect.closeTo(seconds, 0) });
  const countLater = async () => {
    await page.clock.runFor(500);
    return await shown.count();
  };
  await expect.poll(countLater).toBe(0);
}
