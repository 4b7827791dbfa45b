import { expect, test } from 'vitest';
import { answerOnce, refusal, TOO_MANY } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';

const { openTab } = await startBrowserProduct();

test('the newsletter form shows the specified error messages and accepts a success response without data', async () => {
  const { page } = await openTab();
  await page.goto('/');
  const subscribe = page.getByRole('button', { name: 'Subscribe Now' });
  const alert = page.getByRole('main').getByRole('alert');
  await page.getByLabel('Email').fill('ines@brightwater.test');
  const failures = [
    [
      refusal(500, 'relation does not exist'),
      'Server error. Please try again later or contact support if the issue persists.',
    ],
    ['offline', 'Network error. Please check your connection and try again.'],
    [TOO_MANY, 'Rate limit exceeded. Please wait 2 minutes before trying again.'],
  ] as const;
  for (const [answer, text] of failures) {
    await answerOnce(page, '**/api/newsletter', answer);
    await page.frameLocator('iframe').getByText('Success!').waitFor();
    await subscribe.click();
    await alert.getByText(text, { exact: true }).waitFor();
  }
  expect(await page.getByLabel('Email').inputValue()).toBe('ines@brightwater.test');

  await answerOnce(page, '**/api/newsletter', { status: 200, body: '{"success":true}' });
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  await subscribe.click();
  await page.getByText('Check your email to confirm the subscription.').waitFor();
});
