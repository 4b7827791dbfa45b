import type { ChildProcess } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { openEngine } from '#api/engine.ts';
import { forgetPassword } from '#contract/auth.ts';
import { sql } from '#db/sql.ts';
import { runCommand } from '#scripts/processes/run-command.ts';
import { resolveTemporal } from '#scripts/tools/temporal-binary.ts';
import type { Instance } from '#tests/faults/instance.ts';
import {
  clearFaults,
  connectNewcomer,
  control,
  countMails,
  type Newcomer,
  researchStateIs,
} from '#tests/faults/newcomer.ts';
import { until } from '#tests/faults/until.ts';
import { breakWorkflows } from '#tests/support/bad-bundle.ts';
import { withEngine } from '#tests/support/engine-client.ts';
import { killProcess, startWorkerProcess } from '#tests/support/worker-process.ts';
import { DEPLOYMENT, meetingChangedSignal, meetingWorkflowId, QUEUES, sendEmailId } from '#workflows/names.ts';
import type { Cluster } from './cluster.ts';

const NAMESPACE = 'foreword';
/** At a ramp of one half, all meetings take the same side once in 2,048 runs. */
const MEETINGS = 12;
const HALF_AN_HOUR_MS = 30 * 60_000;
const BUILD_WITHIN_MS = 60_000;
/** The query that docs/operations.md gives operators. */
const FAILING = 'TemporalReportedProblems IS NOT NULL AND ExecutionStatus = "Running"';
const pinnedTo = (build: string) =>
  `TemporalWorkflowVersioningBehavior = "Pinned" AND TemporalWorkerDeploymentVersion = "${DEPLOYMENT}:${build}" AND ExecutionStatus = "Running"`;

type Site = {
  cluster: Cluster;
  instance: Instance;
  client: Client;
  meetings: string[];
  workers: Map<string, ChildProcess>;
};

/**
 * Follows "Deploy gradually" in docs/operations.md on the production cluster: a bad build gets part of the work and is
 * rolled back; the next one takes over, is rolled back too, and takes over for good. Returns one line per observation.
 */
export async function playBuilds(cluster: Cluster, instance: Instance, before: Newcomer): Promise<string[]> {
  return await withEngine({ address: cluster.address, namespace: NAMESPACE }, async (client) => {
    const site: Site = { cluster, instance, client, meetings: [], workers: new Map() };
    try {
      return [
        await firstBuildTakesOver(site, before),
        await badBuildIsTakenBack(site),
        await nextBuildTakesOver(site),
        await missingBuildIsSeen(site),
        await switchOff(site, before),
      ];
    } finally {
      for (const worker of site.workers.values()) await killProcess(worker);
    }
  });
}

async function firstBuildTakesOver(site: Site, before: Newcomer): Promise<string> {
  await startBuild(site, '1.0');
  const old = await meetingOf(site, before);
  await untilOn(site, [old], '1.0');
  const newcomers = await Promise.all(
    Array.from({ length: MEETINGS }, () => connectNewcomer(site.instance, HALF_AN_HOUR_MS)),
  );
  for (const newcomer of newcomers)
    await until('research completes', () => researchStateIs(site.instance, newcomer, 'completed'), 120_000);
  site.meetings = await Promise.all(newcomers.map((newcomer) => meetingOf(site, newcomer)));
  await untilOn(site, site.meetings, '1.0');
  return `1.0, the first build with a name, took over an earlier meeting and ${MEETINGS} new ones`;
}

async function badBuildIsTakenBack(site: Site): Promise<string> {
  await startBuild(site, '1.1', breakWorkflows);
  await touch(site, site.meetings);
  await untilIdle(site);
  if ((await count(site, FAILING)) > 0) throw new Error('a build without a share of the work got some');
  await deployment(site, 'set-ramping-version', '--build-id', '1.1', '--percentage', '50');
  const someFail = async () => {
    await touch(site, site.meetings);
    await sleep(1_000);
    return (await count(site, FAILING)) > 0;
  };
  await until('some of the meetings fail', someFail, BUILD_WITHIN_MS);
  // The others are on 1.0 by now and must stay there.
  await sleep(5_000);
  const failing = await count(site, FAILING);
  if (failing === MEETINGS) throw new Error('all of the meetings failed under a ramp of one half');
  await deployment(site, 'set-ramping-version', '--build-id', '1.1', '--delete');
  await until('no meeting fails', async () => (await count(site, FAILING)) === 0, BUILD_WITHIN_MS);
  await untilOn(site, site.meetings, '1.0');
  await until('nothing is held by 1.1', async () => (await count(site, pinnedTo('1.1'))) === 0, BUILD_WITHIN_MS);
  await endBuild(site, '1.1');
  return `with half of the work on a bad 1.1, ${failing} of ${MEETINGS} meetings failed, and continued on 1.0 after the rollback`;
}

