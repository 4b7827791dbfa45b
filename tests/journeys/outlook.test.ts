import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { allowConsent, fillSignInForm, openBrowser, openTabIn, untilToast } from '#tests/support/browser.ts';
import { PASSWORD } from '#tests/support/builders.ts';
import { payOnCheckoutPage } from '#tests/support/checkout-page.ts';
import { readOutbox, untilMailed } from '#tests/support/mail-outbox.ts';
import { TEST_PATIENCE_MS } from '#tests/support/patience.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';
import { controlOf } from '#tests/support/vendor-control.ts';

const MIRA = 'mira@eastgate.test';
/** The zone of Mira's browser; her mailbox uses another one. */
const ZONE = 'America/New_York';
/**
 * The sandbox places her first meeting 123 minutes after consent, so with this lead time its
 * briefing is due within two minutes.
 */
const LEAD_MINUTES = 122;
/** The longest wait for its research, and for the briefing, which waits for the research. */
const BRIEFING_MS = 5 * 60_000;
const FIRST_MEETING = 'Vantora Health: packaging refresh';

let product: RunningProduct;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct({ RATE_LIMIT_SIGN_IN: 'off', RATE_LIMIT_GENERAL: 'off' });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('Mira signs up by email, subscribes, connects Outlook, sees meetings in local time and gets a briefing [1.2]', {
  timeout: BRIEFING_MS + TEST_PATIENCE_MS,
}, async () => {
  const { page, faults } = await openTabIn(browser, product.url, { timezoneId: ZONE });
  await signUp(page);
  const data = { leadMinutes: LEAD_MINUTES, quietHours: null, digest: false, paused: false };
  expect((await page.request.put('/api/users/briefing-preferences', { data })).status()).toBe(200);

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByText('Microsoft Outlook').waitFor();
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Connect', exact: true }).last().click();
  await allowConsent(await popup, 'Mira Kask');
  await untilToast(page, 'Microsoft Calendar connected with auto-sync enabled!');
  await page.locator('#calendars').getByText(MIRA).waitFor();
  await page.getByText('Connected, synced just now').waitFor();

  await page.getByRole('link', { name: 'Meetings', exact: true }).click();
  const first = page.getByRole('link', { name: FIRST_MEETING });
  await first.waitFor();
  // 08:30 in California is 11:30 in New York all year round.
  expect(await page.getByRole('link', { name: 'Silverfern: launch film' }).textContent()).toContain('11:30');
  expect(await rowsOf(page, 'Press day at the printer')).toBe(0);
  expect(await rowsOf(page, 'Private event')).toBe(1);
  expect(await page.content()).not.toContain('Dentist');
  expect(await page.getByRole('link', { name: 'Studio standup' }).textContent()).toContain('Internal meeting');
  expect(await rowsOf(page, 'Saltmarsh Paper: weekly production call')).toBeGreaterThan(2);
  await first.click();
  await page.getByRole('button', { name: 'View full research' }).waitFor({ timeout: BRIEFING_MS });

  const isBriefing = ({ subject }: { subject: string }) => subject.includes(FIRST_MEETING);
  const mail = await untilMailed(product, MIRA, { fits: isBriefing, withinMs: BRIEFING_MS });
  expect(mail.subject).toMatch(new RegExp(`^${await startOf(page, FIRST_MEETING)} `));
  expect(mail.html).toContain(product.sandbox.web);
  await page.getByText('Briefing sent').first().waitFor();
  expect((await readOutbox(product, MIRA)).filter(isBriefing)).toHaveLength(1);

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('switch', { name: 'Auto-sync' }).click();
  await page.getByText('Auto-sync is off.').waitFor();
  // With auto-sync off, a sync can still be requested.
  await addEvent('Larkspur: last proofs');
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByText('Syncing your calendars.').waitFor();
  await page.getByRole('link', { name: 'Meetings', exact: true }).click();
  await page.getByRole('link', { name: 'Larkspur: last proofs' }).waitFor();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('Microsoft Calendar disconnected').waitFor();
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

async function signUp(page: Page): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Name').fill('Mira Kask');
  await page.getByLabel('Work email').fill(MIRA);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Check your email').waitFor();
  const { text } = await untilMailed(product, MIRA);
  await page.goto(/https?:\S+\/verify-email\?token=\S+/.exec(text)?.[0] ?? 'no link in the email');
  await page.waitForURL('**/login**');
  await fillSignInForm(page, MIRA);
  await page.waitForURL('**/app/subscription-required');
  await page.getByRole('radio', { name: /per month/ }).check();
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  await payOnCheckoutPage(page);
  await untilToast(page, 'Your free trial has started');
}

/** Adds an event for tomorrow to Mira's Microsoft calendar. */
async function addEvent(subject: string): Promise<void> {
  const grant = z.object({ access_token: z.string() });
  const { microsoft } = product.sandbox;
  const { access_token } = grant.parse(await controlOf(microsoft).post('token', { email: MIRA }));
  const at = (hours: number) => ({
    dateTime: new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19),
    timeZone: 'UTC',
  });
  const response = await fetch(`${microsoft}/v1.0/me/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      subject,
      start: at(24),
      end: at(25),
      attendees: [{ emailAddress: { address: 'ada@larkspur.test' } }],
    }),
  });
  expect(response.status).toBe(201);
}

async function rowsOf(page: Page, title: string): Promise<number> {
  return await page.getByRole('link', { name: title }).count();
}

/** Returns the time shown for a meeting in the list. */
async function startOf(page: Page, title: string): Promise<string> {
  const row = await page.getByRole('link', { name: title }).first().textContent();
  return /\d\d:\d\d/.exec(row ?? '')?.[0] ?? String(row);
}
