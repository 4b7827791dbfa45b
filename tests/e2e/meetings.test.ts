import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { Usage } from '#contract/subscriptions.ts';
import { sql } from '#db/sql.ts';
import { seedBriefing } from '#tests/support/briefing-builders.ts';
import { answer, holdOnce, pressTogether, refusal, shiftOf, untilToast, watchShifts } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { seedMeeting, seedResearch } from '#tests/support/builders.ts';
import { seedOwner } from '#tests/support/customer.ts';
import { lookAt } from '#tests/support/look.ts';
import { controlOf } from '#tests/support/vendor-control.ts';

const DAY_MINUTES = 24 * 60;
const SCRIPT_URL = 'javascript:alert(1)';
/** The longest an interaction may take; users notice slower ones. */
const INTERACTION_MS = 150;
/** The highest cumulative layout shift we allow, so that readers do not lose their place. */
const LAYOUT_SHIFT = 0.02;

const { product, pool, encryption, openAs, openAsNew } = await startBrowserProduct();

const detail = (page: Page) => page.getByRole('region', { name: 'Meeting details' });
const rows = (page: Page) => page.locator('a[data-meeting-row]');
const titles = (page: Page) => rows(page).locator('.truncate.font-medium').allTextContents();

test('meetings are found by range, search and URL, and the list stays open [2.18] [5.18]', async () => {
  const owner = await seedOwner(pool, encryption);
  const researched = await seedMeeting(pool, {
    ...owner,
    title: 'Brightwater: intro call',
    researchState: 'completed',
    attendees: [{ email: 'ines@brightwater.test', name: 'Ines Duarte' }],
    description: '<b>Agenda</b><br>1. Prices<script>alert(1)</script>',
    meetingUrl: SCRIPT_URL,
  });
  // Sources are untrusted: citations of the first one must not become links.
  const sources = [
    { title: 'A script', url: SCRIPT_URL },
    { title: 'Gothenburg', url: 'https://brightwater.test/news/gothenburg' },
  ];
  const oldestAt = new Date('2026-11-03T12:00:00.000Z');
  await seedResearch(pool, { userId: owner.userId, meetingId: researched, sources, oldestAt });
  await seedMeeting(pool, { ...owner, title: 'Weekly standup', meetingType: 'internal', startsInMinutes: DAY_MINUTES });
  const attendees = [{ email: 'tom@copperleaf.test' }];
  await seedMeeting(pool, { ...owner, title: 'Copperleaf', attendees, startsInMinutes: 2 * DAY_MINUTES });
  await seedMeeting(pool, { ...owner, title: 'Last week', startsInMinutes: -7 * DAY_MINUTES });
  const far = await seedMeeting(pool, { ...owner, title: 'Next year', startsInMinutes: 90 * DAY_MINUTES });

  const { page, context } = await openAs(owner.email, '/app/meetings');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await rows(page).first().waitFor();
  expect(await titles(page)).toEqual(['Brightwater: intro call', 'Weekly standup', 'Copperleaf']);
  await detail(page).getByText('Select a meeting to view details').waitFor();
  await lookAt(page, 'list');

  const search = page.getByRole('searchbox', { name: 'Search meetings' });
  for (const words of ['BRIGHT', 'ines duarte', 'ines@', 'brightwater.test']) {
    await search.fill(words);
    await expect.poll(() => titles(page)).toEqual(['Brightwater: intro call']);
  }
  await search.fill('nobody');
  await page.getByText('No meeting matches “nobody”').waitFor();
  await lookAt(page, 'no match');
  await expect.poll(() => page.url()).toContain('q=nobody');
  // Text that looks like a number stays text, in the URL too.
  await search.fill('2026');
  await expect.poll(() => page.url()).toContain('q=2026');
  await page.reload();
  await page.getByText('No meeting matches “2026”').waitFor();
  expect(await search.inputValue()).toBe('2026');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect.poll(() => titles(page)).toHaveLength(3);

  await page.getByRole('radio', { name: 'Past' }).click();
  await expect.poll(() => titles(page)).toEqual(['Last week']);
  await page.getByRole('radio', { name: 'All' }).click();
  await expect.poll(() => titles(page)).toHaveLength(5);
  await page.getByRole('radio', { name: 'Upcoming' }).click();
  await expect.poll(() => titles(page)).toHaveLength(3);
  const reload = page.waitForRequest((request) => request.url().includes('/api/meetings?'));
  const asked = page.waitForResponse('**/api/users/calendar/sync-now');
  await page.getByRole('button', { name: 'Refresh' }).click();
  expect((await asked).status()).toBe(202);
  expect(new URL((await reload).url()).searchParams.get('startDate')).not.toBeNull();

  await rows(page).first().click();
  await detail(page).getByText('Brightwater opened an office').first().waitFor();
  expect(await detail(page).getByText('Agenda').innerText()).toBe('Agenda\n1. Prices');
  expect(await titles(page)).toHaveLength(3);
  await detail(page).getByRole('button', { name: 'Copy briefing' }).click();
  await untilToast(page, 'Briefing copied');
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  for (const part of ['Ines Duarte, VP Operations [1]', 'Talking points (Inferred from the sources)\n- Brightwater']) {
    expect(copied).toContain(part);
  }
  await detail(page).getByRole('button', { name: 'Copy link' }).click();
  await untilToast(page, 'Link copied');
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  await lookAt(page, 'detail');
  await detail(page).getByRole('button', { name: 'View full research' }).click();
  const modal = page.getByRole('dialog');
  await modal.getByText('Researched on 3 November 2026', { exact: true }).waitFor();
  for (const part of ['Key insights', 'Companies', 'Sources', 'Raw output']) {
    await modal.getByText(part, { exact: true }).waitFor();
  }
  for (const part of ['Recommendations', 'Opportunities', 'Risks', 'Talking points']) {
    await modal.getByRole('heading', { name: `${part} · Inferred from the sources`, exact: true }).waitFor();
  }
  await modal.getByRole('heading', { name: 'Questions to ask · Suggested', exact: true }).waitFor();
  const reasons = modal.getByRole('list', { name: 'What lowers the scores' });
  expect(await reasons.innerText()).toBe('Nothing was found about one of two guests.');
  await modal.getByText('A script', { exact: true }).waitFor();
  const hrefs = await page.evaluate<string[]>("[...document.querySelectorAll('a')].map((link) => link.href)");
  expect(hrefs).toContain('https://brightwater.test/news/gothenburg');
  expect(hrefs.filter((href) => !/^(https?|mailto):/.test(href))).toEqual([]);
  await modal.getByText('Raw output', { exact: true }).click();
  await lookAt(page, 'full research');
  await page.keyboard.press('Escape');

  await page.goto(link);
  await detail(page).getByRole('heading', { name: 'Brightwater: intro call' }).waitFor();
  // This meeting is not in any loaded list, so it is fetched separately.
  await page.goto(`/app/meetings?meeting=${far}`);
  await detail(page).getByRole('heading', { name: 'Next year' }).waitFor();
  await page.goto(`/app/meetings?meeting=${crypto.randomUUID()}`);
  await detail(page).getByText('It may no longer be in your calendar.').waitFor();
  await lookAt(page, 'a meeting that is gone');
});