async function nextBuildTakesOver(site: Site): Promise<string> {
  await startBuild(site, '1.2');
  const mail = await holdMail(site);
  const isHeld = async () => (await count(site, `${pinnedTo('1.0')} AND WorkflowId = "${mail}"`)) === 1;
  await until('1.0 holds the email', isHeld);
  await makeCurrent(site, '1.2');
  await untilOn(site, site.meetings, '1.2');
  if (!(await isHeld())) throw new Error('the email that 1.0 began is not held by 1.0');
  await clearFaults(site.instance, 'ses');
  await until('the email is sent', async () => !(await isHeld()), BUILD_WITHIN_MS);
  if ((await buildOf(site, mail)) !== '1.0') throw new Error('another build finished what 1.0 had begun');

  const late = await holdMail(site);
  await until(
    '1.2 holds an email',
    async () => (await count(site, `${pinnedTo('1.2')} AND WorkflowId = "${late}"`)) === 1,
  );
  await makeCurrent(site, '1.0');
  await untilOn(site, site.meetings, '1.0');
  await moveToCurrent(site, '1.2');
  await endBuild(site, '1.2');
  await clearFaults(site.instance, 'ses');
  const isWaiting = async () => (await count(site, `WorkflowId = "${late}" AND ExecutionStatus = "Running"`)) > 0;
  await until('the email that 1.2 began is sent', async () => !(await isWaiting()), BUILD_WITHIN_MS);
  if ((await buildOf(site, late)) !== '1.0') throw new Error('1.0 did not finish the email moved to it');
  await expectBriefing(site);
  await startBuild(site, '1.2');
  await makeCurrent(site, '1.2');
  await untilOn(site, site.meetings, '1.2');
  await until('nothing is held by 1.0', async () => (await count(site, pinnedTo('1.0'))) === 0, BUILD_WITHIN_MS);
  await endBuild(site, '1.0');
  return '1.2 took over, 1.0 sent the email it had begun, all went back to 1.0, with an email that 1.2 had begun, and forward again, and a briefing was sent in the meantime';
}

async function missingBuildIsSeen(site: Site): Promise<string> {
  await endBuild(site, '1.2');
  await touch(site, site.meetings);
  const engine = openEngine({ address: site.cluster.address, namespace: NAMESPACE, apiKey: null });
  try {
    await until('the queue shows waiting tasks', async () => (await engine.readBacklog(QUEUES.core)).tasks > 0);
  } finally {
    await engine.close();
  }
  await startBuild(site, '1.2');
  await untilIdle(site);
  return 'without a worker of the current build, the queue showed the waiting tasks';
}

async function switchOff(site: Site, before: Newcomer): Promise<string> {
  await deployment(site, 'set-current-version', '--unversioned');
  // A worker keeps its cached workflows until it exits.
  await endBuild(site, '1.2');
  await untilOn(site, [...site.meetings, await meetingOf(site, before)], null);
  return 'once builds were switched off, unnamed workers took everything over';
}

/** Moves workflows off a build that was rolled back, as operators do before they stop its workers. */
async function moveToCurrent(site: Site, build: string): Promise<void> {
  const update = ['--query', pinnedTo(build), '--versioning-override-behavior', 'auto_upgrade', '--yes'];
  await temporal(site, 'workflow', 'update-options', ...update);
  await until(`nothing is held by ${build}`, async () => (await count(site, pinnedTo(build))) === 0, BUILD_WITHIN_MS);
}

/** Starts the workers of a build in their own process. */
async function startBuild(site: Site, build: string, change = (code: string) => code): Promise<void> {
  const { env, folders } = site.instance.stack;
  const stateDir = join(folders.root, `build-${build}`);
  await mkdir(join(stateDir, 'dist'), { recursive: true });
  for (const name of await readdir(join(folders.root, 'dist'))) {
    if (!name.startsWith('workflows-')) continue;
    await writeFile(join(stateDir, 'dist', name), change(await readFile(join(folders.root, 'dist', name), 'utf8')));
  }
  const settings = { STATE_DIR: stateDir, WORKER_PORT: '', WORKER_BUILD_ID: build };
  site.workers.set(build, await startWorkerProcess({ ...env, ...settings }));
  await until(`build ${build} is known`, () => isKnown(site, build), BUILD_WITHIN_MS);
}

