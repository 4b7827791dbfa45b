import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sql } from '#db/sql.ts';
import type { OutgoingMail } from '#providers/mail/provider.ts';
import { countRows, type SeededUser, seedMeeting, seedResearch, seedUser } from '#tests/support/builders.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { recordMails, seedEmail } from '#tests/support/queued-mail.ts';
import { createTestContext } from '#tests/support/worker.ts';
import { createEmailActivities } from '#workers/activities/email.ts';

const { sent, mail: service } = recordMails();
const { context } = await forThisFile(createTestContext({ mail: service }));
const { pool } = context;

async function sendTest({ id: userId, email }: SeededUser): Promise<OutgoingMail | undefined> {
  const kind = 'test-briefing';
  const row = { mailKey: `${kind}:${randomUUID()}`, userId, kind, toAddress: email, data: {} } as const;
  const { outcome } = await createEmailActivities(context).sendMail({ emailId: await seedEmail(pool, row) });
  expect(outcome).toBe('sent');
  return sent.find(({ to }) => to === email);
}

describe('a test briefing', () => {
  test('shows the next researched meeting, marked as a test, without claiming it', async () => {
    const user = await seedUser(pool);
    const far = await seedMeeting(pool, { userId: user.id, title: 'Far away', startsInMinutes: 5_000 });
    const near = await seedMeeting(pool, { userId: user.id, title: 'Quarterly review', startsInMinutes: 300 });
    await seedMeeting(pool, { userId: user.id, title: 'Not researched', startsInMinutes: 30 });
    for (const meetingId of [far, near]) await seedResearch(pool, { userId: user.id, meetingId });
    const mail = await sendTest(user);
    expect(mail?.subject).toMatch(/^Test: \d\d:\d\d Brightwater: Quarterly review$/);
    expect(mail?.text).toContain('This is the test you requested, with one of your own meetings.');
    expect(mail?.html).toContain('This is the test you requested');
    expect(mail?.text).toContain(`Open: http://localhost:3000/app/meetings?meeting=${near}`);
    expect(mail?.text).not.toContain('/feedback?token=');
    expect(await countRows(pool, sql.fragment`briefings where user_id = ${user.id}`)).toBe(0);
  });

  test('states when its oldest source was read, in the user’s time zone', async () => {
    const user = await seedUser(pool);
    await pool.query(sql.typeAlias('void')`update users set timezone = 'Europe/Berlin' where id = ${user.id}`);
    const meetingId = await seedMeeting(pool, { userId: user.id });
    await seedResearch(pool, { userId: user.id, meetingId, oldestAt: new Date('2026-11-16T23:30:00.000Z') });
    const mail = await sendTest(user);
    expect(mail?.text).toContain('Researched on 17 November 2026 at 00:30 CET.');
    expect(mail?.html).toContain('Researched on 17 November 2026 at 00:30 CET.');
  });

  test('falls back to a made-up example', async () => {
    const mail = await sendTest(await seedUser(pool));
    expect(mail?.subject).toMatch(/^Test: \d\d:\d\d Example/);
    expect(mail?.text.replaceAll('\n', ' ')).toContain('everyone in it is made up');
    expect(mail?.text).toContain('Open: http://localhost:3000/app/meetings\n');
    expect(mail?.html).not.toContain('meeting=00000000');
  });
});
