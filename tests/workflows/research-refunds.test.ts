import { afterAll, beforeAll, expect, test } from 'vitest';
import { researchReference, reserveUsage } from '#db/queries/usage-entries.ts';
import { sql } from '#db/sql.ts';
import type { TestWorker } from '#tests/support/worker.ts';
import { meetingStatusQuery } from '#workflows/names.ts';
import {
  announceChange,
  eventually,
  type MeetingLab,
  openMeetingLab,
  type PlannedMeeting,
  readMeeting,
  seedPlannedMeeting,
  startMeeting,
} from './meeting-lab.ts';

let lab: MeetingLab;
let researcher: TestWorker | undefined;

beforeAll(async () => {
  lab = await openMeetingLab(['core']);
});
afterAll(async () => {
  await researcher?.stop();
  await lab.close();
});

/** Requests research and reserves its usage, as the API does. */
async function ask({ user, meetingId }: PlannedMeeting, request: number): Promise<void> {
  await lab.pool.transaction(async (transaction) => {
    const reference = researchReference(meetingId, request);
    const quota = { limit: 60, periodStart: new Date(0) };
    await reserveUsage(transaction, { userId: user.id, kind: 'research', reference }, quota);
    await transaction.query(sql.typeAlias('void')`
      update meetings set research_requests = ${request}, research_state = 'pending' where id = ${meetingId}
    `);
  });
}

test('research is free if the user lost access before it began', async () => {
  const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 300 });
  await ask(meeting, 1);
  const handle = await startMeeting(lab, meeting);
  await eventually(
    () => handle.query(meetingStatusQuery),
    ({ state }) => state === 'researching',
  );
  expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({ usage: 'reserved' });
  await lab.pool.query(sql.typeAlias('void')`delete from whitelist_entries where email = ${meeting.user.email}`);
  researcher = await lab.engine.startWorker(lab.context, ['research']);
  const state = await eventually(
    () => readMeeting(lab, meeting.meetingId),
    ({ usage }) => usage === 'refunded',
  );
  expect(state).toMatchObject({ results: 0, researchState: 'pending' });
  await handle.terminate();
});

test('cancelling research refunds it and the request queued behind it', async () => {
  researcher ??= await lab.engine.startWorker(lab.context, ['research']);
  await lab.control(lab.anthropic, '/next', { behaviour: 'hang', times: 1 });
  const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 300 });
  const handle = await startMeeting(lab, meeting);
  await eventually(
    () => readMeeting(lab, meeting.meetingId),
    ({ researchState }) => researchState === 'running',
  );
  await ask(meeting, 1);
  await lab.pool.query(sql.typeAlias('void')`
    update meetings set status = 'cancelled' where id = ${meeting.meetingId}
  `);
  await announceChange(lab, meeting.meetingId);
  await handle.result();
  expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({ usage: 'refunded,refunded', results: 0 });
});
