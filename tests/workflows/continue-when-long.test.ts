import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectEngine, type TestEngine } from '#tests/support/worker.ts';
import {
  APPLY_OBJECTION,
  DELETE_EXPIRED,
  QUEUES,
  RECONCILE_CALENDARS,
  RECONCILE_SUBSCRIPTIONS,
  RENEW_CHANNELS,
  SEND_DIGESTS,
} from '#workflows/names.ts';

/** After this many padded batches, the history reaches the size at which the engine suggests continuing as new. */
const BATCHES = 12;
const PADDING = 'x'.repeat(500_000);
const COUNTS = { checked: 20, repaired: 1, queued: 1, meetings: 1 };

const WALKS = [
  { type: RECONCILE_SUBSCRIPTIONS, result: { checked: 20 * BATCHES, repaired: BATCHES, failed: 0 } },
  { type: RECONCILE_CALENDARS, result: { accounts: BATCHES, meetings: BATCHES } },
  { type: RENEW_CHANNELS, result: { accounts: BATCHES } },
  { type: SEND_DIGESTS, result: { queued: BATCHES } },
  { type: DELETE_EXPIRED, result: { rows: 3 * (20 * BATCHES) + 5 } },
  { type: APPLY_OBJECTION, args: [{ objectionId: 'one' }], result: { meetings: BATCHES } },
];

let engine: TestEngine;
let connection: NativeConnection;
const asked: Record<string, (string | null)[]> = {};
const deleted: Record<string, number> = {};
const stop = new AbortController();
let workers: Promise<unknown>;
beforeAll(async () => {
  engine = await connectEngine();
  connection = await NativeConnection.connect({ address: engine.address });
  const common = { connection, namespace: engine.namespace };
  const { core, billing } = QUEUES;
  const coreActivities = batchesOf(
    'reconcileAccounts',
    'reconcileMeetings',
    'renewOldChannels',
    'claimDigests',
    'applyObjection',
  );
  const deletions = {
    deleteExpired: async () => (count('deleteExpired') > 1 ? 0 : 5),
    ...Object.fromEntries(
      ['deleteUnverified', 'forgetAddresses', 'deleteOld'].map((name) => [
        name,
        async () => ({ rows: count(name) > BATCHES ? 0 : 20, padding: PADDING }),
      ]),
    ),
  };
  const created = await Promise.all([
    Worker.create({
      ...common,
      taskQueue: core,
      workflowBundle: { codePath: engine.bundlePath },
      activities: { ...coreActivities, ...deletions },
    }),
    Worker.create({ ...common, taskQueue: billing, activities: batchesOf('reconcileBatch') }),
  ]);
  stop.signal.addEventListener('abort', () => {
    for (const worker of created) worker.shutdown();
  });
  workers = Promise.all(created.map((worker) => worker.run()));
});
afterAll(async () => {
  stop.abort();
  await workers;
  await connection.close();
  await engine.close();
});

/** Counts a batch of a deletion and returns its number. */
const count = (name: string) => (deleted[name] = (deleted[name] ?? 0) + 1);

/** Returns activities that find `BATCHES` batches and record the requested cursors. */
function batchesOf(...names: string[]) {
  return Object.fromEntries(
    names.map((name) => [
      name,
      async ({ after }: { after: string | null }) => {
        (asked[name] ??= []).push(after);
        const number = after === null ? 1 : Number(after) + 1;
        return { ...COUNTS, next: number < BATCHES ? String(number) : null, padding: PADDING };
      },
    ]),
  );
}

test.for(WALKS)(
  '$type continues as new once its history is long, without skipping a batch',
  async ({ type, args, result }) => {
    const handle = await engine.client.workflow.start(type, {
      workflowId: type,
      taskQueue: QUEUES.core,
      args: args ?? [],
    });
    expect(await handle.result()).toEqual(result);
    const first = await engine.client.workflow.getHandle(type, handle.firstExecutionRunId).describe();
    expect(first.status.name).toBe('CONTINUED_AS_NEW');
  },
);

test('each batch is requested once, in order', () => {
  const inOrder = [null, ...Array.from({ length: BATCHES - 1 }, (_, index) => String(index + 1))];
  expect(asked).toEqual(Object.fromEntries(Object.keys(asked).map((name) => [name, inOrder])));
  expect(Object.keys(asked)).toHaveLength(6);
});

test('each step of a deletion ends with its first empty batch and is not repeated', () => {
  const each = BATCHES + 1;
  expect(deleted).toEqual({ deleteExpired: 2, deleteUnverified: each, forgetAddresses: each, deleteOld: each });
});
