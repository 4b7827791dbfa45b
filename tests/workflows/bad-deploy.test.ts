import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, describe, expect, test } from 'vitest';
import { runCommand } from '#scripts/processes/run-command.ts';
import { resolveTemporal } from '#scripts/tools/temporal-binary.ts';
import { breakWorkflows } from '#tests/support/bad-bundle.ts';
import { eventually, openMeetingLab, type TestMeeting } from './meeting-lab.ts';

/** temporal.api.enums.v1.WorkflowTaskFailedCause */
const NON_DETERMINISTIC = 24;
/** The operators' query in docs/operations.md. */
const FAILING = 'TemporalReportedProblems IS NOT NULL AND ExecutionStatus = "Running"';

const folder = await mkdtemp(join(tmpdir(), 'bad-deploy-'));
afterAll(() => rm(folder, { recursive: true }));
const lab = await openMeetingLab(['research', 'email']);
const badBundle = join(folder, 'workflows.js');
await writeFile(badBundle, breakWorkflows(await readFile(lab.engine.bundlePath, 'utf8')));

let running = await lab.engine.startWorker(lab.context, ['core']);

/** Replaces the running worker with one of the given build. */
async function deploy(build: 'good' | 'bad'): Promise<void> {
  await running.stop();
  running = await lab.engine.startWorker(lab.context, ['core'], build === 'bad' ? badBundle : undefined);
}

const untilSent = (meeting: TestMeeting) => meeting.until({ briefingState: 'sent' });

/** Waits for the workflow task failures shown in the Web UI when code and history do not match. */
async function untilTaskFails(handle: WorkflowHandle): Promise<void> {
  await eventually(
    async () => (await handle.fetchHistory()).events ?? [],
    (events) => events.some(({ workflowTaskFailedEventAttributes: task }) => Number(task?.cause) === NON_DETERMINISTIC),
  );
  expect((await handle.describe()).status.name).toBe('RUNNING');
}

/** Waits until only the timer for the start of the meeting is left. */
async function untilWaiting(handle: WorkflowHandle): Promise<void> {
  await eventually(
    async () => (await handle.fetchHistory()).events?.at(-1)?.timerStartedEventAttributes,
    (timer) => Boolean(timer),
  );
}

async function buildOf(handle: WorkflowHandle): Promise<string> {
  const { events } = await handle.fetchHistory();
  const ids = (events ?? []).map(({ workflowTaskCompletedEventAttributes: task }) => task?.workerVersion?.buildId);
  return ids.find((id) => typeof id === 'string') ?? '';
}

/** Resets each failing workflow to before the given build, as an operator would from a shell. */
async function resetToBefore(build: string): Promise<void> {
  const { address, namespace } = lab.engine;
  const which = ['--query', FAILING, '--type', 'BuildId', '--build-id', build, '--reason', 'bad deploy', '--yes'];
  const where = ['--address', address, '--namespace', namespace];
  await runCommand(await resolveTemporal(), ['workflow', 'reset', ...which, ...where]);
}

const untilFailing = (wanted: number) => lab.untilRunning(FAILING, wanted);

/** One test checks a deploy and its rollback on two meetings, since the engine takes a while to retry a workflow. */
describe('a deploy with workflow code incompatible with running workflows', () => {
  test('is visible, loses nothing and never resends an email, even after a rollback and reset', async () => {
    await using waiting = await lab.start({ startsInS: 3 * 3600, leadMinutes: 120 });
    await waiting.researched();

    await deploy('bad');
    // The briefing is due from now on, so that only the bad deploy holds it up.
    await waiting.move(new Date(Date.now() + 900_000));
    await waiting.announce();
    // Code that does not match old histories works for new ones.
    await using late = await lab.start({ startsInS: 900, leadMinutes: 120 });
    await untilSent(late);
    const badBuild = await buildOf(late.handle);
    await untilTaskFails(waiting.handle);
    await untilFailing(1);
    expect(await waiting.read()).toMatchObject({ briefingState: 'scheduled', results: 1 });

    await deploy('good');
    await untilSent(waiting);
    await untilFailing(0);

    await late.announce();
    await untilTaskFails(late.handle);
    await untilFailing(1);
    await resetToBefore(badBuild);
    await untilWaiting(late.handle);
    await untilFailing(0);

    for (const meeting of [waiting, late]) {
      expect(await meeting.read()).toMatchObject({ briefingState: 'sent', results: 1, usage: 'used' });
      expect(await meeting.mails()).toHaveLength(1);
    }
  });
});
