import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { openPool } from '#db/pool.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { sql } from '#db/sql.ts';
import { answersOk } from '#scripts/processes/http-ready.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { startProduct } from '#tests/support/product.ts';
import { claimPorts } from '#tests/support/services.ts';
import { killProcess, startWorkerProcess } from '#tests/support/worker-process.ts';
import { meetingWorkflowId } from '#workflows/names.ts';
import { eventually, type PlannedMeeting, readMeeting, seedPlannedMeeting } from './meeting-lab.ts';

const product = await startProduct();
const pool = await openPool(product.env['DATABASE_URL'] ?? '');
const connection = await Connection.connect({ address: product.env['TEMPORAL_ADDRESS'] ?? '' });
const client = new Client({ connection, namespace: product.env['TEMPORAL_NAMESPACE'] ?? '' });
const processes: ChildProcess[] = [];
afterAll(async () => {
  for (const child of processes) await killProcess(child);
  await pool.end();
  await connection.close();
  await product.stop();
});

/** Starts a second API with its dispatcher, alongside the product's own. */
async function startSecondApi(): Promise<void> {
  const port = await claimPorts(1);
  const env = { ...product.env, PORT: String(port) };
  processes.push(spawn(process.execPath, ['api/server.ts'], { cwd: repositoryRoot, env, stdio: 'ignore' }));
  await eventually(() => answersOk(`http://127.0.0.1:${port}/health`), Boolean);
}

/** Starts a worker whose workflow code has the same steps but another build id. */
async function startWorkerOf(version: string): Promise<ChildProcess> {
  const stateDir = join(product.env['STATE_DIR'] ?? '', version);
  await mkdir(join(stateDir, 'dist'), { recursive: true });
  const built = join(product.env['STATE_DIR'] ?? '', 'dist');
  for (const name of await readdir(built)) {
    await copyFile(join(built, name), join(stateDir, 'dist', name));
    const code = await readFile(join(built, name), 'utf8');
    await writeFile(join(stateDir, 'dist', name), `// ${version}\n${code}`);
  }
  const worker = await startWorkerProcess({ ...product.env, STATE_DIR: stateDir });
  processes.push(worker);
  return worker;
}

async function endGracefully(worker: ChildProcess): Promise<void> {
  const exited = once(worker, 'exit');
  worker.kill('SIGTERM');
  await exited;
}

/** Kills a worker while it isn't sending an email: one killed mid-send rightly leaves the email `unknown`. */
async function killBetweenEmails(worker: ChildProcess): Promise<void> {
  await eventually(
    async () => {
      worker.kill('SIGSTOP');
      // By then, the database has finished the worker's statements.
      await sleep(200);
      const sending = await pool.oneFirst(sql.type(z.object({ count: z.number() }))`
        select count(*) from emails where state = 'sending'
      `);
      if (sending > 0) worker.kill('SIGCONT');
      return sending;
    },
    (sending) => sending === 0,
  );
  await killProcess(worker);
}

/** Sends duplicate messages, as when both APIs handle the same change. */
async function announce({ meetingId, user }: PlannedMeeting): Promise<void> {
  for (let copy = 0; copy < 3; copy += 1) {
    await pool.transaction((transaction) =>
      insertOutboxMessages(transaction, [{ workflow: 'meeting', userId: user.id, meetingId, version: 1 }]),
    );
  }
}

async function countMails({ user }: PlannedMeeting): Promise<number> {
  const answer = await fetch(`${product.sandbox.ses}/_control/outbox?to=${encodeURIComponent(user.email)}`);
  return z.object({ messages: z.array(z.unknown()) }).parse(await answer.json()).messages.length;
}

const counts = z.object({ runs: z.number(), used: z.number(), briefings: z.number(), outbox: z.number() });
const countEffects = () =>
  pool.one(sql.type(counts)`
    select (select count(*) from research_results) as runs, (select count(*) from usage_entries where state = 'used' and kind = 'research') as used,
      (select count(*) from briefings) as briefings, (select count(*) from outbox) as outbox
  `);

/** Returns the builds a workflow has run on, and the number of its failed workflow tasks. */
async function readBuilds({ meetingId }: PlannedMeeting): Promise<{ builds: string[]; failedTasks: number }> {
  const { events } = await client.workflow.getHandle(meetingWorkflowId(meetingId)).fetchHistory();
  const tasks = (events ?? []).map(({ workflowTaskCompletedEventAttributes: task }) => task?.workerVersion?.buildId);
  const failed = (events ?? []).filter(({ workflowTaskFailedEventAttributes: task }) => task);
  return { builds: [...new Set(tasks.filter((id) => typeof id === 'string'))], failedTasks: failed.length };
}

describe('a rolling deploy of workers beside two APIs', () => {
  test('leaves every meeting researched and briefed exactly once', async () => {
    await startSecondApi();
    const first = await startWorkerOf('build-1');
    const dueInS = [-1, 20, 25, 30, 40, 50];
    const meetings = await Promise.all(
      dueInS.map((briefingInS) => seedPlannedMeeting(pool, { briefingInS, leadMinutes: 20 })),
    );
    await Promise.all(meetings.map((meeting) => announce(meeting)));

    // New workers start before old ones end; one stops gracefully, the other is killed.
    const second = await startWorkerOf('build-2');
    await endGracefully(first);
    await startWorkerOf('build-3');
    await killBetweenEmails(second);

    for (const meeting of meetings) {
      await eventually(
        () => readMeeting({ pool }, meeting.meetingId),
        ({ briefingState }) => briefingState === 'sent',
      );
    }
    expect(await Promise.all(meetings.map((meeting) => countMails(meeting)))).toEqual(meetings.map(() => 1));
    const all = meetings.length;
    expect(await countEffects()).toEqual({ runs: all, used: all, briefings: all, outbox: 0 });
    const histories = await Promise.all(meetings.map((meeting) => readBuilds(meeting)));
    expect(histories.every(({ failedTasks }) => failedTasks === 0)).toBe(true);
    expect(new Set(histories.flatMap(({ builds }) => builds)).size).toBeGreaterThan(1);
  });
});
