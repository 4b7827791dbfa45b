import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectEngine, type TestEngine } from '#tests/support/worker.ts';
import { QUEUES, RECONCILE_SUBSCRIPTIONS } from '#workflows/names.ts';

/** After this many batches the history is as large as the engine suggests, since each answer is padded. */
const BATCHES = 25;
const PADDING = 'x'.repeat(400_000);

let engine: TestEngine;
let connection: NativeConnection;
beforeAll(async () => {
  engine = await connectEngine();
  connection = await NativeConnection.connect({ address: engine.address });
});
afterAll(async () => {
  await connection.close();
  await engine.close();
});

test('the daily comparison of many customers goes on in a new history where one grew long, and misses nobody', async () => {
  const asked: (string | null)[] = [];
  const reconcileBatch = async ({ after }: { after: string | null }) => {
    asked.push(after);
    const number = after === null ? 1 : Number(after) + 1;
    return { checked: 20, repaired: 1, next: number < BATCHES ? String(number) : null, padding: PADDING };
  };
  const common = { connection, namespace: engine.namespace };
  const [workflows, billing] = await Promise.all([
    Worker.create({ ...common, taskQueue: QUEUES.core, workflowBundle: { codePath: engine.bundlePath } }),
    Worker.create({ ...common, taskQueue: QUEUES.billing, activities: { reconcileBatch } }),
  ]);
  const handle = await billing.runUntil(
    workflows.runUntil(async () => {
      const started = await engine.client.workflow.start(RECONCILE_SUBSCRIPTIONS, {
        workflowId: 'reconcile-many',
        taskQueue: QUEUES.core,
      });
      expect(await started.result()).toEqual({ checked: 20 * BATCHES, repaired: BATCHES });
      return started;
    }),
  );
  expect(asked).toEqual([null, ...Array.from({ length: BATCHES - 1 }, (_, index) => String(index + 1))]);
  const first = await engine.client.workflow.getHandle('reconcile-many', handle.firstExecutionRunId).describe();
  expect(first.status.name).toBe('CONTINUED_AS_NEW');
});
