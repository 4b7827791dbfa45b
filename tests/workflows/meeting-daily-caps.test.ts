import { afterEach, expect, test } from 'vitest';
import { getUserDailyCost } from '#db/queries/unfinished-research.ts';
import { sql } from '#db/sql.ts';
import { ageDailyTotal } from '#tests/support/daily-cost.ts';
import { DUE, eventually, openMeetingLab, type PlannedMeeting } from './meeting-lab.ts';

const lab = await openMeetingLab();
const { caps } = lab.context;
afterEach(() => {
  lab.context.caps = caps;
});

/** Records research costs of the user for today. */
const spend = ({ meetingId, user }: PlannedMeeting, usd: number) =>
  lab.pool.query(sql.typeAlias('void')`
    insert into unfinished_research (execution, meeting_id, user_id, input_tokens, output_tokens, searches, cost_usd)
    values (${`spent:${meetingId}`}, ${meetingId}, ${user.id}, 1, 1, 0, ${usd})
  `);

test('attack 49: research beyond a user’s daily cap is skipped, not parked, and the email says why', async () => {
  lab.context.caps = { ...caps, dailyUserUsd: 5 };
  await using meeting = await lab.seed(DUE);
  await spend(meeting, 5);
  await meeting.startWorkflow();
  const mail = await meeting.onlyMail();
  expect(mail?.text).toContain('24-hour research limit');
  expect(await meeting.read()).toMatchObject({
    researchState: 'failed',
    researchError: 'daily_cap_reached',
    results: 0,
    usage: null,
  });
  expect(await lab.countRunning('NeedsOperator = true')).toBe(0);
});

test('attack 49: the global daily cap parks research for an operator', async () => {
  lab.context.caps = { ...caps, dailyTotalUsd: 1 };
  await using meeting = await lab.seed({ briefingInS: 600 });
  await spend(meeting, 5);
  await ageDailyTotal(lab.pool);
  await meeting.startWorkflow();
  const state = await eventually(meeting.read, ({ researchState }) => /failed|completed/.test(researchState));
  expect(state).toMatchObject({ researchError: 'daily_total_cap_reached', results: 0 });
  expect(await meeting.details()).toContain('RESEARCH_DAILY_TOTAL_USD');
});

test('attack 49: research counts towards the daily cost even if its meeting is deleted mid-run', async () => {
  await using meeting = await lab.seed({ briefingInS: 600 });
  const spent = () => getUserDailyCost(lab.pool, meeting.user.id);
  const answer = lab.holdModel();
  await meeting.startWorkflow();
  await answer.asked;
  await lab.pool.query(sql.typeAlias('void')`delete from meetings where id = ${meeting.meetingId}`);
  answer.release();
  expect(await eventually(spent, (usd) => usd > 0)).toBeGreaterThan(0);
});