test('keyboard shortcuts navigate meetings and screens, and can be disabled', async () => {
  const owner = await seedOwner(pool, encryption);
  for (const [index, title] of ['First', 'Second', 'Third'].entries()) {
    await seedMeeting(pool, { ...owner, title, startsInMinutes: (index + 1) * DAY_MINUTES });
  }
  const { page } = await openAs(owner.email);
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await pressTogether(page, 'g', 'm');
  await rows(page).first().waitFor();
  for (const [key, title] of [
    ['j', 'First'],
    ['j', 'Second'],
    ['j', 'Third'],
    ['k', 'Second'],
  ] as const) {
    await page.keyboard.press(key);
    await detail(page).getByRole('heading', { name: title }).waitFor();
  }
  await page.keyboard.press('/');
  await page.keyboard.type('jk/?');
  expect(await page.getByRole('searchbox').inputValue()).toBe('jk/?');
  await page.keyboard.press('Escape');
  expect(await page.getByRole('searchbox').inputValue()).toBe('');

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await lookAt(page, 'shortcut sheet');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  await palette.getByRole('textbox').fill('i');
  expect(await sheet.count()).toBe(0);
  await lookAt(page, 'palette');
  const focused = () => page.evaluate<string>('document.activeElement.textContent');
  await page.keyboard.press('ArrowDown');
  expect(await focused()).not.toBe('');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await palette.getByRole('textbox').fill('nothing of the kind');
  await palette.getByText('Nothing found for “nothing of the kind”').waitFor();
  await lookAt(page, 'palette that found nothing');
  await palette.getByRole('textbox').fill('thi');
  expect(await palette.getByRole('button').allTextContents()).toEqual([expect.stringContaining('Third')]);
  await page.keyboard.press('Enter');
  await detail(page).getByRole('heading', { name: 'Third' }).waitFor();
});

