import type { Browser } from 'playwright';
import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEncryption } from '#db/encryption.ts';
import { openPool } from '#db/pool.ts';
import { answerOnce, openBrowser, openTab, refusal, signInByForm } from '#tests/support/browser.ts';
import { seedCalendar, seedMeeting, seedUser } from '#tests/support/builders.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';

const TRIGGER = '**/api/research/trigger';
const EXHAUSTED = { quota: 60, used: 60 };

let product: RunningProduct;
let pool: DatabasePool;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct({ RATE_LIMIT_SIGN_IN: 'off', RATE_LIMIT_GENERAL: 'off' });
  pool = await openPool(product.env['DATABASE_OWNER_URL'] ?? '', { maxConnections: 1 });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await pool?.end();
  await product?.stop();
});

test('a call that fails is told in a toast with the words, the way out and the time of its kind [8.19] [8.20] [8.21] [8.22]', async () => {
  const { email, id: userId } = await seedUser(pool);
  const encryption = createEncryption(product.env['ENCRYPTION_KEYS'] ?? '');
  const { calendarId } = await seedCalendar(pool, { userId, encryption });
  const meetingId = await seedMeeting(pool, { userId, calendarId, title: 'Failed one', researchState: 'failed' });
  const { page } = await openTab(browser, product.url);
  await signInByForm(page, email);
  await page.clock.install();
  await page.goto(`/app/meetings?meeting=${meetingId}`);
  const start = page.getByRole('button', { name: 'Try again' });
  await start.waitFor();

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
      title: 'Monthly research quota exceeded (60/60 used).',
      detail: 'Resets on 1 December 2026.',
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
    const toast = page.getByRole('region', { name: 'Notifications' }).getByText(title);
    await toast.waitFor();
    if (detail !== undefined) await page.getByText(detail).waitFor();
    if (action !== undefined) await page.getByRole('button', { name: action }).waitFor();
    await page.mouse.move(0, 0);
    await page.clock.fastForward((seconds - 1) * 1000);
    expect({ title, isShown: await toast.isVisible() }).toEqual({ title, isShown: true });
    await page.clock.fastForward(1000);
    await page.clock.runFor(1500);
    await toast.waitFor({ state: 'detached', timeout: 5000 });
  }

  await answerOnce(page, TRIGGER, refusal(403, 'quota', EXHAUSTED));
  await start.click();
  await page.getByRole('button', { name: 'Upgrade your plan' }).click();
  await page.waitForURL('**/app/settings#subscription');
});
