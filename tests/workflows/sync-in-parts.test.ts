import { randomUUID } from 'node:crypto';
import { WorkflowUpdateStage } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { expect, test } from 'vitest';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { connectEngine } from '#tests/support/worker.ts';
import {
  CALENDAR_SYNC,
  calendarSyncId,
  calendarSyncStatusQuery,
  QUEUES,
  SYNC_QUEUES,
  syncNowUpdate,
} from '#workflows/names.ts';

const engine = await forThisFile(connectEngine());

/** Starts workers whose `n`th sync calls `syncPart(n)`. Returns a function that stops them. */
async function startWorkers(syncPart: (n: number) => Promise<unknown>) {
  const connection = await NativeConnection.connect({ address: engine.address });
  const common = { connection, namespace: engine.namespace };
  let calls = 0;
  const syncCalendarAccount = () => syncPart((calls += 1));
  const created = await Promise.all([
    Worker.create({ ...common, taskQueue: QUEUES.core, workflowBundle: { codePath: engine.bundlePath } }),
    Worker.create({ ...common, taskQueue: SYNC_QUEUES.google, activities: { syncCalendarAccount } }),
  ]);
  const running = Promise.all(created.map((worker) => worker.run()));
  return async () => {
    for (const worker of created) worker.shutdown();
    await running;
    await connection.close();
  };
}

test('a request during the second-to-last part of a sync triggers another, and polling continues', async () => {
  const [third, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const synced = { outcome: 'synced', intervalS: 900, isAutomatic: true };
  const stop = await startWorkers(async (n) => {
    if (n === 3) {
      third.resolve();
      await asked.promise;
    }
    return n <= 3 ? { outcome: 'unfinished' } : synced;
  });
  const input = { userId: randomUUID(), provider: 'google' as const };
  const handle = await engine.client.workflow.start(CALENDAR_SYNC, {
    workflowId: calendarSyncId(input),
    taskQueue: QUEUES.core,
    args: [input],
  });
  await third.promise;
  const update = await handle.startUpdate(syncNowUpdate, { waitForStage: WorkflowUpdateStage.ACCEPTED });
  asked.resolve();
  await update.result();
  const latest = engine.client.workflow.getHandle(handle.workflowId);
  await expect
    .poll(() => latest.query(calendarSyncStatusQuery))
    .toMatchObject({ state: 'waiting', syncs: 5, nextSyncAt: expect.any(String) });
  await latest.terminate();
  await stop();
});
