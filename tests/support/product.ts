import { randomUUID } from 'node:crypto';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { readPid } from '#scripts/processes/pid-files.ts';
import { createSupervisor } from '#scripts/processes/supervisor.ts';
import { apiProcess, sandboxProcess, workerProcess } from '#scripts/stack/product.ts';
import { planLocalStack, withoutSettings } from '#scripts/stack/settings.ts';
import { claimPorts, createDatabase, redisUrl, temporal } from './services.ts';

export type RunningProduct = {
  /** The product's URL, such as http://localhost:23456. */
  url: string;
  /** The URLs of the sandboxed vendors and the console. */
  sandbox: {
    console: string;
    google: string;
    microsoft: string;
    stripe: string;
    anthropic: string;
    ses: string;
    turnstile: string;
    messages: string;
    web: string;
  };
  /** The URL at which the worker serves its metrics. */
  workerUrl: string;
  /** The settings of its processes. */
  env: NodeJS.ProcessEnv;
  /** Returns the id of a process, which changes when the process is restarted. */
  pidOf: (name: 'api' | 'worker') => number;
  stop: () => Promise<void>;
};

type ProductOptions = {
  /**
   * Keeps the sandbox's state in memory only. Otherwise every change writes all of it, which takes too long with
   * thousands of accounts.
   */
  forgetsSandbox?: boolean;
};

/**
 * Starts the whole product (API, worker, sandbox) in separate processes, with its own database, Redis and Temporal
 * namespace.
 * @param settings override those of `npm start`
 */
export async function startProduct(
  settings: Record<string, string> = {},
  { forgetsSandbox = false }: ProductOptions = {},
): Promise<RunningProduct> {
  const firstPort = await claimPorts(12);
  const stateDir = await createProductState();
  const [database, redis, engine] = await Promise.all([createDatabase(), redisUrl(), temporal()]);
  const stack = planLocalStack({
    ...withoutSettings(process.env),
    PORT_OFFSET: String(firstPort - 4000), // the sandbox takes nine ports, beginning with its console's
    PORT: String(firstPort + 9), // the worker's is two higher
    STATE_DIR: stateDir,
    DATABASE_URL: database.databaseUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    REDIS_URL: redis,
    TEMPORAL_ADDRESS: engine.address,
    TEMPORAL_NAMESPACE: engine.namespace,
    ...settings,
  });
  const { ports } = stack;
  const supervisor = createSupervisor(stack.folders, (line) => process.stderr.write(`${line}\n`));
  const stop = async () => {
    await supervisor.stopAll();
    await database.drop();
  };
  try {
    const sandbox = sandboxProcess(stack);
    const memory = { SANDBOX_STATE_DIR: undefined };
    await supervisor.start(forgetsSandbox ? { ...sandbox, env: { ...sandbox.env, ...memory } } : sandbox);
    await Promise.all([supervisor.start(apiProcess(stack, 'built')), supervisor.start(workerProcess(stack, 'built'))]);
  } catch (error) {
    await stop();
    throw error;
  }
  const loopback = (port: number) => `http://127.0.0.1:${port}`;
  return {
    url: stack.publicUrl,
    sandbox: {
      console: loopback(ports.sandboxConsole),
      google: loopback(ports.google),
      microsoft: loopback(ports.microsoft),
      stripe: loopback(ports.stripe),
      anthropic: loopback(ports.anthropic),
      ses: loopback(ports.ses),
      turnstile: loopback(ports.turnstile),
      messages: loopback(ports.messages),
      web: loopback(ports.sandboxWeb),
    },
    workerUrl: loopback(ports.worker),
    env: stack.env,
    pidOf: (name) => readPid(stack.folders.pids, name),
    stop,
  };
}

/**
 * Creates a separate state folder that shares the workflow bundle, which is built once per run
 * (tests/support/worker.ts).
 */
async function createProductState(): Promise<string> {
  const shared = inject('services').stateDir;
  // In this run's own folder, so that the product stops with the run; the services may be shared with another run.
  const own = join(process.env['TEST_STATE_DIR'] ?? shared, 'products', randomUUID());
  await mkdir(join(shared, 'workflows', 'dist'), { recursive: true });
  await mkdir(own, { recursive: true });
  await symlink(join(shared, 'workflows', 'dist'), join(own, 'dist'));
  return own;
}
