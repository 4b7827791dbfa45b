import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { insertEmail } from '#db/queries/emails.ts';
import { sql } from '#db/sql.ts';
import { QUEUES, SEND_EMAIL, sendEmailId } from '#workflows/names.ts';
import {
  countWorkflows,
  eventually,
  type MeetingLab,
  openMeetingLab,
  readMeeting,
  seedPlannedMeeting,
  startMeeting,
} from './meeting-lab.ts';

let lab: MeetingLab;
beforeAll(async () => {
  lab = await openMeetingLab();
});
afterAll(() => lab.close());

async function queueMail(): Promise<{ emailId: string; to: string }> {
  const [mailKey, to] = [`verify-email:${randomUUID()}`, `${randomUUID()}@harborline.test`];
  const emailId = await lab.pool.transaction((transaction) =>
    insertEmail(transaction, {
      mailKey,
      userId: null,
      kind: 'verify-email',
      toAddress: to,
      data: { name: 'Sam' },
      secret: lab.context.encryption.encrypt('the-token', mailKey),
    }),
  );
  if (emailId === null) throw new Error('the key was taken');
  return { emailId, to };
}

const send = ({ emailId }: { emailId: string }) =>
  lab.client.workflow.start(SEND_EMAIL, {
    workflowId: sendEmailId(emailId),
    taskQueue: QUEUES.core,
    args: [{ emailId }],
  });

/** Returns how often an activity has failed unexpectedly. */
async function countUnexpected(activity: string): Promise<number> {
  const line = new RegExp(`^foreword_activity_unexpected_total\\{.*activity="${activity}".*\\} (\\d+)$`, 'm');
  return Number(line.exec(await lab.metrics.read())?.[1] ?? 0);
}

/** Waits until an activity has failed often enough to trigger the alert ActivitiesFail. */
const untilAlarming = (activity: string) =>
  vi.waitFor(async () => expect(await countUnexpected(activity)).toBeGreaterThan(2), {
    timeout: 30_000,
    interval: 200,
  });

const emailState = (emailId: string) =>
  lab.pool.oneFirst(sql.type(z.object({ state: z.string() }))`select state from emails where id = ${emailId}`);

test('attack 44: a mail of unknown kind waits without blocking others and is sent once known', {
  timeout: 90_000,
}, async () => {
  const [unknown, known] = [await queueMail(), await queueMail()];
  await lab.pool.query(sql.typeAlias('void')`update emails set kind = 'tomorrow' where id = ${unknown.emailId}`);
  const waiting = await send(unknown);
  await (await send(known)).result();
  expect(await lab.outbox(known.to)).toHaveLength(1);
  await eventually(
    () => countUnexpected('sendMail'),
    (count) => count > 0,
  );
  expect(await emailState(unknown.emailId)).toBe('queued');

  await lab.pool.query(sql.typeAlias('void')`update emails set kind = 'verify-email' where id = ${unknown.emailId}`);
  await waiting.result();
  expect(await lab.outbox(unknown.to)).toHaveLength(1);
});

test('attack 44: a workflow of unknown type is reported without blocking others', async () => {
  const workflowId = `tomorrow:${randomUUID()}`;
  const handle = await lab.client.workflow.start('tomorrow', { workflowId, taskQueue: QUEUES.core });
  const mail = await queueMail();
  await (await send(mail)).result();
  const query = `TemporalReportedProblems IS NOT NULL AND WorkflowId = "${workflowId}"`;
  await vi.waitFor(async () => expect(await countWorkflows(lab, query)).toBe(1), { timeout: 20_000, interval: 200 });
  await handle.terminate();
});

test('attack 45: unreadable research blocks only its own meeting and is reported', {
  timeout: 90_000,
}, async () => {
  const poisoned = await seedPlannedMeeting(lab.pool, { briefingInS: 8 });
  const sound = await seedPlannedMeeting(lab.pool, { user: poisoned.user, briefingInS: 8 });
  for (const meeting of [poisoned, sound]) await startMeeting(lab, meeting);
  await eventually(
    () => Promise.all([poisoned, sound].map(({ meetingId }) => readMeeting(lab, meetingId))),
    (meetings) => meetings.every(({ researchState }) => researchState === 'completed'),
  );
  await lab.pool.query(sql.typeAlias('void')`
    update research_results set report = '{"of": "another build"}' where meeting_id = ${poisoned.meetingId}
  `);
  await eventually(
    () => readMeeting(lab, sound.meetingId),
    ({ briefingState }) => briefingState === 'sent',
  );
  await untilAlarming('claimBriefing');
  expect(await readMeeting(lab, poisoned.meetingId)).toMatchObject({ briefingState: 'scheduled' });
  expect(await lab.outbox(poisoned.user.email)).toHaveLength(1);
});
