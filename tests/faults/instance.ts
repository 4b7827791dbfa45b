import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePool } from 'slonik';
import * as z from 'zod';
import { openPool } from '#db/pool.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { type LocalStack, planLocalStack, withoutSettings } from '#scripts/stack/settings.ts';

export type Part = 'api' | 'worker' | 'temporal' | 'postgres' | 'redis' | 'sandbox';

/** A whole product started by `npm start`'s own script, whose parts can be killed and frozen. */
export type Instance = {
  stack: LocalStack;
  /** As the owner of the database: the invariants look at everything. */
  pool: DatabasePool;
  /** Ends a part as a crash would; the product's own supervisor starts it again. */
  kill: (part: Part) => void;
  /** Stops a part from running without ending it, as a machine that hangs. */
  freeze: (part: Part) => void;
  thaw: (part: Part) => void;
  stop: () => Promise<void>;
};

/** Beside an instance on the default ports; the setting PORT_OFFSET moves it elsewhere. */
const PORT_OFFSET = '20000';

/** @param given settings beyond those of `npm start`, such as where an engine runs already. */
export async function startInstance(given: Record<string, string> = {}): Promise<Instance> {
  const stateDir = mkdtempSync(join(tmpdir(), 'foreword-faults-'));
  const portOffset = process.env['PORT_OFFSET'] ?? PORT_OFFSET;
  const settings = { ...withoutSettings(process.env), STATE_DIR: stateDir, PORT_OFFSET: portOffset, ...given };
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: repositoryRoot,
    env: settings,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await untilReady(child);
  const stack = planLocalStack(settings);
  const pool = await openPool(stack.env['DATABASE_OWNER_URL'] ?? '');
  const signal = (part: Part, name: NodeJS.Signals) => process.kill(readPid(stack.folders.pids, part), name);
  return {
    stack,
    pool,
    kill: (part) => signal(part, 'SIGKILL'),
    freeze: (part) => signal(part, 'SIGSTOP'),
    thaw: (part) => signal(part, 'SIGCONT'),
    stop: async () => {
      await pool.end();
      child.kill('SIGTERM');
      while (child.exitCode === null && child.signalCode === null) await sleep(100);
      rmSync(stateDir, { recursive: true, force: true });
    },
  };
}

async function untilReady(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.includes('Foreword is ready')) resolve();
  });
  child.once('exit', (code) => reject(new Error(`the product ended with exit code ${code}:\n${output}`)));
  await promise;
}

function readPid(folder: string, part: Part): number {
  return z.object({ pid: z.number() }).parse(JSON.parse(readFileSync(join(folder, `${part}.json`), 'utf8'))).pid;
}