test('the quota card warns from 80%, shows the reset date, links to upgrade and can be retried [4.6] [9.6]', async () => {
  const { page } = await openAsNew({ path: null });
  const url = '**/api/subscriptions/usage';
  let usage: Pick<Usage, 'researchUsed' | 'researchLimit' | 'researchRemaining' | 'currentPeriodEnd'> | null = null;
  await page.route(url, async (route) => {
    const answer: { data: { usage: Usage } } = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, data: { usage: { ...answer.data.usage, ...usage } } } });
  });
  const card = page.getByRole('link', { name: 'Upgrade' }).locator('../..');
  const colourOf = async (researchUsed: number, endsInDays: number) => {
    const currentPeriodEnd = new Date(Date.now() + endsInDays * DAY_MINUTES * 60_000).toISOString();
    usage = { researchUsed, researchLimit: 60, researchRemaining: 60 - researchUsed, currentPeriodEnd };
    await page.goto('/app/meetings');
    await card.waitFor();
    return [
      await card.innerText(),
      /bg-(accent|warning|danger)-soft/.exec((await card.getAttribute('class')) ?? '')?.[1],
    ];
  };
  expect(await colourOf(47, 20)).toEqual([expect.stringMatching(/^47 of 60 .*Resets on \d+ \w+ \d{4}$/s), 'accent']);
  expect(await colourOf(48, 7)).toEqual([expect.stringMatching(/Resets in 7 days$/), 'warning']);
  expect(await colourOf(59, 1)).toEqual([expect.stringMatching(/Resets tomorrow$/), 'warning']);
  expect(await colourOf(60, 0)).toEqual([expect.stringMatching(/^No research left.*Resets today$/s), 'danger']);
  expect(await page.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/settings/subscription');
  await lookAt(page, 'no quota, no meetings');

  await answer(page, url, refusal(500, 'no'));
  await page.reload();
  const failed = page.getByRole('alert').filter({ hasText: 'We couldn’t load your usage.' });
  await failed.waitFor();
  await lookAt(page, 'quota not loaded');
  await page.unroute(url);
  await failed.getByRole('button', { name: 'Retry' }).click();
  await card.waitFor();
});

test('an empty list explains why, and a failed one says so', async () => {
  const { page } = await openAsNew({ path: '/app/meetings' });
  await page.getByText('No calendar connected').waitFor();
  await lookAt(page, 'no calendar');
  const { email } = await seedOwner(pool, encryption);
  const { page: other } = await openAs(email, '/app/meetings');
  await other.getByText('Nothing in the next 30 days').waitFor();
  await other.goto('/app/meetings?range=past');
  await other.getByText('Nothing in the last 30 days').waitFor();
  await answer(other, '**/api/meetings?*', refusal(500, 'no'));
  await other.reload();
  await other.getByRole('alert').getByText('Failed to load meetings').waitFor();
  expect(await rows(other).count()).toBe(0);
  await lookAt(other, 'failed list');
});

