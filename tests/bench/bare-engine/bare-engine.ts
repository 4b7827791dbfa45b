import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Connection } from '@temporalio/client';
import * as z from 'zod';
import { inLanes } from '#tests/support/in-lanes.ts';
import { temporal } from '#tests/support/services.ts';
import { killProcess } from '#tests/support/worker-process.ts';

/** The due time of each id, in epoch milliseconds. */
type Timetable = ReadonlyMap<string, number>;

const TASK_QUEUE = 'bare';
/** The same concurrency as the product's dispatcher. */
const LANES = 50;
/** The longest wait after the last due time. */
const PATIENCE_MS = 600_000;
const reported = z.object({ id: z.string(), at: z.number() });

/**
 * Runs one bare workflow per id and waits for all of them.
 * @param plan called just before the first start; returns the due times
 * @returns the lateness of each second step in milliseconds
 * @throws Error if not all workflows were started before the first was due, or one did not end
 */
export async function runBareEngine(connection: Connection, plan: () => Timetable): Promise<number[]> {
  const { address, namespace } = await temporal();
  const client = new Client({ connection, namespace });
  const ended = new Map<string, number>();
  const worker = await startBareWorker({ TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace }, ({ id, at }) =>
    ended.set(id, at),
  );
  try {
    const timetable = plan();
    await startAll(client, timetable);
    const deadline = Math.max(...timetable.values()) + PATIENCE_MS;
    while (ended.size < timetable.size) {
      if (Date.now() > deadline) throw new Error(`${timetable.size - ended.size} bare workflows never ended.`);
      await sleep(200);
    }
    return [...timetable].map(([id, dueAt]) => (ended.get(id) ?? Number.NaN) - dueAt);
  } finally {
    await killProcess(worker);
  }
}

async function startAll(client: Client, timetable: Timetable): Promise<void> {
  await inLanes(LANES, [...timetable], ([id, dueAt]) =>
    client.workflow.start('bareBriefing', { workflowId: id, taskQueue: TASK_QUEUE, args: [{ id, dueAt }] }),
  );
  if (Date.now() > Math.min(...timetable.values())) throw new Error('The bare workflows were not started in time.');
}

async function startBareWorker(
  settings: NodeJS.ProcessEnv,
  onEnd: (report: z.infer<typeof reported>) => void,
): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [join(import.meta.dirname, 'worker.ts')], {
    env: { PATH: process.env['PATH'], TASK_QUEUE, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    worker.once('exit', (code) => reject(new Error(`the bare worker ended with ${code}`)));
    createInterface(worker.stdout).on('line', (line) => {
      if (line.startsWith('{')) onEnd(reported.parse(JSON.parse(line)));
      else if (line === 'worker ready') resolve();
    });
  });
  return worker;
}
