import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { findUser } from '#db/queries/users.ts';
import { sql } from '#db/sql.ts';
import { seedBriefing } from '#tests/support/briefing-builders.ts';
import { answer, callsOf, refusal, success, untilToast } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { seedCalendar, seedMeeting, seedResearch, seedUser } from '#tests/support/builders.ts';
import { seedOwner } from '#tests/support/customer.ts';
import { holdTimers } from '#tests/support/held-timers.ts';
import { lookAt } from '#tests/support/look.ts';

const { product, pool, encryption, openAs, openAsNew } = await startBrowserProduct();

test('the profile saves only what changed [2.19] [5.13]', async () => {
  const { page, id, email } = await openAsNew({ path: '/app/profile' }, { timezoneId: 'Asia/Tokyo' });
  expect(await page.getByRole('link', { name: 'Back to dashboard' }).getAttribute('href')).toBe('/app');
  const sent = collectBodies(page, 'PUT', '/api/users/profile');
  const save = page.getByRole('button', { name: 'Save Changes' });

  await page.getByRole('heading', { name: 'Personal information' }).waitFor();
  await save.click();
  await untilToast(page, 'No changes to save');

  for (const name of ['First name', 'Last name', 'Email', 'Company domain'])
    await page.getByLabel(name, { exact: true }).fill('');
  await save.click();
  await page.getByText('Please enter your first name').waitFor();
  await page.getByText('Please enter your last name').waitFor();
  await page.getByText('Please enter your email address').waitFor();
  await page.getByText('Please enter your company domain').waitFor();
  await lookAt(page, 'a profile with nothing in it');
  for (const bad of ['harborline', '-harborline.test', 'harborline.t', 'harbor line.test']) {
    await page.getByLabel('Company domain').fill(bad);
    await page.getByText('Please enter a valid domain (e.g., example.com)').waitFor();
  }
  expect(sent).toEqual([]);

  await page.getByLabel('First name').fill('Robin');
  await page.getByLabel('Last name').fill('Vale-Ortiz');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Company domain').fill('Harbor-Line.test');
  await page.getByLabel('Your role').fill('Head of Sales');
  await page.getByLabel('What you usually want from meetings').fill('x'.repeat(501));
  await save.click();
  await page.getByText('Maximum 500 characters').waitFor();
  await page.getByLabel('What you usually want from meetings').fill('Find out who decides.');
  await page.getByLabel('Briefing language').selectOption('Deutsch');
  await page.getByLabel('Region format').selectOption('United States (English)');
  await page.getByText('Your region uses the 12-hour clock.').waitFor();
  await page.getByText('24-hour', { exact: true }).click();
  await page.getByText(/^[A-Z][a-z]+day, [A-Z][a-z]+ \d+, 20\d\d at \d\d:\d\d$/).waitFor();
  await page.getByRole('switch', { name: 'Email notifications' }).click();
  await page.getByRole('button', { name: /^Time zone/ }).click();
  // The browser's time zone comes first.
  expect(await page.getByRole('list', { name: 'Time zones' }).getByRole('button').first().textContent()).toContain(
    'Asia/Tokyo',
  );
  await lookAt(page, 'time zones');
  await page.getByLabel('Search time zones').fill('new york');
  await page.keyboard.press('Enter');
  await save.click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  const about = { jobTitle: 'Head of Sales', meetingGoal: 'Find out who decides.' };
  const changes = { lastName: 'Vale-Ortiz', companyDomain: 'harbor-line.test', ...about };
  const format = { briefingLanguage: 'de', locale: 'en-US', hourCycle: 'h23' };
  expect(sent).toEqual([{ ...changes, ...format, timezone: 'America/New_York', emailNotifications: false }]);
  // The shell shows the new name immediately.
  await page.getByRole('complementary').getByText('Robin Vale-Ortiz').waitFor();

  await page.getByLabel('Email', { exact: true }).fill('robin.new@harborline.test');
  await save.click();
  await page.getByText('Your new email address takes effect once you follow the link we sent to it.').waitFor();
  await page.getByText('We sent a link to robin.new@harborline.test.').waitFor();
  expect(sent.at(-1)).toEqual({ email: 'robin.new@harborline.test' });
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email);
  const row = await pool.one(sql.type(z.object({ email: z.string(), timezone: z.string() }))`
    select email, timezone from users where id = ${id}
  `);
  expect(row).toEqual({ email, timezone: 'America/New_York' });

  await pool.query(sql.typeAlias('void')`
    insert into mail_suppressions (address, reason, reported_at) values (${email}, 'bounce', now())
  `);
  await page.reload();
  await page.getByText('Email to this address came back as undeliverable.').waitFor();
  await lookAt(page, 'profile');
});

