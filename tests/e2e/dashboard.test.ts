import { expect, test } from 'vitest';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import { answer, callsOf, success } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { seedMeeting, seedUser } from '#tests/support/builders.ts';
import { holdTimers } from '#tests/support/held-timers.ts';
import { lookAt } from '#tests/support/look.ts';

const DAY_MINUTES = 24 * 60;

const { product, pool, openAs, openAsNew } = await startBrowserProduct();

test('the dashboard shows counts, trends and five meetings, and links to other screens [2.17] [2.18] [9.8]', async () => {
  const { page, id: userId } = await openAsNew();
  await page.getByText('No upcoming meetings scheduled. Connect your calendar to get started!').waitFor();
  expect(await page.locator('dl > div').nth(3).innerText()).toContain('N/A');
  expect(await page.getByText('No earlier data').count()).toBe(2);
  await lookAt(page, 'dashboard of a newcomer');

  const guests = (...names: string[]) => names.map((name) => ({ email: `${name}@brightwater.test` }));
  const researched = await seedMeeting(pool, { userId, title: 'Researched', attendees: guests('ines', 'tom') });
  await pool.query(sql.typeAlias('void')`
    update meetings set researched_at = now(), briefing_sent_at = now(), research_state = 'completed' where id = ${researched}
  `);
  await seedMeeting(pool, { userId, title: 'Standup', meetingType: 'internal', startsInMinutes: DAY_MINUTES });
  const mixed = { title: 'Mixed', meetingType: 'mixed', attendees: guests('ines', 'tom', 'jo') } as const;
  await seedMeeting(pool, { userId, ...mixed, startsInMinutes: 2 * DAY_MINUTES });
  for (const day of [3, 4, 5]) {
    const startsInMinutes = day * DAY_MINUTES;
    await seedMeeting(pool, { userId, title: `Day ${day}`, meetingType: 'internal', startsInMinutes });
  }
  const past = { userId, startsInMinutes: -2 * DAY_MINUTES };
  await seedMeeting(pool, { ...past, title: 'Past', attendees: guests('ines', 'tom') });
  await seedMeeting(pool, { ...past, title: 'Past too', meetingType: 'internal' });
  // Keeps the toast below until the test has checked it.
  await holdTimers(page, product.url);
  await page.reload();
  const list = page.getByRole('region', { name: 'Upcoming Meetings' }).getByRole('listitem');
  await list.first().waitFor();
  // The cards are loaded by a different call than the list.
  const cards = async () =>
    (await page.locator('dl > div').allInnerTexts()).map((card) => card.split('\n').filter(Boolean));
  await expect.poll(cards).toEqual([
    ['Total Meetings', '8', 'past and upcoming', '+200% next 30 days vs last 30'],
    ['External Meetings', '3', '38% of total, 1 mixed'],
    ['Avg. External Attendees', '2.3', 'per external meeting', '+0.5 next 30 days vs last 30'],
    ['Top External Domain', 'brightwater.test (3 meetings)', 'most frequent company'],
  ]);
  expect(await list.count()).toBe(5);
  const shown = async (row: number) => {
    const [title = '', , ...rest] = (await list.nth(row).innerText()).split('\n').filter(Boolean);
    return [title, ...rest];
  };
  expect(await shown(0)).toEqual(['Researched', 'Research Available', 'Briefing Sent', 'External']);
  expect(await shown(1)).toEqual(['Standup']);
  expect(await shown(2)).toEqual(['Mixed', 'External', 'Start Research']);
  await lookAt(page, 'dashboard');

  const calls = callsOf(page, 'POST');
  await list.nth(2).getByRole('button', { name: 'Start Research' }).click();
  await page.getByLabel('Notifications').getByText('Research for “Mixed”').waitFor();
  await lookAt(page, 'a notice with its action', [1280]);
  expect(calls).toEqual([]);
  await page.getByRole('button', { name: 'Open meeting' }).click();
  await page.getByRole('region', { name: 'Meeting details' }).getByRole('heading', { name: 'Mixed' }).waitFor();

  for (const [name, path] of [
    ['Sync Calendar', '/app/settings'],
    ['AI Research', '/app/meetings'],
    ['View Analytics', '/app/analytics'],
  ] as const) {
    await page.goto('/app');
    await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name }).click();
    await page.waitForURL(`**${path}`);
  }
});

