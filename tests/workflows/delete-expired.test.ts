import { randomUUID } from 'node:crypto';
import { WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { NativeConnection, Worker } from '@temporalio/worker';
import { expect, onTestFinished, test } from 'vitest';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { connectEngine } from '#tests/support/worker.ts';
import { DELETE_EXPIRED, QUEUES } from '#workflows/names.ts';

const engine = await forThisFile(connectEngine());

const DAY_S = 86_400;
const STEPS = {
  deleteExpired: 'expired',
  deleteUnverified: 'unverified',
  forgetAddresses: 'addresses',
  deleteOld: 'old',
};

/** Runs the workflow with steps that find nothing, except for the failing one, if any. */
async function runWithout(failing: string) {
  const called: string[] = [];
  const step = (name: string, nothing: unknown) => async () => {
    called.push(name);
    if (name === failing) throw ApplicationFailure.nonRetryable('A statement took too long.', 'unexpected');
    return nothing;
  };
  const connection = await NativeConnection.connect({ address: engine.address });
  const worker = await Worker.create({
    connection,
    namespace: engine.namespace,
    taskQueue: QUEUES.core,
    workflowBundle: { codePath: engine.bundlePath },
    activities: Object.fromEntries(
      Object.keys(STEPS).map((name) => [name, step(name, name === 'deleteExpired' ? 0 : { rows: 0 })]),
    ),
  });
  const running = worker.run();
  onTestFinished(async () => {
    worker.shutdown();
    await running;
    await connection.close();
  });
  const handle = await engine.client.workflow.start(DELETE_EXPIRED, {
    workflowId: randomUUID(),
    taskQueue: QUEUES.core,
  });
  const failure: unknown = await handle.result().catch((error: unknown) => error);
  return { called, failure, history: await handle.fetchHistory() };
}

test.each(Object.entries(STEPS))(
  'attack 39: the daily deletion continues with its other steps if %s fails',
  async (name, step) => {
    const { called, failure } = await runWithout(name);
    expect(called).toEqual(Object.keys(STEPS));
    expect(failure).toBeInstanceOf(WorkflowFailedError);
    expect(failure).toMatchObject({ cause: { type: 'steps_failed', details: [step] } });
  },
);

test('attack 39: the daily deletion ends before the next, even if every attempt of each step times out', async () => {
  const { history } = await runWithout('');
  const scheduled = (history.events ?? []).flatMap(({ activityTaskScheduledEventAttributes: step }) => step ?? []);
  expect(scheduled).toHaveLength(4);
  let longestS = 0;
  for (const { retryPolicy, startToCloseTimeout } of scheduled) {
    const attempts = retryPolicy?.maximumAttempts || Infinity;
    let waitS = Number(retryPolicy?.initialInterval?.seconds);
    for (let attempt = 1; attempt <= attempts && longestS < DAY_S; attempt += 1) {
      longestS += Number(startToCloseTimeout?.seconds) + waitS;
      waitS = Math.min(waitS * 2, Number(retryPolicy?.maximumInterval?.seconds));
    }
  }
  expect(longestS).toBeLessThan(DAY_S);
});
