import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { insertEmail } from '#db/queries/emails.ts';
import { sql } from '#db/sql.ts';
import type { OutgoingMail } from '#providers/mail/provider.ts';
import { createTestContext } from '#tests/support/worker.ts';
import { seedPlannedMeeting } from '#tests/workflows/meeting-lab.ts';
import { createCoreActivities } from '#workers/activities/core.ts';
import { createEmailActivities } from '#workers/activities/email.ts';

type Lab = Awaited<ReturnType<typeof createTestContext>>;
let lab: Lab;
const sent: OutgoingMail[] = [];

beforeAll(async () => {
  lab = await createTestContext({
    mail: {
      send: async (mail) => {
        sent.push(mail);
        return { providerMessageId: `message-${sent.length}` };
      },
    },
  });
});
afterAll(() => lab.close());

const countRows = async (table: 'emails' | 'briefings', userId: string) => {
  const from = sql.identifier([table]);
  const { count } = await lab.context.pool.one(sql.type(z.object({ count: z.number() }))`
    select count(*) from ${from} where user_id = ${userId}
  `);
  return count;
};

async function seedDue() {
  const meeting = await seedPlannedMeeting(lab.context.pool, { startsInS: 600, leadMinutes: 120 });
  await lab.context.pool.query(sql.typeAlias('void')`
    update meetings set research_state = 'failed', research_error = 'unavailable' where id = ${meeting.meetingId}
  `);
  return meeting;
}

describe('claiming a briefing', () => {
  test('by ten at once is one claim', async () => {
    const core = createCoreActivities(lab.context);
    const { user, meetingId } = await seedDue();
    const claims = await Promise.all(
      Array.from({ length: 10 }, () => core.claimBriefing({ meetingId, kind: 'briefing' })),
    );
    const ids = new Set(claims.map((claim) => (claim.outcome === 'claimed' ? claim.emailId : claim.outcome)));
    expect(ids.size).toBe(1);
    expect(await countRows('emails', user.id)).toBe(1);
    expect(await countRows('briefings', user.id)).toBe(1);
  });

  test('before it is due changes nothing', async () => {
    const core = createCoreActivities(lab.context);
    const { user, meetingId } = await seedPlannedMeeting(lab.context.pool, { briefingInS: 300 });
    expect(await core.claimBriefing({ meetingId, kind: 'briefing' })).toEqual({ outcome: 'replan' });
    expect(await countRows('emails', user.id)).toBe(0);
  });

  test('while research is wanted waits for it', async () => {
    const core = createCoreActivities(lab.context);
    const { meetingId } = await seedPlannedMeeting(lab.context.pool, { startsInS: 600, leadMinutes: 120 });
    expect(await core.claimBriefing({ meetingId, kind: 'briefing' })).toEqual({ outcome: 'replan' });
  });
});

describe('sending a mail', () => {
  test('by ten at once is one mail at most', async () => {
    const core = createCoreActivities(lab.context);
    const email = createEmailActivities(lab.context);
    const { user, meetingId } = await seedDue();
    const claim = await core.claimBriefing({ meetingId, kind: 'briefing' });
    if (claim.outcome !== 'claimed') throw new Error(claim.outcome);
    await Promise.all(Array.from({ length: 10 }, () => email.sendMail({ emailId: claim.emailId })));
    expect(sent.filter(({ to }) => to === user.email)).toHaveLength(1);
  });

  test('that cannot be written stays queued: nothing has left', async () => {
    const email = createEmailActivities(lab.context);
    const emailId = await lab.context.pool.transaction((transaction) =>
      insertEmail(transaction, {
        mailKey: 'broken',
        userId: null,
        kind: 'briefing',
        toAddress: 'broken@harborline.test',
        data: { secretTitle: 'Board meeting' },
      }),
    );
    const error = await email.sendMail({ emailId: emailId ?? '' }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ type: 'unexpected' });
    expect(JSON.stringify(error)).not.toContain('Board meeting');
    const row = await lab.context.pool.one(sql.type(z.object({ state: z.string() }))`
      select state from emails where mail_key = 'broken'
    `);
    expect(row.state).toBe('queued');
  });
});
