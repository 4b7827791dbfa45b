import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import { openTab, signInTab } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { seedMeeting, seedResearch, seedUser } from '#tests/support/builders.ts';
import { lookAt } from '#tests/support/look.ts';

const { product, pool, browser } = await startBrowserProduct();

const NORTHPEAK = 'https://northpeak.test/team/ines';
const LUMENFIELD = 'https://lumenfield.test/team/ines';

/** Seeds a researched meeting with a guest who could be either of two people. */
async function seedQuestion() {
  const user = await seedUser(pool);
  const attendees = [{ email: 'ines@brightwater.test', name: 'Ines Duarte' }];
  const owner = { userId: user.id, attendees };
  await seedMeeting(pool, { ...owner, title: 'Kick-off', startsInMinutes: -20_000 });
  const meetingId = await seedMeeting(pool, { ...owner, title: 'Second call', researchState: 'pending' });
  await seedResearch(pool, { userId: user.id, meetingId });
  const candidates = [
    {
      title: 'Ines Duarte, Chief Financial Officer | Northpeak',
      url: NORTHPEAK,
      excerpt: 'Ines Duarte leads finance.',
    },
    { title: 'Ines Duarte, Head of Partnerships | Lumenfield', url: LUMENFIELD, excerpt: '' },
  ];
  const guest = {
    email: 'ines@brightwater.test',
    name: 'Ines Duarte',
    role: null,
    facts: [],
    identity: 'unknown',
    candidates,
  };
  await pool.query(sql.typeAlias('void')`
    update research_results set report = jsonb_set(report, '{guests,0}', ${sql.jsonb(guest)}) where meeting_id = ${meetingId}
  `);
  return { user, meetingId };
}

async function openAs(email: string, path: string): Promise<Page> {
  const { page } = await openTab(browser, product.url);
  await signInTab(page, email, path);
  return page;
}

const answersOf = (userId: string) =>
  pool.any(sql.type(z.object({ email: z.string(), url: z.string().nullable() }))`
    select email, chosen_url as url from person_answers where user_id = ${userId}
  `);

test('a meeting asks which person a guest is, and keeps its own lead time', async () => {
  const { user, meetingId } = await seedQuestion();
  const page = await openAs(user.email, `/app/meetings?range=all&meeting=${meetingId}`);
  const question = page.getByRole('group', { name: 'Which one?' });
  await question.getByText('couldn’t tell which one is your guest').waitFor();
  await page.getByText(/You last met these guests on .*Kick-off/).waitFor();
  expect(await question.getByRole('link').first().getAttribute('href')).toBe(NORTHPEAK);
  await lookAt(page, 'the question which one a guest is');

  await question.getByRole('button', { name: /This one.*Lumenfield/ }).click();
  await page.getByText('Thanks. We’re updating the research').waitFor();
  expect(await answersOf(user.id)).toEqual([{ email: 'ines@brightwater.test', url: LUMENFIELD }]);

  const lead = page.getByLabel('When it arrives');
  await lead.selectOption({ label: '24 hours before' });
  await expect
    .poll(
      async () =>
        (
          await pool.one(sql.type(z.object({ lead: z.number().nullable() }))`
        select lead_minutes as lead from meetings where id = ${meetingId}
      `)
        ).lead,
    )
    .toBe(1440);
  await page.reload();
  expect(await lead.inputValue()).toBe('1440');
  await page.context().close();
});

test('settings send a test briefing immediately', async () => {
  const user = await seedUser(pool);
  const page = await openAs(user.email, '/app/settings');
  await page.getByRole('button', { name: 'Send me a test briefing' }).click();
  await page.getByText(`A test briefing is on its way to ${user.email}.`).waitFor();
  await lookAt(page, 'settings with the test briefing');
  await expect
    .poll(
      async () => {
        const response = await fetch(`${product.sandbox.ses}/_control/outbox?to=${user.email}`);
        const { messages } = z
          .object({ messages: z.array(z.object({ subject: z.string() })) })
          .parse(await response.json());
        return messages.map(({ subject }) => subject.slice(0, 5));
      },
      { timeout: 30_000 },
    )
    .toEqual(['Test:']);
  await page.context().close();
});
