import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { sql } from '#db/sql.ts';
import { seedBriefing } from '#tests/support/briefing-builders.ts';
import { callsOf, holdOnce, refusal, untilToast } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { seedMeeting, seedUser, seedWhitelistEntry } from '#tests/support/builders.ts';
import { lookAt } from '#tests/support/look.ts';

const DAY_MS = 86_400_000;

const { pool, openAs, openAsNew } = await startBrowserProduct();

const openAdmin = (path: string) => openAsNew({ role: 'admin', path });
/** Opens the whitelist as an admin who is not on it. */
const openWhitelist = () => openAsNew({ role: 'admin', isWhitelisted: false, path: '/admin/dashboard/whitelist' });

/** Replaces the whole whitelist with these entries, oldest first. */
async function fillWhitelist(emails: string[]): Promise<void> {
  await pool.query(sql.typeAlias('void')`delete from whitelist_entries`);
  for (const email of emails) await seedWhitelistEntry(pool, { email });
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `guest${index}@brightwater.test`);
const dialog = (page: Page) => page.getByRole('dialog');

test('the overview shows zeros until counts load, and its sidebar leads back to the app [2.24] [2.25]', async () => {
  const { page, faults } = await openAdmin('/app');
  const release = await holdOnce(page, '**/api/admin/overview');
  await page.goto('/admin/dashboard');
  const counters = page.locator('dl dd:nth-of-type(1)');
  await page.getByText('Whitelisted emails').waitFor();
  expect(await counters.allTextContents()).toEqual(['0', '0', '0', '0']);
  release();
  await page.getByText('No recent activity').or(page.getByRole('listitem').first()).waitFor();
  expect(await counters.allTextContents()).toEqual(['1', '1', '1', '1']);
  await page.getByRole('heading', { name: 'Quick actions' }).waitFor();
  await lookAt(page, 'overview');

  const sidebar = page.getByRole('navigation', { name: 'Admin' });
  expect(await sidebar.getByRole('link').allTextContents()).toEqual([
    'Overview',
    'Email Whitelist',
    'Objections',
    'Audit log',
    'Back to app',
  ]);
  await sidebar.getByRole('link', { name: 'Email Whitelist' }).click();
  await page.getByRole('heading', { level: 1, name: 'Email Whitelist' }).waitFor();
  await page.getByRole('row').nth(1).waitFor();
  await sidebar.getByRole('link', { name: 'Back to app' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test('an admin adds an email with details, sees it listed, and removes it [2.26] [4.15] [5.19] [6.3] [7.40] [8.25]', async () => {
  await fillWhitelist([]);
  const { page, email: admin } = await openWhitelist();
  await page.getByText('No whitelisted emails yet').waitFor();
  await lookAt(page, 'empty whitelist');

  await page.getByRole('button', { name: 'Add Email' }).click();
  expect(await dialog(page).getByLabel('Duration').locator('option').allTextContents()).toEqual([
    'No expiration',
    '30 days',
    '90 days',
    '180 days (6 months)',
    '365 days (1 year)',
  ]);
  await dialog(page).getByRole('button', { name: 'Add Email' }).click();
  await dialog(page).getByText('Please enter an email address').waitFor();
  await lookAt(page, 'add dialog');
  await dialog(page).getByLabel('Email').fill('ines@brightwater.test');
  const bare = page.waitForRequest((request) => request.method() === 'POST');
  await dialog(page).getByRole('button', { name: 'Add Email' }).click();
  expect((await bare).postDataJSON()).toEqual({ email: 'ines@brightwater.test' });
  await untilToast(page, 'Email added to whitelist');
  await dialog(page).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Add Email' }).click();
  expect(await dialog(page).getByLabel('Email').inputValue()).toBe('');
  await dialog(page).getByLabel('Email').fill('ines@brightwater.test');
  await dialog(page).getByRole('button', { name: 'Add Email' }).click();
  await dialog(page).getByText('This email is already whitelisted.').waitFor();
  await dialog(page).getByLabel('Email').fill('tom@brightwater.test');
  await dialog(page).getByLabel('Reason').fill('Contract');
  await dialog(page).getByLabel('Duration').selectOption('180');
  await dialog(page).getByLabel('Contract reference').fill('C-2026-014');
  await dialog(page).getByRole('button', { name: 'Add Email' }).click();
  await page.getByRole('cell', { name: 'tom@brightwater.test', exact: true }).waitFor();

  await seedWhitelistEntry(pool, {
    email: 'seven@brightwater.test',
    expiresAt: new Date(Date.now() + 7 * DAY_MS - 60_000),
  });
  await seedWhitelistEntry(pool, { email: 'gone@brightwater.test', expiresAt: new Date(Date.now() - 1000) });
  await pool.query(sql.typeAlias('void')`
    update users set first_name = '' where email = ${admin}
  `);
  await page.reload();
  await page.getByRole('cell', { name: 'gone@brightwater.test', exact: true }).waitFor();
  const rows = await page.getByRole('row').allInnerTexts();
  expect(rows.map((row) => row.split(/\s*\t\s*/).filter(Boolean))).toMatchObject([
    ['Email', 'Reason', 'Duration', 'Contract', 'Added By', 'Date Added', 'Actions'],
    ['gone@brightwater.test', 'Beta tester', 'Expired', expect.any(String), 'Unknown User', expect.any(String)],
    [
      'seven@brightwater.test',
      'Beta tester',
      '7 days remaining',
      expect.any(String),
      'Unknown User',
      expect.any(String),
    ],
    ['tom@brightwater.test', 'Contract', '180 days remaining', 'C-2026-014', admin, expect.any(String)],
    ['ines@brightwater.test', expect.any(String), 'No expiration', expect.any(String), admin, expect.any(String)],
  ]);
  await lookAt(page, 'whitelist');

  await page.getByRole('button', { name: 'Remove tom@brightwater.test' }).click();
  await dialog(page).getByText('loses premium access right away, unless there is an active subscription').waitFor();
  await lookAt(page, 'the question before removing');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Remove tom@brightwater.test' }).click();
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await untilToast(page, 'Email removed from whitelist');
  await page.getByRole('cell', { name: 'tom@brightwater.test', exact: true }).waitFor({ state: 'detached' });
});

test.each(['admin', 'superadmin'] as const)(
  'an email whitelisted by staff (%s) gets full access without a subscription [1.6]',
  async (role) => {
    const guest = await seedUser(pool, { isWhitelisted: false });
    const { page: guestPage } = await openAs(guest.email);
    await guestPage.getByText('This account has no subscription yet.').waitFor();

    const { page } = await openAsNew({ role });
    await page.getByRole('link', { name: 'Admin', exact: true }).click();
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Email Whitelist' }).click();
    await page.getByRole('button', { name: 'Add Email' }).click();
    await dialog(page).getByLabel('Email').fill(guest.email);
    await page.keyboard.press('Enter');
    await untilToast(page, 'Email added to whitelist');

    await guestPage.getByRole('button', { name: 'Check again' }).click();
    await guestPage.getByRole('heading', { name: 'Upcoming Meetings' }).waitFor();
    await guestPage.goto('/app/settings');
    await guestPage.getByRole('heading', { name: 'Beta Access' }).waitFor();
    expect((await guestPage.request.get('/api/meetings')).status()).toBe(200);
  },
);

test('bulk add reports each email that failed, with the reason [5.20] [7.41] [8.25] [9.12]', async () => {
  await fillWhitelist(['old@brightwater.test']);
  const { page } = await openWhitelist();
  await page.getByRole('button', { name: 'Bulk Add' }).click();
  const emails = dialog(page).getByLabel('Emails');
  const submit = dialog(page).getByRole('button', { name: /^Add \d+ emails?$/ });
  expect(await dialog(page).getByLabel('Reason').inputValue()).toBe('Beta tester');
  expect(await dialog(page).getByLabel('Duration').locator('option').allTextContents()).toEqual([
    'No expiration',
    '7 days',
    '30 days',
    '90 days',
    '365 days',
  ]);
  expect([await submit.textContent(), await submit.isDisabled()]).toEqual(['Add 0 emails', true]);
  await emails.fill('nobody, no@where');
  await emails.blur();
  await dialog(page).getByText('Please enter valid email addresses').waitFor();
  await emails.fill(numbered(101).join(' '));
  await dialog(page).getByText('Maximum 100 emails allowed at once').waitFor();
  await lookAt(page, 'too many addresses at once');
  const calls = callsOf(page, 'POST');
  await submit.click();
  expect(calls).toEqual([]);

  await emails.fill('a@brightwater.test\nb@brightwater.test,old@brightwater.test; x@-.test nobody');
  expect(await submit.textContent()).toBe('Add 4 emails');
  await dialog(page).getByLabel('Duration').selectOption('7');
  await submit.click();
  await untilToast(page, 'Added 2 email(s) to whitelist');
  await untilToast(page, 'Failed to add 1 email(s)');
  const result = dialog(page).getByRole('region', { name: 'Result' });
  expect(await result.innerText()).toContain('2 added, 1 already whitelisted, 1 failed');
  expect(await result.getByRole('listitem').innerText()).toBe('x@-.test: Please enter a valid email address');
  await lookAt(page, 'bulk result');
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('cell', { name: 'b@brightwater.test', exact: true }).waitFor();

  await page.getByRole('button', { name: 'Bulk Add' }).click();
  expect([await emails.inputValue(), await dialog(page).getByLabel('Duration').inputValue()]).toEqual(['', '']);
  expect(await dialog(page).getByLabel('Reason').inputValue()).toBe('Beta tester');
  expect(await result.count()).toBe(0);
});

test('the whitelist paginates, and returns to page 1 after an add or once page 2 is empty [4.15] [9.12]', async () => {
  await fillWhitelist(numbered(51));
  const { page } = await openWhitelist();
  await page.getByText('Showing 1 to 50 of 51 entries').waitFor();
  const sizes = page.getByLabel('Rows per page');
  expect(await sizes.locator('option').allTextContents()).toEqual(['25', '50', '100']);
  expect([await sizes.inputValue(), await page.getByText(/^Page/).textContent()]).toEqual(['50', 'Page 1 of 2']);
  expect(await page.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Showing 51 to 51 of 51 entries').waitFor();
  expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);

  await page.getByRole('button', { name: 'Remove guest0@brightwater.test' }).click();
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Showing 1 to 50 of 50 entries').waitFor();
  await sizes.selectOption('25');
  await page.getByText('Showing 1 to 25 of 50 entries').waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Page 2 of 2').waitFor();
  await page.getByRole('button', { name: 'Add Email' }).click();
  await dialog(page).getByLabel('Email').fill('newest@brightwater.test');
  await page.keyboard.press('Enter');
  await page.getByText('Showing 1 to 25 of 51 entries').waitFor();
  await page.getByRole('cell', { name: 'newest@brightwater.test', exact: true }).waitFor();
});

test("a failed call shows the server's message or, if there is none, what failed [8.27]", async () => {
  await fillWhitelist(['old@brightwater.test']);
  const { page } = await openWhitelist();
  await page.getByRole('button', { name: 'Remove old@brightwater.test' }).waitFor();
  let answer: { status: number; body: string } | null = null;
  await page.route('**/api/admin/whitelist**', async (route) => {
    if (route.request().method() === 'GET' && answer !== null) await route.continue();
    else if (answer === null) await route.abort('failed');
    else await route.fulfill({ ...answer, contentType: 'application/json' });
  });
  const said = (text: string) => refusal(409, text);
  const successWith = (data: string) => `{"success":true,"data":${data}}`;

  answer = said('The server says no');
  await page.getByRole('button', { name: 'Add Email' }).click();
  await dialog(page).getByLabel('Email').fill('a@brightwater.test');
  await page.keyboard.press('Enter');
  await dialog(page).getByText('The server says no').waitFor();
  await lookAt(page, 'an address that was refused');
  answer = null;
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Failed to add email').waitFor();
  // After a response without a message, our own text replaces the server's.
  for (const wordless of [{ status: 502, body: '<html>' }, refusal(409, ''), { status: 500, body: '[]' }]) {
    answer = said('The server says no');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('The server says no').waitFor();
    answer = wordless;
    await page.keyboard.press('Enter');
    await dialog(page).getByText('Failed to add email').waitFor();
  }
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Bulk Add' }).click();
  await dialog(page).getByLabel('Emails').fill('a@brightwater.test');
  const submit = dialog(page).getByRole('button', { name: 'Add 1 email' });
  await submit.click();
  await dialog(page).getByText('Failed to bulk add emails').waitFor();
  for (const empty of ['{"success":false}', '{"success":true}', ...['null', '{}'].map(successWith)]) {
    answer = { status: 200, body: empty };
    await submit.click();
    await dialog(page).getByText('Invalid response').waitFor();
    answer = said('Not now');
    await submit.click();
    await dialog(page).getByText('Not now').waitFor();
  }
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Remove old@brightwater.test' }).click();
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await dialog(page).getByText('Not now').waitFor();
  answer = null;
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await dialog(page).getByText('Failed to remove email').waitFor();
  await page.keyboard.press('Escape');

  await page.reload();
  await untilToast(page, 'Error');
  await untilToast(page, 'Failed to fetch whitelist');
  expect(await page.getByRole('row').count()).toBe(0);
  await lookAt(page, 'a whitelist that failed to load');
  answer = said('');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('cell', { name: 'old@brightwater.test', exact: true }).waitFor();
});

test('the audit log describes actions in words and shows more on request', async () => {
  const { page, faults, email } = await openAdmin('/app');
  await pool.query(sql.typeAlias('void')`
    insert into audit_log (actor_user_id, action, subject, ip)
    select id, 'account.exported', 'user:' || id, '203.0.113.7' from users, generate_series(1, 60) where email = ${email}
  `);
  await page.goto('/admin/dashboard/audit-log');
  await page.getByRole('row').nth(50).waitFor();
  expect(await page.getByRole('row').nth(1).innerText()).toContain('exported the data');
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('row').nth(60).waitFor();
  await lookAt(page, 'audit log');
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test('a user without an admin role sees an access denied page [1.6] [6.3]', async () => {
  const { page } = await openAsNew({ path: '/admin/dashboard/whitelist' });
  await page.getByText('Access denied: Email not authorized for admin access').waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
  await lookAt(page, 'access denied');
  await page.getByRole('link', { name: 'Back to app' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  expect(await page.getByRole('link', { name: 'Admin' }).count()).toBe(0);
});

test('the overview shows reader feedback and a badly rated briefing, without its meeting title', async () => {
  const user = await seedUser(pool);
  const meetingId = await seedMeeting(pool, { userId: user.id, title: 'Secret talk' });
  const briefingId = await seedBriefing(pool, { userId: user.id, meetingId, sentAt: new Date().toISOString() });
  await pool.query(sql.typeAlias('void')`
    insert into briefing_feedback (briefing_id, action, reason) values (${briefingId}, 'not_useful', 'too_long')
  `);
  const { page, faults } = await openAdmin('/admin/dashboard');
  await page.getByText(/^Last 30 days: .* · 0% of 1 rating useful · 0 wrong people · 0 wrong facts$/).waitFor();
  await page.locator('summary').focus();
  await page.keyboard.press('Enter');
  await page.getByText(`Briefing ${briefingId}`).waitFor();
  await lookAt(page, 'a bad briefing');
  expect(await page.getByText('Secret talk').count()).toBe(0);
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});
