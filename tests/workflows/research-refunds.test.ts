import { expect, test } from 'vitest';
import { researchUsage, reserveUsage } from '#db/queries/usage-entries.ts';
import { sql } from '#db/sql.ts';
import { openMeetingLab, type PlannedMeeting } from './meeting-lab.ts';

const lab = await openMeetingLab(['core']);

/** Requests research and reserves its usage, as the API does. */
async function ask({ user, meetingId }: PlannedMeeting, request: number): Promise<void> {
  await lab.pool.transaction(async (transaction) => {
    const quota = { limit: 60, periodStart: new Date(0) };
    await reserveUsage(transaction, researchUsage(user.id, { meetingId, request }), quota);
    await transaction.query(sql.typeAlias('void')`
      update meetings set research_requests = ${request}, research_state = 'pending' where id = ${meetingId}
    `);
  });
}

test('research is free if the user lost access before it began', async () => {
  await using meeting = await lab.seed({ briefingInS: 300 });
  await ask(meeting, 1);
  await meeting.startWorkflow();
  await meeting.reaches('researching');
  expect(await meeting.read()).toMatchObject({ usage: 'reserved' });
  await lab.pool.query(sql.typeAlias('void')`delete from whitelist_entries where email = ${meeting.user.email}`);
  const researcher = await lab.engine.startWorker(lab.context, ['research']);
  const state = await meeting.until({ usage: 'refunded' });
  expect(state).toMatchObject({ results: 0, researchState: 'pending' });
  await researcher.stop();
});

test('cancelling a meeting refunds its running research and the request queued behind it', async () => {
  await lab.engine.startWorker(lab.context, ['research']);
  await lab.hangModel();
  await using meeting = await lab.start({ briefingInS: 300 });
  await meeting.until({ researchState: 'running' });
  await ask(meeting, 1);
  await meeting.change(sql.fragment`status = 'cancelled'`);
  await meeting.handle.result();
  expect(await meeting.read()).toMatchObject({ usage: 'refunded,refunded', results: 0 });
});