test('partial research says what is missing', async () => {
  const owner = await seedOwner(pool, encryption);
  const meetingId = await seedMeeting(pool, { ...owner, title: 'Quiet people', researchState: 'completed' });
  await seedResearch(pool, { userId: owner.userId, meetingId });
  const { page } = await openAs(owner.email);
  await page.route('**/api/research/meetings/*', async (route) => {
    const answer: { data: { results: object[] } } = await (await route.fetch()).json();
    const empty = { guests: [], companies: [], keyInsights: [], talkingPoints: [], questions: [] };
    const results = answer.data.results.map((result) => ({ ...result, ...empty }));
    await route.fulfill({ json: { ...answer, data: { results } } });
  });
  await page.goto(`/app/meetings?meeting=${meetingId}`);
  const missing = 'The research found nothing about your guests, their companies or what to talk about.';
  await detail(page).getByText(missing).waitFor();
  expect(await detail(page).getByText('Who you meet').count()).toBe(0);
  await lookAt(page, 'partial research');
  await detail(page).getByRole('button', { name: 'View full research' }).click();
  await page.getByRole('dialog').getByText(missing).waitFor();
  await lookAt(page, 'partial research in full');
});

test('research that arrives just after the briefing settings is shown', async () => {
  const owner = await seedOwner(pool, encryption);
  const meetingId = await seedMeeting(pool, { ...owner, title: 'One after the other', researchState: 'completed' });
  await seedResearch(pool, { userId: owner.userId, meetingId });
  const { page } = await openAs(owner.email);
  const isWaiting = Promise.withResolvers<void>();
  const isBriefed = Promise.withResolvers<void>();
  await page.route('**/api/meetings/*/briefing', async (route) => {
    await isWaiting.promise;
    await route.continue();
  });
  await page.route('**/api/research/meetings/*', async (route) => {
    await isBriefed.promise;
    await route.continue();
  });
  const briefing = page.waitForResponse('**/api/meetings/*/briefing');
  await page.goto(`/app/meetings?meeting=${meetingId}`);
  // Once shown, the skeleton stays for 400 ms. Both responses arrive within that time, the briefing's first.
  await page.evaluate(`new Promise((resolve) => {
    const look = () => document.querySelector('article [aria-busy=true]:not(.invisible)') ? resolve() : requestAnimationFrame(look);
    look();
  })`);
  isWaiting.resolve();
  await (await briefing).finished();
  await page.waitForTimeout(50);
  isBriefed.resolve();
  const full = detail(page).getByRole('button', { name: 'View full research' });
  await expect.poll(() => full.count()).toBe(1);
});

