import { expect, test } from 'vitest';
import { signInTab } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { seedUser } from '#tests/support/builders.ts';
import { lookAt } from '#tests/support/look.ts';
import { untilLinkMailed } from '#tests/support/mail-outbox.ts';

const { product, pool, openTab } = await startBrowserProduct();
const GUEST = 'ines@brightwater.test';

test('a guest objects and confirms by email, and an admin manages objections', async () => {
  const { page, faults } = await openTab();
  await page.goto('/privacy');
  await page.getByRole('heading', { name: /Opting out of research/ }).waitFor();
  await page.getByLabel('Email').fill('иван@brightwater.test');
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  await page.getByRole('button', { name: 'Do not research me' }).click();
  await page.getByText('We can’t email this address. Please contact us').waitFor();
  await page.getByLabel('Email').fill(GUEST);
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  await lookAt(page);
  await page.getByRole('button', { name: 'Do not research me' }).click();
  await page.getByText('Check your email: we sent you a link to confirm your request.').waitFor();

  await page.goto(await untilLinkMailed(product, GUEST, '/objection/confirm?token='));
  await page.getByText(`Foreword will no longer research ${GUEST}.`).waitFor();
  await lookAt(page, 'an objection to confirm');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('You will no longer be researched. We’re erasing what we found about you.').waitFor();

  const { email } = await seedUser(pool, { role: 'admin' });
  await signInTab(page, email);
  await page.goto('/admin/dashboard/objections');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row(GUEST).filter({ hasText: 'The guest' }).waitFor();

  await page.getByRole('button', { name: 'Add objection' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add objection' }).click();
  await dialog.getByText('Please enter an email address or a domain').waitFor();
  await dialog.getByLabel('Email address or domain').fill('gmail.com');
  await dialog.getByRole('button', { name: 'Add objection' }).click();
  await dialog.getByText('Anyone can get an address at gmail.com. Please add the person’s address instead.').waitFor();
  await lookAt(page, 'an objection that is refused');
  await dialog.getByLabel('Email address or domain').fill('www.northpeak.test');
  await dialog.getByLabel('Reason (optional)').fill('Asked by letter');
  await dialog.getByRole('button', { name: 'Add objection' }).click();
  await row('Everyone at northpeak.test').getByText('Asked by letter').waitFor();
  await lookAt(page, 'objections');

  await page.getByRole('button', { name: 'Remove Everyone at northpeak.test' }).click();
  await dialog.getByText('may be researched again from now on').waitFor();
  await lookAt(page, 'an objection to remove');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await row('Everyone at northpeak.test').waitFor({ state: 'detached' });
  await row(GUEST).waitFor();
  // Only the two rejected submissions above may fail.
  expect(faults.failedRequests).toHaveLength(2);
  expect(faults.failedRequests[0]).toContain('/api/privacy/objection');
  expect(faults.failedRequests[1]).toContain('/api/admin/objections');
});
