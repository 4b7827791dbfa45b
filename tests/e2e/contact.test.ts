import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { answerOnce, holdOnce, refusal, TOO_MANY } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { holdTimers, runOut } from '#tests/support/held-timers.ts';
import { lookAt } from '#tests/support/look.ts';
import { untilMailed } from '#tests/support/mail-outbox.ts';

const CONTACT = '**/api/contact';
const CHALLENGE_SCRIPT = '**/turnstile/v0/api.js**';

const { product, openTab } = await startBrowserProduct();

const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
};

test('the contact page validates its form, sends the message, and offers another [2.4] [4.8] [5.1] [5.2] [5.3] [5.4] [5.5] [9.7]', async () => {
  const { page, faults } = await openTab();
  await page.goto('/contact');
  await page.getByRole('heading', { level: 1, name: 'Get in Touch' }).waitFor();
  await page.getByText('We reply within 24 hours').first().waitFor();
  for (const [title, email] of [
    ['Sales Inquiries', 'sales@foreword.test'],
    ['Support Requests', 'support@foreword.test'],
  ] as const) {
    const card = page.locator('section', { has: page.getByRole('heading', { name: title }) });
    expect(await card.getByRole('link').getAttribute('href')).toBe(`mailto:${email}`);
  }
  const linked = await page.evaluate<string[]>("[...document.querySelectorAll('a')].map((link) => link.pathname)");
  expect(linked).toEqual(expect.arrayContaining(['/', '/demo', '/pricing', '/register']));

  const send = page.getByRole('button', { name: 'Send Message' });
  // Scroll before the click: just after scrolling, a click can still land on the vendor's frame.
  await send.scrollIntoViewIfNeeded();
  await send.click();
  for (const message of [
    'Please select either Sales or Support',
    'Please enter a valid email address',
    'Phone number must be at least 10 digits',
    'Please provide at least 10 characters explaining your inquiry',
  ])
    await page.getByText(message).waitFor();
  await lookAt(page);

  const rules: [label: string, text: string, message: string][] = [
    ['Name', '42', 'Please provide a valid name (at least 2 characters, not just numbers)'],
    ['Name', 'R', 'Please provide a valid name (at least 2 characters, not just numbers)'],
    ['Name', 'n'.repeat(101), 'Name is too long'],
    ['Email', 'robin@', 'Please enter a valid email address'],
    ['Phone', '1'.repeat(21), 'Phone number is too long'],
    ['Phone', '0351 abc 210', 'Phone number contains invalid characters'],
    ['Message', 'm'.repeat(2001), 'Message is too long (maximum 2000 characters)'],
  ];
  for (const [label, text, message] of rules) {
    await fill(page, { [label]: text });
    await page.getByText(message).waitFor();
  }

  await fill(page, {
    Name: '',
    Email: 'robin@brightwater.test',
    Phone: '+351 (210) 000-000',
    Message: 'What does a team of twelve pay?',
  });
  await page.getByRole('radio', { name: 'Sales' }).press('Space');
  const free = await holdOnce(page, CONTACT);
  await send.press('Enter');
  await page.getByRole('button', { name: 'Sending...' }).waitFor();
  free();
  await page.getByRole('heading', { name: 'Message Sent!' }).waitFor();
  await lookAt(page);
  await untilMailed(product, 'sales@foreword.test', {
    fits: ({ text }) => text.includes('What does a team of twelve pay?'),
  });
  await page.getByRole('button', { name: 'Send Another Message' }).press('Enter');
  await page.getByLabel('Message').waitFor();
  expect(await page.getByLabel('Message').inputValue()).toBe('');
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test('the form asks for verification before sending and shows why a message failed [5.6] [5.7] [8.26]', async () => {
  const { page } = await openTab();
  // A stand-in challenge, which completes only when the test calls its callback.
  await page.route(CHALLENGE_SCRIPT, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.turnstile = { ready: (run) => run(), render: (_, options) => { window.challenge = options; return 'w'; },
        reset() {}, remove() {}, execute() {}, getResponse() {}, isExpired: () => false };`,
    }),
  );
  await holdTimers(page, product.url);
  await page.goto('/contact');
  await expect.poll(() => page.evaluate('Boolean(window.challenge)')).toBe(true);
  const pending = page.getByRole('button', { name: 'Please complete verification' });
  await page.getByRole('radio', { name: 'Support' }).check();
  await fill(page, { Email: 'robin@brightwater.test', Phone: '0351210000000', Message: 'The email did not come.' });
  await pending.click();
  await page.getByText('Please complete the security verification').waitFor();

  await page.evaluate('window.challenge.callback("token")');
  const send = page.getByRole('button', { name: 'Send Message' });
  await send.waitFor();
  await page.evaluate('window.challenge["expired-callback"]("token")');
  await page.getByText('Security verification expired. Please verify again.').waitFor();
  await pending.waitFor();
  await page.evaluate('window.challenge.callback("token")');
  await send.waitFor();
  await page.evaluate('window.challenge["error-callback"]("300030")');
  await page.getByText('Security verification failed. Please try again.').waitFor();
  await pending.waitFor();

  const failure = page.getByRole('alert').filter({ hasText: 'Failed to send message' });
  const wrongs = [
    [refusal(403, 'The challenge was refused.'), 'The challenge was refused.'],
    [TOO_MANY, 'Rate limit exceeded. Please wait 2 minutes before trying again.'],
    [refusal(400, 'The phone number is none.'), 'The phone number is none.'],
    [refusal(500, 'x'), 'Server error. Please try again later or contact support if the issue persists.'],
    ['offline', 'Network error. Please check your connection and try again.'],
    [{ status: 200, body: '<html>' }, 'An unexpected error occurred. Failed to parse response as JSON: 200 OK'],
    [{ status: 200, body: '{"data":{}}' }, 'An unexpected error occurred. Invalid API response format'],
    ['silent', 'An unexpected error occurred. Request timeout after 30000ms'],
  ] as const;
  for (const [answer, text] of wrongs) {
    await page.evaluate('window.challenge.callback("token")');
    if (answer === 'silent') await page.route(CONTACT, () => undefined, { times: 1 });
    else await answerOnce(page, CONTACT, answer);
    await send.click();
    if (answer === 'silent') {
      await page.getByRole('button', { name: 'Sending...' }).waitFor();
      await runOut(page, 30_000);
    }
    await failure.getByText(text, { exact: true }).waitFor();
    await pending.waitFor();
  }
  expect(await page.getByLabel('Message').inputValue()).toBe('The email did not come.');

  await page.evaluate('window.challenge.callback("token")');
  await answerOnce(page, CONTACT, { status: 200, body: '{"success":true,"message":"ok"}' });
  await send.click();
  await page.getByRole('heading', { name: 'Message Sent!' }).waitFor();
  await page.getByRole('button', { name: 'Send Another Message' }).click();

  // People never reach the honeypot: no focus, and hidden from assistive technology.
  const honeypot = page.locator('input[name="website"]');
  expect(await honeypot.getAttribute('tabindex')).toBe('-1');
  expect(await page.getByRole('textbox', { name: 'Website' }).count()).toBe(0);

  await page.route(CHALLENGE_SCRIPT, (route) => route.abort());
  await page.reload();
  await page.getByText('Security verification failed. Please try again.').waitFor();
  await pending.waitFor();
});
