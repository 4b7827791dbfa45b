import type { Newcomer, Site } from '#tests/faults/newcomer.ts';
import { until } from '#tests/faults/until.ts';
import { inspect } from './docker.ts';
import type { Installation } from './installation.ts';
import { expectScheduled, signUp } from './people.ts';
import { APART, calendarOf, runTemporal, syncByCommand } from './procedures.ts';

const MOVED_WITHIN_MS = 120_000;

/**
 * Follows "Deploy gradually" in docs/operations.md, from the first named build until builds are switched off.
 * tests/cluster/builds.ts tests what a ramp does to workflows.
 */
export async function deployGradually(site: Installation, vendors: Site, newcomer: Newcomer): Promise<void> {
  const { compose, configure, docker } = site;
  for (const version of ['1.0', '1.1']) await docker.run(['tag', 'foreword:latest', `foreword:${version}`]);

  // Replaces everything with just the last command of "Deploy, and roll back".
  const restore = await configure({ FOREWORD_VERSION: '1.0', WORKER_BUILD_ID: '${FOREWORD_VERSION}' });
  await compose('up', '--detach', '--wait', '--no-build');
  const api = await inspect(docker, (await compose('ps', '--quiet', 'api')).trim(), '{{.Config.Image}}');
  if (api !== 'foreword:1.0') throw new Error(`the API runs ${api}`);
  await untilOn(site, newcomer, '1.0');

  await configure({ FOREWORD_VERSION: '1.1', FOREWORD_BEFORE: '1.0', ...APART });
  await compose('run', '--rm', '-T', 'migrate');
  await compose('up', '--detach', '--wait', '--no-build', '--no-deps', 'api');
  const withoutApart = await compose('--profile', 'before', 'config', '--services');
  if (withoutApart.includes('worker-apart')) throw new Error('--profile before includes worker-apart');
  const profiles = ['--profile', 'before', '--profile', 'apart'];
  await compose(...profiles, 'up', '--detach', '--wait', '--no-build');
  await untilOn(site, newcomer, '1.0');
  await deployment(site, 'set-ramping-version', '--build-id', '1.1', '--percentage', '10');
  await deployment(site, 'set-ramping-version', '--build-id', '1.1', '--delete');
  await deployment(site, 'set-current-version', '--build-id', '1.1', '--ignore-missing-task-queues');
  await untilOn(site, newcomer, '1.1');
  await deployment(site, 'set-current-version', '--build-id', '1.0');
  await untilOn(site, newcomer, '1.0');
  await deployment(site, 'set-current-version', '--build-id', '1.1');
  await untilOn(site, newcomer, '1.1');
  await moveToNewest(site, '1.0');
  await compose('--profile', 'before', 'stop', 'worker-before');
  // Only worker-apart serves research now.
  await expectScheduled(site, await signUp(site, vendors, 3_600_000));

  await restore();
  await deployment(site, 'set-current-version', '--unversioned');
  await compose(...profiles, 'rm', '--stop', '--force', 'worker-before', 'worker-apart');
  await compose('up', '--detach', '--wait', '--no-build');
  for (const version of ['1.0', '1.1']) await docker.run(['rmi', `foreword:${version}`]);
}

/**
 * Syncs the calendar until its workflow is on the build: the engine needs some seconds to propagate its routing. Only
 * the current run counts, as a calendar continues as new every few syncs.
 */
async function untilOn(site: Installation, { userId }: Newcomer, build: string): Promise<void> {
  const query = `WorkflowId = '${calendarOf(userId)}' AND TemporalWorkerDeploymentVersion = 'foreword:${build}' AND ExecutionStatus = 'Running'`;
  const isThere = async () => {
    await syncByCommand(site, userId);
    return /^Total: 1$/m.test(await runTemporal(site, 'workflow', 'count', '--query', query));
  };
  await until(`the calendar is on ${build}`, isThere, MOVED_WITHIN_MS);
}

/** Moves the pinned workflows off a build, as operators do before they stop its last worker. */
async function moveToNewest(site: Installation, build: string): Promise<void> {
  const pinned = `TemporalWorkflowVersioningBehavior = "Pinned" AND TemporalWorkerDeploymentVersion = "foreword:${build}" AND ExecutionStatus = "Running"`;
  const update = ['--query', pinned, '--versioning-override-behavior', 'auto_upgrade', '--yes'];
  await runTemporal(site, 'workflow', 'update-options', ...update);
  const isEmpty = async () => /^Total: 0$/m.test(await runTemporal(site, 'workflow', 'count', '--query', pinned));
  await until(`no workflow is left on ${build}`, isEmpty, MOVED_WITHIN_MS);
}

async function deployment(site: Installation, command: string, ...args: string[]): Promise<void> {
  await runTemporal(site, 'worker', 'deployment', command, '--deployment-name', 'foreword', ...args, '--yes');
}