test("an offering is suggested from the company's site and applies once saved", async () => {
  const { id, email } = await seedUser(pool);
  const offeringOf = async () => (await findUser(pool, id))?.offering;
  await pool.query(sql.typeAlias('void')`update users set company_domain = 'nobody-at-home.test' where id = ${id}`);
  const { page } = await openAs(email, '/app/profile');
  const field = page.getByLabel('What your company offers');
  const suggest = page.getByRole('button', { name: 'Suggest from your site' });
  const unread = 'nobody-at-home.test could not be read. Please try again later, or enter a description.';
  await suggestUntil(suggest, page.getByText(unread));
  await lookAt(page, 'a site that could not be read');

  await pool.query(sql.typeAlias('void')`update users set company_domain = 'harborline.test' where id = ${id}`);
  await field.fill('Containers, watched.');
  const suggestion = page.getByRole('region', { name: 'Suggestion' });
  await suggestUntil(suggest, suggestion.getByRole('link').first());
  expect(await field.inputValue()).toBe('Containers, watched.');
  await suggestion.getByText('Found on harborline.test.').waitFor();
  await page.getByLabel('Company domain').fill('brightwater.test');
  expect(await suggest.isDisabled()).toBe(true);
  await page.getByLabel('Company domain').fill('nobody-at-home.test');
  expect(await suggest.isDisabled()).toBe(false);
  await lookAt(page, 'a suggested offer');
  await suggestion.getByRole('button', { name: 'Use this' }).click();
  const text = await field.inputValue();
  expect(text).toMatch(/Harborline/);
  expect(await offeringOf()).toBeNull();
  await field.fill(`${text} In ports.`);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  expect(await offeringOf()).toBe(`${text} In ports.`);
});

test("settings show a calendar's sync state, results and errors, and ask to reconnect it", async () => {
  const { userId, email, integrationId, calendarId } = await seedOwner(pool, encryption);
  await seedMeeting(pool, { userId, calendarId, meetingType: 'internal' });
  await seedMeeting(pool, { userId, calendarId });
  await pool.query(sql.typeAlias('void')`
    update meetings set briefing_state = case meeting_type when 'internal' then 'none' else 'scheduled' end,
      briefing_reason = case meeting_type when 'internal' then 'No external guests are invited.' end
    where calendar_id = ${calendarId}
  `);
  const change = async (fragment: ReturnType<typeof sql.fragment>) =>
    await pool.query(sql.typeAlias('void')`update calendar_integrations set ${fragment} where id = ${integrationId}`);
  await change(sql.fragment`last_sync_at = now() - interval '3 hours'`);
  const { page } = await openAs(email, '/app/settings');
  await page.getByText('Connected, synced 3 hours ago').waitFor();

  await change(sql.fragment`sync_requested_at = now()`);
  await page.reload();
  await page.getByText('Syncing...').waitFor();
  // Polling shows this without a reload.
  await change(sql.fragment`last_sync_at = now()`);
  await page.getByText('Connected, synced just now').waitFor();
  await page.getByText('2 upcoming meetings · 2 new in the last 24 hours · 1 gets a briefing, 1 doesn’t').click();
  await page.getByText('No external guests are invited.').waitFor();
  const unreadable = async (eventId: string) =>
    await pool.query(sql.typeAlias('void')`
      insert into unreadable_events (calendar_id, provider_event_id, field) values (${calendarId}, ${eventId}, 'start')
    `);
  await unreadable('one');
  await page.reload();
  await page.getByText('1 event could not be synced.').waitFor();
  await unreadable('two');
  await page.reload();
  await page.getByText('2 events could not be synced.').waitFor();
  await lookAt(page, 'what a sync found');

  await change(sql.fragment`last_sync_error = 'rate_limited', last_sync_at = now() - interval '3 hours'`);
  await page.reload();
  await page.getByText('Sync failing').waitFor();
  await page.getByText('Last synced 3 hours ago').first().waitFor();
  await page.getByText('Google asked us to slow down.').waitFor();
  await lookAt(page, 'a calendar whose vendor throttles');

  await change(sql.fragment`status = 'reconnect_needed', last_sync_error = 'grant_revoked'`);
  await page.reload();
  await page.getByText('Reconnect needed').waitFor();
  await page.getByText('Nothing was deleted; reconnect it to resume syncing.').waitFor();
  expect(await page.getByRole('button', { name: 'Reconnect' }).isEnabled()).toBe(true);
  await lookAt(page, 'a calendar to be reconnected');
});