async function endBuild({ workers }: Site, build: string): Promise<void> {
  const worker = workers.get(build);
  if (worker) await killProcess(worker);
  workers.delete(build);
}

async function isKnown({ client }: Site, build: string): Promise<boolean> {
  const { workerDeployments } = await client.workflowService.listWorkerDeployments({ namespace: NAMESPACE });
  if (workerDeployments.length === 0) return false;
  const { workerDeploymentInfo } = await client.workflowService.describeWorkerDeployment({
    namespace: NAMESPACE,
    deploymentName: DEPLOYMENT,
  });
  return (workerDeploymentInfo?.versionSummaries ?? []).some(
    ({ deploymentVersion }) => deploymentVersion?.buildId === build,
  );
}

const makeCurrent = (site: Site, build: string) => deployment(site, 'set-current-version', '--build-id', build);

/** Runs the CLI as an operator would. */
async function deployment(site: Site, command: string, ...args: string[]): Promise<void> {
  await temporal(site, 'worker', 'deployment', command, '--deployment-name', DEPLOYMENT, ...args, '--yes');
}

async function temporal({ cluster }: Site, ...args: string[]): Promise<string> {
  return await runCommand(await resolveTemporal(), [...args, '--address', cluster.address, '--namespace', NAMESPACE]);
}

let version = 1000;

/** Signals the meetings, so that each reads its row again. */
async function touch({ client }: Site, workflowIds: string[]): Promise<void> {
  version += 1;
  await Promise.all(workflowIds.map((id) => client.workflow.getHandle(id).signal(meetingChangedSignal, { version })));
}

/** Signals until all meetings are on the build: the engine needs some seconds to propagate its routing. */
async function untilOn(site: Site, meetings: string[], build: string | null): Promise<void> {
  const away = async () => {
    const builds = await Promise.all(meetings.map((id) => buildOf(site, id)));
    return meetings.filter((_, index) => builds[index] !== build);
  };
  const isThere = async () => {
    await touch(site, await away());
    await sleep(1_000);
    return (await away()).length === 0;
  };
  await until(`the meetings are on ${build ?? 'no build'}`, isThere, BUILD_WITHIN_MS);
}

/** Returns the build whose worker completed the last workflow task; null if that worker has no build name. */
async function buildOf({ client }: Site, workflowId: string): Promise<string | null> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const tasks = (events ?? []).map(({ workflowTaskCompletedEventAttributes: task }) => task).filter(Boolean);
  return tasks.at(-1)?.deploymentVersion?.buildId || null;
}

async function untilIdle({ client, meetings }: Site): Promise<void> {
  const isIdle = async (id: string) => !(await client.workflow.getHandle(id).describe()).raw.pendingWorkflowTask;
  await until('tasks are done', async () => (await Promise.all(meetings.map(isIdle))).every(Boolean), BUILD_WITHIN_MS);
}

const count = async ({ client }: Site, query: string) => (await client.workflow.count(query)).count;

async function meetingOf({ instance }: Site, { userId }: Newcomer): Promise<string> {
  const meeting = await instance.pool.one(sql.typeAlias('id')`select id from meetings where user_id = ${userId}`);
  return meetingWorkflowId(meeting.id);
}

/** Queues an email while the mail service is down. Resolves with its workflow's id. */
async function holdMail({ instance }: Site): Promise<string> {
  const newcomer = await connectNewcomer(instance, HALF_AN_HOUR_MS);
  await control(instance, 'ses', '/faults', { method: 'POST', path: '/', status: 503, times: 1000 });
  await newcomer.client.data(forgetPassword, { body: { email: newcomer.email } });
  const email = await instance.pool.one(sql.typeAlias('id')`
    select id from emails where to_address = ${newcomer.email} and kind = 'reset-password'
  `);
  return sendEmailId(email.id);
}

/** Connects a new user with a meeting whose briefing is due, and waits for the briefing. */
export async function expectBriefing({ instance }: Pick<Site, 'instance'>): Promise<void> {
  const newcomer = await connectNewcomer(instance, 0);
  await until('the briefing is sent', async () => (await countMails(instance, newcomer)) > 0, 180_000);
}
