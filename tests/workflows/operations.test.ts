import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openEngine } from '#api/engine.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { meetingChangedSignal } from '#workflows/names.ts';
import { DUE, listEvents, openMeetingLab } from './meeting-lab.ts';

/** Tests the procedures of docs/operations.md that no other file tests. */
const lab = await openMeetingLab(['core', 'email']);
const { address, namespace } = lab.engine;
const engine = await forThisFile(Promise.resolve(openEngine({ address, namespace, apiKey: null })));

describe('a queue without a worker', () => {
  test('holds its tasks, reports its backlog and resumes with a worker', async () => {
    await using meeting = await lab.start(DUE);
    // Reading fails if the answer takes two seconds, and this process may stall that long.
    await expect.poll(() => engine.readBacklog('research')).toMatchObject({ tasks: 1 });
    await expect.poll(() => engine.readBacklog('email')).toEqual({ tasks: 0, oldestAgeS: 0 });

    const worker = await lab.engine.startWorker(lab.context, ['research']);
    await meeting.briefed();
    await worker.stop();
    expect(await meeting.mails()).toHaveLength(1);
  });
});

describe('a meeting workflow', () => {
  test('rereads its row on a signal with a future version and still handles later changes', async () => {
    await using meeting = await lab.seed({ briefingInS: 600, leadMinutes: 20 });
    const worker = await lab.engine.startWorker(lab.context, ['research']);
    await meeting.startWorkflow();
    await meeting.until({ researchState: 'completed' });
    // A change without a message.
    await meeting.moveBriefingTo(2);
    const { version } = await meeting.handle.query<{ version: number }>('status');
    await meeting.handle.signal(meetingChangedSignal, { version: version + 5 });
    await meeting.briefed();
    // Real changes after that still arrive.
    await meeting.move(new Date(Date.now() + 3_600_000));
    await meeting.announce();
    await meeting.mailed(2);
    await worker.stop();
    expect((await listEvents(meeting.handle)).length).toBeLessThan(60);
  });
});

describe('a workflow reset to its beginning', () => {
  test('runs again without repeating research or mail', async () => {
    const worker = await lab.engine.startWorker(lab.context, ['research']);
    await using meeting = await lab.start(DUE);
    await meeting.briefed();

    const { events } = await meeting.handle.fetchHistory();
    const first = events?.find(({ workflowTaskCompletedEventAttributes: task }) => task);
    if (!first?.eventId) throw new Error('the workflow has done nothing yet');
    await lab.client.workflowService.resetWorkflowExecution({
      namespace,
      workflowExecution: { workflowId: meeting.handle.workflowId },
      workflowTaskFinishEventId: first.eventId,
      requestId: randomUUID(),
      reason: 'a bad deploy',
    });

    await meeting.reaches('following');
    expect(await meeting.read()).toMatchObject({ briefingState: 'sent', results: 1, usage: 'used' });
    expect(await meeting.mails()).toHaveLength(1);
    await worker.stop();
  });
});