test('the shell links to every screen, and a failed sign-out leads to the login too [2.15] [6.3] [8.24]', async () => {
  const { page } = await openAsNew({ role: 'superadmin' });
  const main = page.getByRole('navigation', { name: 'Main' });
  const entries: [string, string][] = [
    ['Dashboard', '/app'],
    ['Meetings', '/app/meetings'],
    ['Knowledge', '/app/knowledge'],
    ['Profile', '/app/profile'],
    ['Settings', '/app/settings'],
  ];
  await main.waitFor();
  const links = main.getByRole('link');
  const shown = await Promise.all(
    (await links.all()).map(async (link) => [await link.textContent(), await link.getAttribute('href')]),
  );
  expect(shown).toEqual([...entries, ['Admin', '/admin/dashboard']]);
  for (const width of [1280, 800]) {
    await page.setViewportSize({ width, height: 860 });
    for (const [name, path] of entries.toReversed()) {
      await main.getByRole('link', { name }).click();
      await page.waitForURL(`**${path}`);
      await expect.poll(() => main.locator('[aria-current="page"]').allTextContents()).toEqual([name]);
    }
  }
  expect((await page.getByRole('complementary').boundingBox())?.width).toBe(56);

  await page.setViewportSize({ width: 390, height: 860 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await lookAt(page, 'the menu', [390, 320]);
  await page.setViewportSize({ width: 390, height: 860 });
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Meetings' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.waitForURL('**/app/meetings');
  await page.context().setOffline(true);
  await page.getByText('You are offline. What you see may be out of date.').waitFor();
  await lookAt(page, 'offline');
  await page.context().setOffline(false);
  await page.getByText('You are offline. What you see may be out of date.').waitFor({ state: 'detached' });

  const engine = (state: 'up' | 'down') => answer(page, '**/api/service', success({ engine: state }));
  const paused = page.getByText('Sync, research and briefings are paused right now.');
  await engine('down');
  await page.reload();
  await paused.waitFor();
  await lookAt(page, 'the engine down');
  await engine('up');
  await paused.waitFor({ state: 'detached' });

  // Held until the label was seen, then failed: the user still reaches the login, with a warning.
  const seen = Promise.withResolvers<void>();
  await page.route('**/api/auth/sign-out', async (route) => {
    await seen.promise;
    await route.abort('failed');
  });
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Signing out...' }).waitFor();
  seen.resolve();
  await page.waitForURL('**/login');
  await page.getByText('You may still be signed in').waitFor();
});

async function setOutcome(id: string, outcome: string): Promise<void> {
  await pool.query(
    sql.typeAlias('void')`update meetings set outcome = ${outcome}, outcome_asked_at = now() where id = ${id}`,
  );
}

async function outcomeOf(id: string): Promise<string | null> {
  const row = z.object({ outcome: z.string().nullable() });
  return (await pool.one(sql.type(row)`select outcome from meetings where id = ${id}`)).outcome;
}

test('the dashboard asks once how each meeting went, and a #goal link focuses the goal field', async () => {
  const { id: userId, email } = await seedUser(pool);
  const past = (title: string, startsInMinutes: number) => seedMeeting(pool, { userId, title, startsInMinutes });
  await past('Pilot review', -300);
  await past('First call', -600);
  const elsewhere = await past('Second call', -900);
  const coming = await seedMeeting(pool, { userId, title: 'Coming call' });
  const { page } = await openAs(email);
  const question = page.getByRole('form', { name: 'How did it go?' });
  await question.getByLabel('How did it go? Pilot review').fill('They want a pilot.');
  await lookAt(page, 'dashboard that asks how it went');
  await page.keyboard.press('Enter');
  await question.getByLabel('How did it go? First call').waitFor();
  await question.getByRole('button', { name: 'Not now' }).click();
  await question.getByLabel('How did it go? Second call').fill('x'.repeat(501));
  await question.getByText('Maximum 500 characters').waitFor();
  await setOutcome(elsewhere, 'They signed.');
  await question.getByLabel('How did it go? Second call').fill('They will sign.');
  await question.getByRole('button', { name: 'Save' }).click();
  await question.getByText('You already answered: “They signed.”').waitFor();
  await question.getByRole('button', { name: 'Not now' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await outcomeOf(elsewhere)).toBe('They signed.');
  await page.reload();
  await page.getByRole('region', { name: 'Upcoming Meetings' }).getByText('Coming call').waitFor();
  expect(await question.count()).toBe(0);

  await page.goto(`/app/meetings?meeting=${coming}#goal`);
  // The link focuses the field a moment after it is shown.
  await page.getByLabel('What do you want from this meeting?').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Settle the pilot.');
  await page.keyboard.press('Enter');
  await page.getByText('Saved.', { exact: true }).waitFor();
  expect(await page.getByLabel('What do you want from this meeting?').inputValue()).toBe('Settle the pilot.');

  const meetingUrl = 'https://meet.google.com/abc-defg-hij';
  const ending = await seedMeeting(pool, { userId, title: 'Ending call', startsInMinutes: -25, meetingUrl });
  await page.clock.install();
  await page.goto(`/app/meetings?meeting=${ending}`);
  const goal = page.getByLabel('What do you want from this meeting?');
  await goal.fill('Agree on a date.');
  await page.getByRole('link', { name: 'Join on' }).waitFor();
  await page.clock.fastForward('10:00');
  await page.getByRole('link', { name: 'Join on' }).waitFor({ state: 'detached' });
  await goal.press('Enter');
  await page.getByText('Saved.', { exact: true }).waitFor();
  await page.getByLabel('How did it go?').fill('We agreed.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => outcomeOf(ending)).toBe('We agreed.');
});