test('research progress updates live, and a briefing can be muted and rated', async () => {
  const owner = await seedOwner(pool, encryption);
  const idle = await seedMeeting(pool, {
    ...owner,
    title: 'Not planned yet',
    researchState: 'failed',
    startsInMinutes: 3 * DAY_MINUTES,
  });
  const attendees = [{ email: 'sam@harborline.test' }];
  const internal = await seedMeeting(pool, { ...owner, title: 'Standup', meetingType: 'internal', attendees });
  const briefed = await seedMeeting(pool, { ...owner, title: 'Briefed', startsInMinutes: -60 });
  await seedBriefing(pool, { userId: owner.userId, meetingId: briefed });
  await pool.query(sql.typeAlias('void')`
    update meetings set briefing_sent_at = now(), briefing_state = 'sent' where id = ${briefed}
  `);
  const { page } = await openAs(owner.email, `/app/meetings?meeting=${internal}`);
  await detail(page).getByText('Internal meetings need no research.').waitFor();
  await page.goto(`/app/meetings?meeting=${idle}`);
  await page.getByRole('radio', { name: 'Mute' }).click();
  await detail(page).getByText('No emails about this meeting.').waitFor();
  await page.reload();
  await detail(page).getByText('No emails about this meeting.').waitFor();
  await page.getByRole('radio', { name: 'Send it' }).click();
  await detail(page).getByText('You’ll get any briefing planned for this meeting.').waitFor();
  await lookAt(page, 'failed research');
  await pool.query(sql.typeAlias('void')`update meetings set research_state = 'running' where id = ${idle}`);
  await page.reload();
  await detail(page).getByRole('list', { name: 'Progress' }).getByText('Researching').waitFor();
  await lookAt(page, 'research in progress');
  await seedResearch(pool, { userId: owner.userId, meetingId: idle });
  await pool.query(sql.typeAlias('void')`
    update meetings set research_state = 'completed', researched_at = now() where id = ${idle}
  `);
  // The page updates without a click.
  await detail(page).getByText('Brightwater opened an office').first().waitFor();

  await page.goto(`/app/meetings?range=all&meeting=${briefed}`);
  await page.getByRole('group', { name: 'Was the briefing useful?' }).getByRole('button', { name: 'No' }).click();
  await untilToast(page, 'Thanks for your feedback');
  await page.reload();
  await page.locator('button[aria-pressed="true"]').waitFor();
  expect(await page.locator('button[aria-pressed="true"]').textContent()).toBe('No');
});

test('a goal set after the briefing rewrites the research unless the meeting is about to start', async () => {
  const owner = await seedOwner(pool, encryption);
  const briefed = async (startsInMinutes: number) => {
    const meetingId = await seedMeeting(pool, { ...owner, researchState: 'completed', startsInMinutes });
    await seedResearch(pool, { userId: owner.userId, meetingId });
    await pool.query(sql.typeAlias('void')`
      update meetings set briefing_sent_at = now(), briefing_state = 'sent' where id = ${meetingId}
    `);
    return meetingId;
  };
  const [meetingId, imminent] = [await briefed(100), await briefed(5)];
  const { page } = await openAs(owner.email, `/app/meetings?meeting=${imminent}#goal`);
  const goal = detail(page).getByLabel('What do you want from this meeting?');
  await goal.and(page.locator(':focus')).waitFor();
  await detail(page).getByText('It’s too late to rewrite the briefing').waitFor();

  await page.goto(`/app/meetings?meeting=${meetingId}#goal`);
  await goal.and(page.locator(':focus')).waitFor();
  await detail(page).getByText('We’ll rewrite the research below to match').waitFor();
  await detail(page).getByText('Brightwater opened an office').first().waitFor();
  // The rewrite is slow enough to be seen; its result is held until the test has seen the old research.
  await controlOf(product.sandbox.anthropic).post('faults', { method: 'POST', path: '/v1/messages', delayMs: 3_000 });
  const free = await holdOnce(page, '**/api/research/meetings/*');
  await page.keyboard.type('Agree on a date');
  await page.keyboard.press('Enter');
  await untilToast(page, 'Saved. Rewriting the research.');
  await detail(page).getByText('Brightwater opened an office').first().waitFor();
  free();
  // The worker rewrites the research, and the page updates without a click.
  const talkingPoint = detail(page).getByRole('listitem').filter({ hasText: 'Agree on a date' });
  await talkingPoint.first().waitFor();
  expect(await goal.inputValue()).toBe('Agree on a date');
});

