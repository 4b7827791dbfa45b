import { join } from 'node:path';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';

/**
 * A bare worker process with the SDK's default settings. Prints `{"id","at"}` (epoch milliseconds)
 * when the second step of a workflow runs. Settings: TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE,
 * TASK_QUEUE.
 */
const { TEMPORAL_ADDRESS = '', TEMPORAL_NAMESPACE = '', TASK_QUEUE = '' } = process.env;

const activities = {
  first: () => Promise.resolve(),
  second: ({ id }: { id: string }) => {
    process.stdout.write(`${JSON.stringify({ id, at: Date.now() })}\n`);
    return Promise.resolve();
  },
};
export type BareActivities = typeof activities;

if (import.meta.main) {
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { forward: {}, filter: { core: 'ERROR', other: 'ERROR' } } },
  });
  const connection = await NativeConnection.connect({ address: TEMPORAL_ADDRESS });
  const worker = await Worker.create({
    connection,
    namespace: TEMPORAL_NAMESPACE,
    taskQueue: TASK_QUEUE,
    workflowsPath: join(import.meta.dirname, 'workflow.ts'),
    activities,
  });
  process.stdout.write('worker ready\n');
  await worker.run();
  await connection.close();
}
