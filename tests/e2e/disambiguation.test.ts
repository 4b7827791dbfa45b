import { expect, test } from 'vitest';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import { untilToast } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { seedMeeting, seedResearch, seedUser } from '#tests/support/builders.ts';
import { lookAt } from '#tests/support/look.ts';
import { readOutbox } from '#tests/support/mail-outbox.ts';

const { product, pool, openAs, openAsNew } = await startBrowserProduct();

const NORTHPEAK = 'https://northpeak.test/team/ines';
const LUMENFIELD = 'https://lumenfield.test/team/ines';

/** Seeds a researched meeting with a guest who could be either of two people. */
async function seedQuestion() {
  const user = await seedUser(pool);
  const ines = { email: 'ines@brightwater.test', name: 'Ines Duarte' };
  const owner = { userId: user.id, attendees: [ines] };
  await seedMeeting(pool, { ...owner, title: 'Kick-off', startsInMinutes: -20_000 });
  const meetingId = await seedMeeting(pool, { ...owner, title: 'Second call', researchState: 'pending' });
  await seedResearch(pool, { userId: user.id, meetingId });
  const candidates = [
    { title: 'Ines Duarte, CFO | Northpeak', url: NORTHPEAK, excerpt: 'Ines Duarte leads finance.' },
    { title: 'Ines Duarte, Head of Partnerships | Lumenfield', url: LUMENFIELD, excerpt: '' },
  ];
  const guest = { ...ines, role: null, facts: [], identity: 'unknown', candidates };
  await pool.query(sql.typeAlias('void')`
    update research_results set report = jsonb_set(report, '{guests,0}', ${sql.jsonb(guest)}) where meeting_id = ${meetingId}
  `);
  return { user, meetingId };
}

const answersOf = (userId: string) =>
  pool.any(sql.type(z.object({ email: z.string(), url: z.string().nullable() }))`
    select email, chosen_url as url from person_answers where user_id = ${userId}
  `);

test('a meeting asks which person a guest is, and keeps its own lead time', async () => {
  const { user, meetingId } = await seedQuestion();
  const { page } = await openAs(user.email, `/app/meetings?range=all&meeting=${meetingId}`);
  const question = page.getByRole('group', { name: 'Which one?' });
  await question.getByText('couldn’t tell whether they are about your guest').waitFor();
  await page.getByText(/You last met on .*Kick-off/).waitFor();
  expect(await question.getByRole('link').first().getAttribute('href')).toBe(NORTHPEAK);
  await lookAt(page, 'the question of who a guest is');

  await question.getByRole('button', { name: /This one.*Lumenfield/ }).click();
  await untilToast(page, 'Thanks. We’re updating the research');
  expect(await answersOf(user.id)).toEqual([{ email: 'ines@brightwater.test', url: LUMENFIELD }]);

  const lead = page.getByLabel('Arrives');
  await lead.selectOption({ label: '24 hours before' });
  const leadMinutes = () =>
    pool.oneFirst(sql.type(z.object({ lead: z.number().nullable() }))`
      select lead_minutes as lead from meetings where id = ${meetingId}
    `);
  await expect.poll(leadMinutes).toBe(1440);
  await page.reload();
  expect(await lead.inputValue()).toBe('1440');
});

test('a test briefing can be sent immediately from the settings', async () => {
  const { page, email } = await openAsNew({ path: '/app/settings' });
  await page.getByRole('button', { name: 'Send me a test briefing' }).click();
  await page.getByText(`A test briefing is on its way to ${email}.`).waitFor();
  await lookAt(page, 'settings with the test briefing');
  const sent = async () => (await readOutbox(product, email)).map(({ subject }) => subject.slice(0, 5));
  await expect.poll(sent).toEqual(['Test:']);
});