test('settings save calendars, the domain blacklist and briefing preferences [5.14]', async () => {
  const { userId, email, calendarId } = await seedOwner(pool, encryption);
  for (const startsInMinutes of [120, 180, 240]) await seedMeeting(pool, { userId, calendarId, startsInMinutes });
  const { page } = await openAs(email, '/app/settings');

  const calendar = page.getByRole('list', { name: 'Calendars' }).getByRole('switch', { name: 'Work' });
  await calendar.click();
  await page.getByText('Off: its meetings are not synced').waitFor();
  expect(await calendar.getAttribute('aria-checked')).toBe('false');

  const add = page.getByRole('button', { name: 'Add domain' });
  await page.getByLabel('Domain', { exact: true }).fill('   ');
  expect(await add.isDisabled()).toBe(true);
  await page.getByLabel('Domain', { exact: true }).fill('nonsense');
  await add.click();
  await page.getByText('Failed to add domain').waitFor();
  await page.getByText('Please enter a valid domain (e.g., example.com)').waitFor();
  await page.getByLabel('Domain', { exact: true }).fill('  zoom.us ');
  await add.click();
  await page.getByText('zoom.us is excluded.').waitFor();
  expect(await add.isDisabled()).toBe(true);

  // A removal can be undone for 5 s.
  await holdTimers(page, product.url);
  await page.reload();
  const deletions = callsOf(page, 'DELETE');
  const excluded = page.getByRole('list', { name: 'Excluded domains' });
  await page.getByRole('button', { name: 'Remove zoom.us' }).click();
  await excluded.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await excluded.getByText('zoom.us').waitFor();
  expect(deletions).toEqual([]);
  await page.getByRole('button', { name: 'Remove zoom.us' }).click();
  await page.getByText('No domains are excluded.').waitFor();
  // A toast may have a timer of the same duration, so more than one may have to run out.
  const countDeletions = async () => {
    await page.evaluate('window.heldTimers().includes(5000) && window.runOut(5000)');
    return deletions.length;
  };
  await expect.poll(countDeletions).toBe(1);
  await expect.poll(async () => listExcluded(userId)).toEqual([]);
  expect(deletions).toHaveLength(1);

  await page.getByLabel('Lead time', { exact: true }).fill('49');
  await page.getByRole('button', { name: 'Save preferences' }).click();
  await page.getByText('Please choose between 1 minute and 48 hours').waitFor();
  await lookAt(page, 'preferences that are refused');
  await page.getByLabel('Lead time', { exact: true }).fill('45');
  await page.getByLabel('Lead time unit').selectOption('minutes');
  await page.getByRole('switch', { name: 'Quiet hours' }).click();
  await page.getByRole('button', { name: 'Save preferences' }).click();
  await untilToast(page, 'Briefing preferences saved');
  await page.reload();
  expect(await page.getByLabel('Lead time', { exact: true }).inputValue()).toBe('45');
  expect(await page.getByLabel('From').inputValue()).toBe('22:00');

  const domains = page.getByRole('region', { name: 'Domain Analytics' });
  await domains.getByText('brightwater.test').waitFor();
  await domains.getByText('3 meetings').waitFor();
  await lookAt(page, 'settings');
});

