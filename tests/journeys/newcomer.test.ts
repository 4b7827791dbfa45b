import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { openPool } from '#db/pool.ts';
import { sql } from '#db/sql.ts';
import { allowConsent, openBrowser, openTabIn, untilToast } from '#tests/support/browser.ts';
import { payOnCheckoutPage } from '#tests/support/checkout-page.ts';
import { readOutbox, untilMailed } from '#tests/support/mail-outbox.ts';
import { TEST_PATIENCE_MS } from '#tests/support/patience.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';

const SAM = 'sam@harborline.test';
/** The zone of Sam's browser; his calendar uses another one. */
const ZONE = 'America/New_York';
/**
 * The longest wait for Sam's first briefing. The sandbox places his first meeting so that the
 * briefing is due in three minutes; research and mail take less than a minute.
 */
const FIRST_BRIEFING_MS = 5 * 60_000;

let product: RunningProduct;
let pool: DatabasePool;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct();
  pool = await openPool(product.env['DATABASE_OWNER_URL'] ?? '', { maxConnections: 1 });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await pool?.end();
  await product?.stop();
});

test('Sam registers with Google, starts a trial and gets one briefing whose sources can be opened [1.4] [9.3]', {
  timeout: FIRST_BRIEFING_MS + TEST_PATIENCE_MS,
}, async () => {
  const { page, faults } = await openTabIn(browser, product.url, { timezoneId: ZONE });

  await page.goto('/register?intent=trial');
  const google = page.getByRole('button', { name: 'Google' });
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  await google.click();
  await allowConsent(page, 'Sam Okafor');
  await payOnCheckoutPage(page);
  await untilToast(page, 'Your free trial has started');
  await untilToast(page, 'Google Calendar connected with auto-sync enabled!');

  await page.getByRole('link', { name: 'Meetings', exact: true }).click();
  const lumenfield = page.getByRole('link', { name: 'Lumenfield: intro call' });
  await lumenfield.waitFor();
  expect(await statusOf(page, 'Partnerships standup')).toBe('Internal meeting');
  await lumenfield.click();
  await page.getByRole('button', { name: 'View full research' }).waitFor({ timeout: FIRST_BRIEFING_MS });

  const mail = await untilMailed(product, SAM, { withinMs: FIRST_BRIEFING_MS });
  expect(mail.subject).toBe(`${await localStartOf('Lumenfield: intro call')} Lumenfield: intro call`);
  const links = [...mail.html.matchAll(/href="(http:\/\/127\.0\.0\.1[^"]+)"/g)].map(([, href = '']) => href);
  const sources = [...new Set(links)].filter((href) => href.startsWith(product.sandbox.web));
  expect(sources.length).toBeGreaterThan(2);
  const answers = await Promise.all(sources.map(async (source) => `${(await fetch(source)).status} ${source}`));
  expect(answers).toEqual(sources.map((source) => `200 ${source}`));

  await page.getByText('Briefing sent').first().waitFor();
  await sleep(10_000);
  expect(await readOutbox(product, SAM)).toHaveLength(1);
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

/** Reads the status shown next to a meeting's title in the list. */
async function statusOf(page: Page, title: string): Promise<string> {
  const row = page.getByRole('link', { name: title });
  const texts = ['Internal meeting', 'Research pending', 'Research complete', 'Briefing sent'];
  const text = await row.textContent();
  return texts.find((status) => text?.includes(status)) ?? String(text);
}

/** Returns the meeting's start in Sam's local time, such as `09:30`. */
async function localStartOf(title: string): Promise<string> {
  const start = await pool.oneFirst(sql.type(z.object({ start: z.date() }))`
    select start_time as start from meetings where title = ${title} and user_id = (select id from users where email = ${SAM})
  `);
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: ZONE }).format(start);
}
