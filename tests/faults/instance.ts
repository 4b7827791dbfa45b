import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePool } from 'slonik';
import { openPool } from '#db/pool.ts';
import { readPid } from '#scripts/processes/pid-files.ts';
import { planPorts } from '#scripts/stack/ports.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { type LocalStack, planLocalStack, withoutSettings } from '#scripts/stack/settings.ts';
import { type Receiver, startReceiver } from '#tests/support/webhook-receiver.ts';
import { type Network, startNetwork } from './network.ts';

const PARTS = ['api', 'worker', 'temporal', 'postgres', 'redis', 'sandbox'] as const;
export type Part = (typeof PARTS)[number];
export type Service = 'postgres' | 'redis' | 'temporal';
/** Modules preloaded into every process of an instance. */
const PRELOADED = ['skewed-clock.ts', 'through-network.ts'];

/** A complete product run by `npm start`, whose parts can be killed and frozen. */
export type Instance = {
  stack: LocalStack;
  /** Connected as the database owner, because the invariants read everything. */
  pool: DatabasePool;
  /** Kills a part, as a crash would; the supervisor restarts it. */
  kill: (part: Part) => void;
  /** Suspends a part without ending it, like a hung machine. */
  freeze: (part: Part) => void;
  thaw: (part: Part) => void;
  /** Returns null while the part is not running. */
  pidOf: (part: Part) => number | null;
  /** Shifts the clock of a part relative to the machine's. */
  skewClock: (part: 'api' | 'worker', byMs: number) => void;
  /** Whether the instance writes to its own small disk, which can be filled. */
  hasOwnDisk: boolean;
  /** The networks between API, worker and services, if requested. */
  networks: Record<Service, Network> | null;
  /** Accepts the webhooks of the people in a run. */
  receiver: Receiver;
  stop: () => Promise<void>;
};

/** Returns the address and namespace of the instance's engine. */
export const engineOf = ({ stack: { env } }: Pick<Instance, 'stack'>) => ({
  address: env['TEMPORAL_ADDRESS'] ?? '',
  namespace: env['TEMPORAL_NAMESPACE'] ?? 'default',
});

/** Avoids the default ports, which another instance may use. The setting PORT_OFFSET overrides it. */
const PORT_OFFSET = '20000';
const DISK_SIZE = '2g';

/**
 * Starts a product in its own state folder and waits until it is ready.
 * @param given settings beyond those of `npm start`, such as the address of a running engine
 */
export async function startInstance(
  given: Record<string, string> = {},
  wanted: { hasOwnDisk?: boolean; hasOwnNetwork?: boolean } = {},
): Promise<Instance> {
  const stateDir = mkdtempSync(join(tmpdir(), 'foreword-faults-'));
  const vendorsDir = mkdtempSync(join(tmpdir(), 'foreword-vendors-'));
  const hasOwnDisk = wanted.hasOwnDisk === true && mountDisk(stateDir, vendorsDir);
  const portOffset = given['PORT_OFFSET'] ?? process.env['PORT_OFFSET'] ?? PORT_OFFSET;
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
    // Node itself reads this variable in every process.
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
  /** Signals a part with its children: Postgres has one process per connection. */
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
      // A frozen part could not respond or stop.
      for (const part of PARTS) if (existsSync(join(stack.folders.pids, `${part}.json`))) signalAll(part, 'SIGCONT');
      await pool.end();
      child.kill('SIGTERM');
      while (child.exitCode === null && child.signalCode === null) await sleep(100);
      for (const network of Object.values(networks ?? {})) network.close();
      await receiver.close();
      if (hasOwnDisk) execFileSync('umount', [stateDir]);
      for (const folder of [stateDir, vendorsDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Mounts a small disk on a folder, but not where the vendors write: they aren't on the product's machine.
 * @returns false if the user lacks permission
 */
function mountDisk(folder: string, vendorsDir: string): boolean {
  const options = `size=${DISK_SIZE},mode=711`;
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'foreword-faults', folder]).status !== 0) return false;
  mkdirSync(join(folder, 'logs'));
  symlinkSync(vendorsDir, join(folder, 'sandbox'));
  symlinkSync(join(vendorsDir, 'sandbox.log'), join(folder, 'logs', 'sandbox.log'));
  return true;
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

/** Signals a process unless it is gone: a child ends with its connection, which can happen at any time. */
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
    // The program name, in parentheses, may contain anything; state and parent follow it.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(parent);
  } catch {
    return null; // it has exited
  }
}
