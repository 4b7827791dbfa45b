import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePool } from 'slonik';
import * as z from 'zod';
import { openPool } from '#db/pool.ts';
import { planPorts } from '#scripts/stack/ports.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { type LocalStack, planLocalStack, withoutSettings } from '#scripts/stack/settings.ts';
import { type Receiver, startReceiver } from '#tests/support/webhook-receiver.ts';
import { type Network, startNetwork } from './network.ts';

const PARTS = ['api', 'worker', 'temporal', 'postgres', 'redis', 'sandbox'] as const;
export type Part = (typeof PARTS)[number];
export type Service = 'postgres' | 'redis' | 'temporal';
/** What each process of an instance loads before everything else. */
const PRELOADED = ['skewed-clock.ts', 'through-network.ts'];

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
  /** Null while it is not there. */
  pidOf: (part: Part) => number | null;
  /** Moves the clock of a part away from the machine's. */
  skewClock: (part: 'api' | 'worker', byMs: number) => void;
  /** All it writes goes to a small disk of its own, which may be filled. */
  hasOwnDisk: boolean;
  /** Between API and worker and their services, where it was wanted. */
  networks: Record<Service, Network> | null;
  /** Accepts the webhooks of the people in a run. */
  receiver: Receiver;
  stop: () => Promise<void>;
};

/** Beside an instance on the default ports; the setting PORT_OFFSET moves it elsewhere. */
const PORT_OFFSET = '20000';
const DISK_SIZE = '2g';

/** @param given settings beyond those of `npm start`, such as where an engine runs already. */
export async function startInstance(
  given: Record<string, string> = {},
  wanted: { hasOwnDisk?: boolean; hasOwnNetwork?: boolean } = {},
): Promise<Instance> {
  const stateDir = mkdtempSync(join(tmpdir(), 'foreword-faults-'));
  const hasOwnDisk = wanted.hasOwnDisk === true && mountDisk(stateDir);
  const portOffset = process.env['PORT_OFFSET'] ?? PORT_OFFSET;
  const clockFile = join(stateDir, 'clocks.json');
  const ports = planPorts(portOffset, undefined);
  const networks = wanted.hasOwnNetwork
    ? {
        postgres: await startNetwork(ports.postgres),
        redis: await startNetwork(ports.redis),
        temporal: await startNetwork(ports.temporal),
      }
    : null;
  const settings = {
    ...withoutSettings(process.env),
    STATE_DIR: stateDir,
    PORT_OFFSET: portOffset,
    // Every process is given what Node itself reads.
    NODE_OPTIONS: PRELOADED.map((file) => `--import=${join(import.meta.dirname, file)}`).join(' '),
    NODE_CLOCKS: clockFile,
    ...(networks && {
      NODE_NETWORK: JSON.stringify({
        [ports.postgres]: networks.postgres.port,
        [ports.redis]: networks.redis.port,
        [ports.temporal]: networks.temporal.port,
      }),
    }),
    ...given,
  };
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: repositoryRoot,
    env: settings,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await untilReady(child);
  const stack = planLocalStack(settings);
  const pool = await openPool(stack.env['DATABASE_OWNER_URL'] ?? '');
  const signal = (part: Part, name: NodeJS.Signals) => process.kill(readPid(stack.folders.pids, part), name);
  /** Postgres is one process for each connection. */
  const signalAll = (part: Part, name: NodeJS.Signals) => {
    const pid = readPid(stack.folders.pids, part);
    process.kill(pid, name);
    for (const child of childrenOf(pid)) signalIfThere(child, name);
  };
  const clocks = new Map<string, number>();
  const receiver = await startReceiver();
  return {
    stack,
    pool,
    kill: (part) => signal(part, 'SIGKILL'),
    freeze: (part) => signalAll(part, 'SIGSTOP'),
    thaw: (part) => signalAll(part, 'SIGCONT'),
    pidOf: (part) => {
      const file = join(stack.folders.pids, `${part}.json`);
      return existsSync(file) ? readPid(stack.folders.pids, part) : null;
    },
    skewClock: (part, byMs) => {
      clocks.set(part, byMs);
      writeFileSync(`${clockFile}.new`, JSON.stringify(Object.fromEntries(clocks)));
      renameSync(`${clockFile}.new`, clockFile);
    },
    hasOwnDisk,
    networks,
    receiver,
    stop: async () => {
      // What stands still could neither be asked nor told to end.
      for (const part of PARTS) if (existsSync(join(stack.folders.pids, `${part}.json`))) signalAll(part, 'SIGCONT');
      await pool.end();
      child.kill('SIGTERM');
      while (child.exitCode === null && child.signalCode === null) await sleep(100);
      for (const network of Object.values(networks ?? {})) network.close();
      await receiver.close();
      if (hasOwnDisk) execFileSync('umount', [stateDir]);
      rmSync(stateDir, { recursive: true, force: true });
    },
  };
}

/** False where this account may not mount one. */
function mountDisk(folder: string): boolean {
  const options = `size=${DISK_SIZE},mode=711`;
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'foreword-faults', folder]).status === 0;
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

export function readPid(folder: string, part: string): number {
  return z.object({ pid: z.number() }).parse(JSON.parse(readFileSync(join(folder, `${part}.json`), 'utf8'))).pid;
}

/** A child ends with its connection, at any moment. */
function signalIfThere(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);
}

function parentOf(pid: string): number | null {
  try {
    // The name of the program, in parentheses, may hold anything; the state and the parent follow it.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(parent);
  } catch {
    return null; // it has ended
  }
}
