import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '#scripts/processes/run-command.ts';
import { resolveTemporal } from '#scripts/tools/temporal-binary.ts';
import { breakWorkflows } from '#tests/support/bad-bundle.ts';
import type { TestWorker } from '#tests/support/worker.ts';
import {
  announceChange,
  countWorkflows,
  eventually,
  type MeetingLab,
  openMeetingLab,
  type PlannedMeeting,
  readMeeting,
  seedPlannedMeeting,
  startMeeting,
} from './meeting-lab.ts';

/** temporal.api.enums.v1.WorkflowTaskFailedCause */
const NON_DETERMINISTIC = 24;
/** The query that docs/operations.md gives operators. */
const FAILING = 'TemporalReportedProblems IS NOT NULL AND ExecutionStatus = "Running"';

let lab: MeetingLab;
let folder: string;
let badBundle: string;
const running: TestWorker[] = [];

beforeAll(async () => {
  lab = await openMeetingLab(['research', 'email']);
  folder = await mkdtemp(join(tmpdir(), 'bad-deploy-'));
  badBundle = join(folder, 'workflows.js');
  const code = await readFile(lab.engine.bundlePath, 'utf8');
  await writeFile(badBundle, breakWorkflows(code));
});
afterEach(async () => {
  for (const worker of running.splice(0)) await worker.stop();
});
afterAll(async () => {
  await lab.close();
  await rm(folder, { recursive: true });
});

/** Stops the running worker and serves the given build instead. */
async function deploy(build: 'good' | 'bad'): Promise<void> {
  for (const worker of running.splice(0)) await worker.stop();
  running.push(await lab.engine.startWorker(lab.context, ['core'], build === 'bad' ? badBundle : undefined));
}

const stateOf = ({ meetingId }: PlannedMeeting) => readMeeting(lab, meetingId);
const untilBriefingIs = (meeting: PlannedMeeting, state: string) =>
  eventually(
    () => stateOf(meeting),
    ({ briefingState }) => briefingState === state,
    60_000,
  );

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
  await runCommand(await resolveTemporal(), [
    'workflow',
    'reset',
    ...which,
    '--address',
    address,
    '--namespace',
    namespace,
  ]);
}

const untilFailing = (wanted: number) =>
  eventually(
    () => countWorkflows(lab, FAILING),
    (count) => count === wanted,
    60_000,
  );

/** One test checks a deploy and its rollback on two meetings, since the engine takes a while to retry a workflow. */
describe('a deploy with workflow code incompatible with running workflows', () => {
  test('is visible and loses nothing; rollback and reset send no mail twice', async () => {
    await deploy('good');
    const waiting = await seedPlannedMeeting(lab.pool, { briefingInS: 12 });
    const fromBefore = await startMeeting(lab, waiting);
    await eventually(
      () => stateOf(waiting),
      ({ researchState }) => researchState === 'completed',
    );

    await deploy('bad');
    await announceChange(lab, waiting.meetingId);
    // Code that does not match old histories works for new ones.
    const late = await seedPlannedMeeting(lab.pool, { startsInS: 900, leadMinutes: 120 });
    const begunByIt = await startMeeting(lab, late);
    await untilBriefingIs(late, 'sent');
    const badBuild = await buildOf(begunByIt);
    await untilTaskFails(fromBefore);
    await untilFailing(1);
    expect(await stateOf(waiting)).toMatchObject({ briefingState: 'scheduled', results: 1 });

    await deploy('good');
    await untilBriefingIs(waiting, 'sent');
    await untilFailing(0);

    await announceChange(lab, late.meetingId);
    await untilTaskFails(begunByIt);
    await untilFailing(1);
    await resetToBefore(badBuild);
    await untilWaiting(lab.client.workflow.getHandle(begunByIt.workflowId));
    await untilFailing(0);

    for (const meeting of [waiting, late]) {
      expect(await stateOf(meeting)).toMatchObject({ briefingState: 'sent', results: 1, usage: 'used' });
      expect(await lab.outbox(meeting.user.email)).toHaveLength(1);
    }
  }, 180_000);
});