test('muted meetings can be unmuted, and the history explains unsent briefings', async () => {
  const { page, faults, id: userId } = await openAsNew({ path: '/app/briefings' });
  await page.getByText('No briefings yet').waitFor();
  await lookAt(page, 'no briefing yet');
  await page.goto('/app/analytics');
  await page.getByText('No meetings in this range.').first().waitFor();
  await lookAt(page, 'analytics of nothing');
  await page.goto('/app/briefings');

  const muted = await seedMeeting(pool, { userId, title: 'Copperleaf', startsInMinutes: 300 });
  const sent = await seedMeeting(pool, { userId, title: 'Briefed', startsInMinutes: -60 });
  await seedBriefing(pool, { userId, meetingId: sent, shortfall: 'quota_exceeded' });
  const declined = await seedMeeting(pool, { userId, title: 'Declined', startsInMinutes: -120, isAllDay: true });
  await pool.query(sql.typeAlias('void')`
    update meetings set created_at = start_time - interval '1 day',
      briefing_state = case when id = ${sent} then 'sent' else 'skipped' end,
      briefing_sent_at = case when id = ${sent} then start_time - interval '2 hours' end,
      briefing_reason = case when id = ${declined} then 'You declined the meeting.' end
    where id in (${sent}, ${declined})
  `);
  await page.goto(`/app/meetings?meeting=${muted}`);
  await page.getByRole('radio', { name: 'Mute' }).click();
  await page.getByText('No emails about this meeting.').waitFor();
  await page.getByRole('link', { name: 'Briefing history' }).click();
  const rows = page.getByRole('list', { name: 'Briefings' }).getByRole('listitem');
  await rows.first().waitFor();
  expect(await rows.allInnerTexts()).toEqual([
    expect.stringMatching(/^Briefed\n+Meeting on .*quota was used up.*\n+Sent \d/s),
    expect.stringMatching(/^Declined\n+Meeting on [^:]*\n+You declined the meeting\.\n+Not sent$/s),
  ]);
  await lookAt(page, 'briefing history');
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });

  await page.getByRole('link', { name: 'Briefing settings' }).click();
  await page.waitForURL('**/app/settings#briefings');
  const list = page.getByRole('list', { name: 'Muted meetings' });
  await list.getByText('Copperleaf').waitFor();
  await list.getByText('This meeting, muted on').waitFor();
  await page.getByRole('button', { name: 'Unmute Copperleaf' }).click();
  await page.getByText('No muted meetings.').waitFor();
  await page.goto(`/app/meetings?meeting=${muted}`);
  await page.getByText('You’ll get any briefing planned for this meeting.').waitFor();
  for (const [call, path, text] of [
    ['briefings', '/app/briefings', 'Failed to load the briefing history'],
    ['briefings/muted', '/app/settings', 'Failed to load muted meetings'],
  ] as const) {
    await answer(page, `**/api/${call}`, failed);
    await page.goto(path);
    await page.getByRole('alert').getByText(text).waitFor();
  }
});

test('a user exports data, ends other sessions and deletes the account on confirmation [5.15] [8.26]', async () => {
  const { page: other, id, email } = await openAsNew({ path: null });
  const { page } = await openAs(email, '/app/settings');

  const waiting = page.waitForEvent('download');
  // Safari fetches the file later, so its URL must outlast the click.
  await page.evaluate('void (URL.revokeObjectURL = () => { window.isRevoked = true; })');
  await page.getByRole('button', { name: 'Download data' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^foreword-export-\d{4}-\d\d-\d\d\.json$/);
  const exported = z.object({ profile: z.object({ email: z.string() }) });
  expect(exported.parse(JSON.parse(await readFile(await download.path(), 'utf8')))).toEqual({ profile: { email } });
  expect(await page.evaluate('"isRevoked" in window')).toBe(false);

  const { page: third } = await openAs(email, null);
  await page.reload();
  const sessions = page.getByRole('list', { name: 'Sessions' });
  await sessions.getByText('This browser').waitFor();
  expect(await sessions.getByRole('listitem').count()).toBe(3);
  await lookAt(page, 'sessions');
  await sessions
    .getByRole('button', { name: /^Sign out Chrome/ })
    .first()
    .click();
  await page.getByText('That browser is signed out.').waitFor();
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(2);
  await third.goto('/app/profile');
  await third.waitForURL('**/login');

  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByText('You are signed out everywhere else.').waitFor();
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);
  await other.goto('/app/profile');
  await other.waitForURL('**/login');

  const remove = page.getByRole('button', { name: 'Delete account' });
  await remove.click();
  await page.getByText('Please confirm that you want to delete your account').waitFor();
  await lookAt(page, 'a deletion that is not confirmed');
  await page.getByRole('checkbox', { name: /I understand/ }).check();
  await page.route('**/api/users/account', (route) => route.abort());
  await remove.click();
  await page.getByText('An error occurred while deleting your account').waitFor();
  await page.unroute('**/api/users/account');
  await answer(page, '**/api/users/account', failed);
  await remove.click();
  await page.getByText('Failed to delete account').waitFor();
  await page.unroute('**/api/users/account');
  await remove.click();
  await page.waitForURL('**/login');
  const gone = sql.typeAlias('id')`select id from users where id = ${id} and disabled_at is null`;
  expect(await pool.any(gone)).toEqual([]);
});