test('research can be requested for an event without guests, but not for an internal meeting', async () => {
  const owner = await seedOwner(pool, encryption);
  const note = await seedMeeting(pool, { ...owner, title: 'Prepare the spring', meetingType: 'internal' });
  const attendees = [{ email: 'sam@harborline.test' }];
  const inside = await seedMeeting(pool, { ...owner, title: 'Weekly', meetingType: 'internal', attendees });
  const { page } = await openAs(owner.email, `/app/meetings?meeting=${inside}`);
  await detail(page).getByText('Internal meetings need no research.').waitFor();
  expect(await detail(page).getByRole('button', { name: 'Start Research' }).count()).toBe(0);

  await page.goto(`/app/meetings?meeting=${note}`);
  await detail(page).getByText('You can still request one.').waitFor();
  await lookAt(page, 'an event without guests');
  await detail(page).getByRole('button', { name: 'Start Research' }).click();
  await page.getByText('Research started', { exact: true }).waitFor();
  await detail(page).getByText('No one is invited, so there was no one to research.').first().waitFor();
});

test('500 meetings load without noticeable layout shift and can respond within 150 ms', async () => {
  const owner = await seedOwner(pool, encryption);
  await pool.query(sql.typeAlias('void')`
    insert into meetings (user_id, calendar_id, provider_event_id, title, start_time, end_time, meeting_type, external_domains,
      external_attendee_count, status, content_hash)
    select ${owner.userId}, ${owner.calendarId}, 'event-' || n, 'Meeting ' || n, now() + make_interval(mins => n * 60),
      now() + make_interval(mins => n * 60 + 30), 'external', array['brightwater.test'], 1, 'confirmed', '\\x00'
    from generate_series(1, 500) as n
  `);
  const { page } = await openAs(owner.email);
  await watchShifts(page);
  await page.goto('/app/meetings');
  await rows(page).nth(99).waitFor({ state: 'attached' });
  for (const shown of [200, 300, 400, 500]) {
    await page.waitForTimeout(200);
    const before = await shiftOf(page);
    await page.getByRole('button', { name: 'Show more' }).click();
    await rows(page)
      .nth(shown - 1)
      .waitFor({ state: 'attached' });
    // Chromium ignores shifts within 500 ms of an input; on a busy machine rows arrive later.
    await page.waitForTimeout(200);
    // Shifts that are reported late must not count either.
    await shiftOf(page);
    await page.evaluate(`window.shift = ${before}`);
  }
  await page.waitForTimeout(1000);
  // Checked before the interactions, whose shifts must not count.
  expect(await shiftOf(page)).toBeLessThanOrEqual(LAYOUT_SHIFT);

  const search = page.getByRole('searchbox');
  const typing = () => search.press('4').then(() => search.press('Backspace'));
  const choosing = async () => {
    await page.keyboard.press('Escape');
    await rows(page).nth(2).click();
    await page.keyboard.press('j');
  };
  await search.focus();
  expect(await quickest(page, typing)).toBeLessThanOrEqual(INTERACTION_MS);
  await search.fill('');
  await search.blur();
  expect(await quickest(page, choosing)).toBeLessThanOrEqual(INTERACTION_MS);

  // Prove that both checks can fail: block the page, then shift it.
  await page.evaluate(`
    window.addEventListener('click', () => { for (const until = Date.now() + 300; Date.now() < until;); }, true);
  `);
  expect(await quickest(page, choosing, 3)).toBeGreaterThan(INTERACTION_MS);
  await page.evaluate("document.body.insertAdjacentHTML('afterbegin', '<div style=\"height: 300px\"></div>')");
  expect(await shiftOf(page)).toBeGreaterThan(LAYOUT_SHIFT);
});

/**
 * Returns the slowest interaction of `act` in ms, from input to next frame; the best of several runs, since other tests
 * disturb most of them on a busy machine.
 */
async function quickest(page: Page, act: () => Promise<unknown>, rounds = 15): Promise<number> {
  await page.evaluate(`
    window.interactions = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.interactionId > 0) window.interactions.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 });
  `);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && best > INTERACTION_MS; round += 1) {
    await page.evaluate('window.interactions.length = 0');
    await act();
    await page.waitForTimeout(700);
    best = Math.min(best, await page.evaluate<number>('Math.max(0, ...window.interactions)'));
  }
  return best;
}
