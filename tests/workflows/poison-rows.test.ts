import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { openEngine } from '#api/engine.ts';
import { observeEngine } from '#api/engine-metrics.ts';
import { sql } from '#db/sql.ts';
import { createMetrics } from '#telemetry/metrics.ts';
import { readMetric } from '#tests/support/metrics.ts';
import { queueMail, startSending } from '#tests/support/queued-mail.ts';
import { QUEUES } from '#workflows/names.ts';
import { eventually, openMeetingLab } from './meeting-lab.ts';

const lab = await openMeetingLab();

const send = ({ emailId }: { emailId: string }) => startSending(lab.client, emailId);

/** Returns how often an activity has failed unexpectedly. */
async function countUnexpected(activity: string): Promise<number> {
  const line = new RegExp(`^foreword_activity_unexpected_total\\{.*activity="${activity}".*\\} (\\d+)$`, 'm');
  return Number(line.exec(await lab.metrics.read())?.[1] ?? 0);
}

async function untilFailed(activity: string, count: number): Promise<void> {
  await expect.poll(() => countUnexpected(activity)).toBeGreaterThanOrEqual(count);
}

const emailState = (emailId: string) =>
  lab.pool.oneFirst(sql.type(z.object({ state: z.string() }))`select state from emails where id = ${emailId}`);

test('attack 44: an email of unknown kind waits without blocking others and is sent once known', async () => {
  const [unknown, known] = [await queueMail(lab), await queueMail(lab)];
  await lab.pool.query(sql.typeAlias('void')`update emails set kind = 'tomorrow' where id = ${unknown.emailId}`);
  const waiting = await send(unknown);
  await (await send(known)).result();
  expect(await lab.outbox(known.to)).toHaveLength(1);
  await untilFailed('sendMail', 1);
  expect(await emailState(unknown.emailId)).toBe('queued');

  await lab.pool.query(sql.typeAlias('void')`update emails set kind = 'verify-email' where id = ${unknown.emailId}`);
  await waiting.result();
  expect(await lab.outbox(unknown.to)).toHaveLength(1);
});

test('attack 45: a corrupt email is reported without blocking others and is sent once repaired', async () => {
  const [corrupt, sound] = [await queueMail(lab), await queueMail(lab)];
  await lab.pool.query(sql.typeAlias('void')`update emails set data = '{}' where id = ${corrupt.emailId}`);
  const before = await countUnexpected('sendMail');
  const waiting = await send(corrupt);
  await (await send(sound)).result();
  expect(await lab.outbox(sound.to)).toHaveLength(1);
  await untilFailed('sendMail', before + 2);
  expect(await emailState(corrupt.emailId)).toBe('queued');
  expect(await lab.outbox(corrupt.to)).toEqual([]);

  await lab.pool.query(sql.typeAlias('void')`update emails set data = '{"name": "Sam"}' where id = ${corrupt.emailId}`);
  await waiting.result();
  expect(await lab.outbox(corrupt.to)).toHaveLength(1);
});

test('attack 44: a workflow of unknown type is reported without blocking others', async () => {
  const metrics = createMetrics({ service: 'api', logger: lab.context.logger });
  const engine = openEngine({ address: lab.engine.address, namespace: lab.engine.namespace, apiKey: null });
  onTestFinished(async () => {
    await metrics.close();
    await engine.close();
  });
  observeEngine(metrics.meter, engine);
  const workflowId = `tomorrow:${randomUUID()}`;
  const handle = await lab.client.workflow.start('tomorrow', { workflowId, taskQueue: QUEUES.core });
  const mail = await queueMail(lab);
  await (await send(mail)).result();
  const countFailing = async () => readMetric(await metrics.read(), 'foreword_workflows_failing');
  await expect.poll(() => countFailing()).toBe(1);
  await handle.terminate();
});

test('attack 45: a briefing is sent without an unreadable earlier report, which is counted as a failure', async () => {
  await using meeting = await lab.seed({ briefingInS: 600, leadMinutes: 20 });
  await meeting.startWorkflow();
  await eventually(
    () => meeting.read(),
    ({ researchState }) => researchState === 'completed',
  );
  await lab.pool.query(sql.typeAlias('void')`
    insert into research_results (meeting_id, user_id, meeting_version, request, quality_score, confidence, report,
      raw_response, input_tokens, output_tokens, searches, cost_usd, created_at)
    select meeting_id, user_id, meeting_version - 1, request, quality_score, confidence, '{"of": "another build"}',
      raw_response, 0, 0, 0, 0, created_at - interval '1 hour'
    from research_results where meeting_id = ${meeting.meetingId}
  `);
  const before = await countUnexpected('claimBriefing');
  await meeting.becomesDue();
  await meeting.briefed();
  expect(await meeting.mails()).toHaveLength(1);
  expect(await countUnexpected('claimBriefing')).toBe(before + 1);
});

test('attack 45: unreadable research blocks only its own meeting and is reported', async () => {
  await using poisoned = await lab.seed({ briefingInS: 600, leadMinutes: 20 });
  await using sound = await lab.seed({ user: poisoned.user, briefingInS: 600, leadMinutes: 20 });
  for (const meeting of [poisoned, sound]) await meeting.startWorkflow();
  await eventually(
    () => Promise.all([poisoned, sound].map(({ read }) => read())),
    (meetings) => meetings.every(({ researchState }) => researchState === 'completed'),
  );
  await lab.pool.query(sql.typeAlias('void')`
    update research_results set report = '{"of": "another build"}' where meeting_id = ${poisoned.meetingId}
  `);
  for (const meeting of [poisoned, sound]) await meeting.becomesDue();
  await sound.briefed();
  // As many as trigger the alert ActivitiesFail.
  await untilFailed('claimBriefing', 3);
  expect(await poisoned.read()).toMatchObject({ briefingState: 'scheduled' });
  expect(await poisoned.mails()).toHaveLength(1);
});