test('Knowledge is coming soon, Analytics has charts and tables, and alias paths redirect [2.21] [2.22] [2.23]', async () => {
  const { id: userId, email } = await seedUser(pool);
  const researched = await seedMeeting(pool, { userId, startsInMinutes: -1000, researchState: 'completed' });
  await seedResearch(pool, { userId, meetingId: researched });
  await seedMeeting(pool, { userId, startsInMinutes: -2000, meetingType: 'internal' });
  await seedMeeting(pool, { userId, startsInMinutes: -60 * 24 * 60, attendees: [{ email: 'kit@glassford.test' }] });
  const { page, faults } = await openAs(email, '/app/knowledge');
  for (const name of ['Document upload', 'AI integration', 'Meeting context']) {
    await page.getByRole('heading', { name }).waitFor();
  }
  expect(await page.getByText('Coming soon').count()).toBe(3);

  await page.goto('/app');
  await page.getByRole('link', { name: /View Analytics/ }).click();
  const mix = page.getByRole('region', { name: 'Mix' });
  await mix.getByText('50% of your meetings had external guests.').waitFor();
  await mix.getByRole('button', { name: 'View as table' }).click();
  expect(await mix.getByRole('row').allTextContents()).toEqual(['TypeMeetings', 'External1', 'Mixed0', 'Internal1']);
  await page.getByRole('region', { name: 'Research' }).getByText('Average quality: 82%.').waitFor();
  await page.getByRole('region', { name: 'Briefing punctuality' }).waitFor();
  await page.getByRole('region', { name: 'Usage' }).getByText('of 60').first().waitFor();
  await page.getByText('90 days').click();
  await page.getByRole('region', { name: 'Domains' }).getByText('glassford.test').waitFor();
  expect(new URL(page.url()).search).toBe('?range=90d');
  await lookAt(page, 'analytics');
  expect(await page.getByText('some items are missing').count()).toBe(0);
  await answer(page, '**/api/briefings?**', success({ briefings: [], nextCursor: 'more' }));
  await page.getByText('1 year').click();
  await page.getByText('some items are missing').waitFor();
  await lookAt(page, 'analytics of too much');
  await page.unrouteAll();
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });

  await page.goto('/settings/subscription');
  await page.waitForURL('**/app/settings#subscription');
  await page.getByRole('heading', { name: 'Beta Access' }).waitFor();
  // The query alone proves nothing: a calendar shows as connected only if the server confirms it.
  await page.goto('/app/integrations?oauth_success=true&provider=google');
  await page.getByText('Google Calendar is not connected').waitFor();
  expect(await page.getByText('connected with auto-sync enabled!').count()).toBe(0);
  await page.waitForURL(/\/app\/settings$/);
  await seedCalendar(pool, { userId, encryption });
  await page.goto('/app/integrations?oauth_success=true&provider=google');
  await untilToast(page, 'Google Calendar connected with auto-sync enabled!');
  await page.waitForURL(/\/app\/settings$/);
});

const failed = refusal(500, 'Something broke.', { code: 'INTERNAL' });

/** Asks for a suggestion until the outcome is shown: on a busy machine, reading the site outlasts a single call. */
async function suggestUntil(suggest: Locator, outcome: Locator): Promise<void> {
  const unfinished = suggest.page().getByText('We’re still reading your site.');
  do {
    await suggest.press('Enter');
    await outcome.or(unfinished).first().waitFor();
  } while (!(await outcome.isVisible()));
}

function collectBodies(page: Page, method: string, path: string): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) bodies.push(request.postDataJSON());
  });
  return bodies;
}

async function listExcluded(userId: string): Promise<readonly string[]> {
  const row = z.object({ domain: z.string() });
  return await pool.anyFirst(sql.type(row)`select domain from domain_exclusions where user_id = ${userId}`);
}
