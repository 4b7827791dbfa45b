import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, openEngine } from '#api/engine.ts';
import { meetingChangedSignal } from '#workflows/names.ts';
import {
  announceChange,
  eventually,
  type MeetingLab,
  moveMeeting,
  openMeetingLab,
  readMeeting,
  seedPlannedMeeting,
  startMeeting,
  startWithBriefingIn,
} from './meeting-lab.ts';

/** Tests the procedures of docs/operations.md that no other file tests. */
let lab: MeetingLab;
let engine: Engine;
beforeAll(async () => {
  lab = await openMeetingLab(['core', 'email']);
  engine = openEngine({ address: lab.engine.address, namespace: lab.engine.namespace, apiKey: null });
});
afterAll(async () => {
  await engine.close();
  await lab.close();
});

const late = () => seedPlannedMeeting(lab.pool, { startsInS: 900, leadMinutes: 120 });
const isBriefed = (meetingId: string) =>
  eventually(
    () => readMeeting(lab, meetingId),
    ({ briefingState }) => briefingState === 'sent',
  );

describe('a queue without a worker', () => {
  test('holds its tasks, reports its backlog and resumes with a worker', async () => {
    const meeting = await late();
    await startMeeting(lab, meeting);
    const waiting = await eventually(
      () => engine.readBacklog('research'),
      ({ tasks }) => tasks === 1,
    );
    expect(waiting.tasks).toBe(1);
    expect(await engine.readBacklog('email')).toEqual({ tasks: 0, oldestAgeS: 0 });

    const worker = await lab.engine.startWorker(lab.context, ['research']);
    await isBriefed(meeting.meetingId);
    await worker.stop();
    expect(await lab.outbox(meeting.user.email)).toHaveLength(1);
  });
});

describe('a meeting workflow', () => {
  test('rereads its row on a signal with a future version and still handles later changes', async () => {
    const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 600 });
    const worker = await lab.engine.startWorker(lab.context, ['research']);
    const handle = await startMeeting(lab, meeting);
    await eventually(
      () => readMeeting(lab, meeting.meetingId),
      ({ researchState }) => researchState === 'completed',
    );
    // A change without a message.
    await moveMeeting(lab.pool, meeting.meetingId, startWithBriefingIn(meeting.meetingId, 2));
    const { version } = await handle.query<{ version: number }>('status');
    await handle.signal(meetingChangedSignal, { version: version + 5 });
    await isBriefed(meeting.meetingId);
    // Real changes after that still arrive.
    await moveMeeting(lab.pool, meeting.meetingId, new Date(Date.now() + 3_600_000));
    await announceChange(lab, meeting.meetingId);
    await eventually(
      () => lab.outbox(meeting.user.email),
      (mails) => mails.length === 2,
    );
    await worker.stop();
    expect((await handle.fetchHistory()).events?.length).toBeLessThan(60);
  });
});

describe('a workflow reset to its beginning', () => {
  test('runs again without repeating research or mail', async () => {
    const worker = await lab.engine.startWorker(lab.context, ['research']);
    const meeting = await late();
    const handle = await startMeeting(lab, meeting);
    await isBriefed(meeting.meetingId);

    const { events } = await handle.fetchHistory();
    const first = events?.find(({ workflowTaskCompletedEventAttributes: task }) => task);
    if (!first?.eventId) throw new Error('the workflow has done nothing yet');
    await lab.client.workflowService.resetWorkflowExecution({
      namespace: lab.engine.namespace,
      workflowExecution: { workflowId: handle.workflowId },
      workflowTaskFinishEventId: first.eventId,
      requestId: randomUUID(),
      reason: 'a bad deploy',
    });

    const again = lab.client.workflow.getHandle(handle.workflowId);
    await eventually(
      async () => (await again.query<{ state: string }>('status')).state,
      (state) => state === 'following',
    );
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({
      briefingState: 'sent',
      results: 1,
      usage: 'used',
    });
    expect(await lab.outbox(meeting.user.email)).toHaveLength(1);
    await worker.stop();
  });
});
