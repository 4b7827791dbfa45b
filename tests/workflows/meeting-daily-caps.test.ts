import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#db/sql.ts';
import {
  countWorkflows,
  eventually,
  type MeetingLab,
  openMeetingLab,
  type PlannedMeeting,
  readMeeting,
  readMetadata,
  seedPlannedMeeting,
  startMeeting,
} from './meeting-lab.ts';

let lab: MeetingLab;
beforeAll(async () => {
  lab = await openMeetingLab();
});
afterAll(() => lab.close());

/** Records research costs of the user for today. */
const spend = ({ meetingId, user }: PlannedMeeting, usd: number) =>
  lab.pool.query(sql.typeAlias('void')`
    insert into unfinished_research (execution, meeting_id, user_id, input_tokens, output_tokens, searches, cost_usd)
    values (${`spent:${meetingId}`}, ${meetingId}, ${user.id}, 1, 1, 0, ${usd})
  `);

test('attack 49: research beyond a user’s daily cap is skipped, which the mail explains, and no operator is needed', async () => {
  const { caps } = lab.context;
  lab.context.caps = { ...caps, dailyUserUsd: 5 };
  try {
    const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 3 });
    await spend(meeting, 5);
    const handle = await startMeeting(lab, meeting);
    const [mail] = await eventually(
      () => lab.outbox(meeting.user.email),
      (mails) => mails.length === 1,
    );
    expect(mail?.text).toContain('today’s research limit');
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({
      researchState: 'failed',
      researchError: 'daily_cap_reached',
      results: 0,
      usage: null,
    });
    expect(await countWorkflows(lab, 'NeedsOperator = true')).toBe(0);
    await handle.terminate();
  } finally {
    lab.context.caps = caps;
  }
});

test('attack 49: the global daily cap parks research for an operator', async () => {
  const { caps } = lab.context;
  lab.context.caps = { ...caps, dailyTotalUsd: 1 };
  try {
    const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 600 });
    await spend(meeting, 5);
    const handle = await startMeeting(lab, meeting);
    const state = await eventually(
      () => readMeeting(lab, meeting.meetingId),
      ({ researchState }) => researchState === 'failed' || researchState === 'completed',
    );
    expect(state).toMatchObject({ researchError: 'daily_total_cap_reached', results: 0 });
    expect((await readMetadata(handle)).currentDetails).toContain('RESEARCH_DAILY_TOTAL_USD');
    await handle.terminate();
  } finally {
    lab.context.caps = caps;
  }
});
