import { expect, test } from 'vitest';
import { sql } from '#db/sql.ts';
import { untilToast } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { RESEARCHED, seedCustomer } from '#tests/support/customer.ts';
import { lookAt } from '#tests/support/look.ts';

const { pool, encryption, openTab, openAs } = await startBrowserProduct();

test('a briefing is shared by keyboard, read without an account, and unshared', async () => {
  const { email, meetingId } = await seedCustomer(pool, encryption);
  await pool.query(sql.typeAlias('void')`
    update research_results set report = report || '{"language": "de"}' where meeting_id = ${meetingId}
  `);
  const { page, context, faults } = await openAs(email, `/app/meetings?meeting=${meetingId}`);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const research = page.getByRole('region', { name: 'Research' });
  await research.getByText('What comes after Gothenburg?').waitFor();
  // Only the report's text is marked with its language, so that screen readers pronounce both languages correctly.
  const marked = (await research.locator('[lang="de"]').allInnerTexts()).join('\n');
  expect(marked).toContain('What comes after Gothenburg?');
  expect(marked).toContain('Brightwater opened an office');
  for (const own of ['Questions to ask', 'Nothing was found about a second guest.', 'View full research']) {
    expect(marked).not.toContain(own);
  }
  await page.getByRole('button', { name: 'Share', exact: true }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This briefing is not shared.').waitFor();
  await lookAt(page, 'a briefing to share');
  await dialog.getByRole('button', { name: 'Create link' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Copy link' }).press('Enter');
  await untilToast(page, 'Link copied');
  const url = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(url).toMatch(/\/briefing\/[\w-]{43}$/);
  await lookAt(page, 'the link to a briefing');

  const reader = await openTab({ timezoneId: 'America/New_York' });
  await reader.page.goto(url);
  await reader.page.getByRole('heading', { level: 1, name: RESEARCHED }).waitFor();
  await reader.page.getByText(/^Shared by Robin Vale, until /).waitFor();
  await reader.page.getByText(/(EST|EDT|GMT-[45])$/).waitFor();
  const shown = await reader.page.getByRole('main').innerText();
  expect(shown).toContain('Ines Duarte');
  const shared = reader.page.getByRole('main').locator('[lang="de"]');
  expect((await shared.allInnerTexts()).join('\n')).toContain('Brightwater opened an office');
  expect(shown).not.toContain('What comes after Gothenburg?');
  // The secret URL must not leak to sources through the referrer.
  const sources = reader.page.getByRole('main').getByRole('link');
  for (const link of await sources.all()) expect(await link.getAttribute('rel')).toBe('noreferrer');
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
  expect(reader.faults).toEqual({ consoleErrors: [], failedRequests: [] });

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await dialog.getByText(/Opened once, last just now/).waitFor();
  expect(await page.content()).not.toContain(url);
  await lookAt(page, 'a briefing that is shared');
  await dialog.getByRole('button', { name: 'Revoke link' }).click();
  await untilToast(page, 'Link revoked');
  await dialog.getByText('This briefing is not shared.').waitFor();

  // Checked last because it takes long, and the dialog shows "just now" for only a minute.
  await lookAt(reader.page, '/briefing/ of a colleague');
  await reader.page.reload();
  await reader.page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  await lookAt(reader.page, 'a link that has ended');
});
