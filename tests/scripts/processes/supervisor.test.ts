import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ProcessSpec } from '#scripts/processes/managed-process.ts';
import { stopLeftovers } from '#scripts/processes/pid-files.ts';
import { identifyProcess } from '#scripts/processes/process-identity.ts';
import { createSupervisor, type Supervisor } from '#scripts/processes/supervisor.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const folder = temporaryFolder();
let folders: { logs: string; pids: string };
let supervisor: Supervisor;
let lines: string[];

beforeEach(() => {
  folders = { logs: join(folder(), 'logs'), pids: join(folder(), 'pids') };
  lines = [];
  supervisor = createSupervisor(folders, (line) => lines.push(line));
});
afterEach(async () => await supervisor.stopAll());

/** Describes a process that prints `up` once it has run `code`. */
function process_(name: string, code: string, more: Partial<ProcessSpec> = {}): ProcessSpec {
  return {
    name,
    command: process.execPath,
    args: ['-e', `${code}\nconsole.log('up');`],
    stopStage: 0,
    stopTimeoutMs: 60_000,
    readyTimeoutMs: 60_000,
    isReady: async (log) => log.includes('up'),
    ...more,
  };
}
const stays = 'setInterval(() => {}, 1000);';

function pidOf(name: string): number {
  return Number(JSON.parse(readFileSync(join(folders.pids, `${name}.json`), 'utf8')).pid);
}

describe('createSupervisor', () => {
  test('restarts a killed process and reports both events', async () => {
    await supervisor.start(process_('worker', stays));
    const first = pidOf('worker');
    process.kill(first, 'SIGKILL');
    await expect.poll(() => lines).toContain('worker is up again');
    expect(lines[0]).toBe('worker ended unexpectedly (SIGKILL); restarting in 0.5 s');
    expect(pidOf('worker')).not.toBe(first);
  });

  test('keeps retrying when a restart fails', async () => {
    await supervisor.start(process_('worker', stays));
    const first = pidOf('worker');
    rmSync(folders.logs, { recursive: true });
    writeFileSync(folders.logs, 'no folder');
    process.kill(first, 'SIGKILL');
    await expect.poll(() => lines.join()).toContain('worker could not be started: ');
    rmSync(folders.logs);
    await expect.poll(() => lines).toContain('worker is up again');
    expect(pidOf('worker')).not.toBe(first);
  });

  test("fails with the log's tail when a process exits early", async () => {
    const broken = process_('api', "console.error('SESSION_SECRET is missing'); process.exit(3)", {
      isReady: async () => false,
    });
    await expect(supervisor.start(broken)).rejects.toThrow(
      /api ended \(exit code 3\); its log ends with:[\s\S]*SESSION_SECRET is missing/,
    );
  });

  test('mentions a missing program in the error', async () => {
    await expect(supervisor.start(process_('engine', '', { command: '/no/such/program' }))).rejects.toThrow(
      /engine ended \(spawn \/no\/such\/program ENOENT\)/,
    );
  });

  test('stops the product before its dependencies, then refuses starts', async () => {
    const order = join(folder(), 'order');
    const notes = (name: string) =>
      `${stays} process.on('SIGTERM', () => { require('node:fs').appendFileSync(${JSON.stringify(order)}, '${name} '); process.exit(0); });`;
    await supervisor.start(process_('database', notes('database'), { stopStage: 4 }));
    await supervisor.start(process_('engine', notes('engine'), { stopStage: 2 }));
    await supervisor.start(process_('api', notes('api'), { stopStage: 0 }));
    await supervisor.stopAll();
    expect(readFileSync(order, 'utf8')).toBe('api engine database ');
    expect(readdirSync(folders.pids)).toEqual([]);
    await expect(supervisor.start(process_('late', stays))).rejects.toThrow(/is being stopped/);
  });

  test('kills a process that outlives its stop timeout', async () => {
    await supervisor.start(process_('stubborn', `process.on('SIGTERM', () => {}); ${stays}`, { stopTimeoutMs: 300 }));
    const pid = pidOf('stubborn');
    await supervisor.stopAll();
    expect(identifyProcess(pid)).toBeNull();
  });
});

test('stopLeftovers stops the processes of a killed run', async () => {
  await supervisor.start(process_('redis', stays, { stopStage: 3 }));
  await supervisor.start(process_('api', stays));
  const pids = [pidOf('redis'), pidOf('api')];
  // Like a new supervisor, it has only the pid folder to go by.
  const stopping = stopLeftovers(folders.pids);
  await supervisor.stopAll();
  expect(await stopping).toEqual(expect.arrayContaining(['api', 'redis']));
  expect(pids.map(identifyProcess)).toEqual([null, null]);
});
