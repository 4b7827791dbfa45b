import { existsSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { apiDefaults } from '#api/config.ts';
import { sandboxDefaults } from '#sandbox/config.ts';
import { answersOk } from '#scripts/processes/http-ready.ts';
import type { ProcessSpec } from '#scripts/processes/managed-process.ts';
import { workerDefaults } from '#workers/config.ts';
import { repositoryRoot } from './repository.ts';
import type { LocalStack } from './settings.ts';

/**
 * Run modes: `built` serves the built pages; `watch` restarts on every change and leaves the pages to Vite.
 */
export type ProductMode = 'built' | 'watch';

const inRepository = { command: process.execPath, cwd: repositoryRoot };
/** All stages together stay below the 30 s promised for a stop. */
const timeouts = { stopTimeoutMs: 10_000, readyTimeoutMs: 600_000 };
/**
 * Grace period for work in progress, in seconds. Ends two seconds before the stop timeout, so that interrupted work can
 * report it.
 */
const graceS = String(timeouts.stopTimeoutMs / 1000 - 2);

/**
 * Half of Node's default: the slowest requests wait for young-generation garbage collection (docs/performance.md). Same
 * as in ops/entrypoint.sh.
 */
const apiFlags = ['--max-semi-space-size=8'];

/** The machine's variables that any program may need; of our settings, only NODE_ENV. */
const MACHINE =
  /^(?:PATH|HOME|USER|SHELL|TERM|TMPDIR|TZ|LANG|LC_\w+|XDG_\w+|NODE_\w+|SSL_CERT_\w+|https?_proxy|no_proxy)$/i;
/** Settings that web/vite.config.ts reads besides its ports. */
const PAGE_SETTINGS = ['TURNSTILE_BASE_URL', 'TURNSTILE_SITE_KEY', 'SUPPORT_EMAIL', 'SALES_EMAIL', 'DEMO_VIDEO_URL'];

/** Returns how to run the API, which in `watch` mode has its own port behind Vite. */
export function apiProcess({ env, ports }: LocalStack, mode: ProductMode): ProcessSpec {
  const port = mode === 'watch' ? ports.devApi : ports.product;
  return {
    ...inRepository,
    ...timeouts,
    name: 'api',
    args: [...apiFlags, ...watchFlag(mode), 'api/server.ts'],
    env: { ...pick(env, apiDefaults.keys()), PORT: String(port), API_DRAIN_S: '0', API_SHUTDOWN_GRACE_S: graceS },
    stopStage: 0,
    isReady: () => answersOk(`${addressOf(env['HOST'], port)}/health`),
  };
}

export function workerProcess({ env, ports }: LocalStack, mode: ProductMode): ProcessSpec {
  return {
    ...inRepository,
    ...timeouts,
    name: 'worker',
    args: [...watchFlag(mode), 'workers/worker.ts'],
    env: { ...pick(env, workerDefaults.keys()), WORKER_PORT: String(ports.worker), WORKER_SHUTDOWN_GRACE_S: graceS },
    stopStage: 0,
    isReady: () => answersOk(`${addressOf(env['WORKER_HOST'], ports.worker)}/ready`),
  };
}

export function viteProcess({ env, ports }: LocalStack): ProcessSpec {
  const vite = join(repositoryRoot, 'node_modules/vite/bin/vite.js');
  return {
    ...inRepository,
    ...timeouts,
    name: 'vite',
    args: [vite, 'dev', 'web', '--port', String(ports.product), '--strictPort'],
    env: { ...pick(env, PAGE_SETTINGS), PORT: String(ports.product), API_PORT: String(ports.devApi) },
    stopStage: 0,
    isReady: async (log) => log.includes('ready in'),
  };
}

/** Returns how to run the sandboxes of vendors without keys, with their console and the seeded web. */
export function sandboxProcess({ env, ports }: LocalStack): ProcessSpec {
  return {
    ...inRepository,
    ...timeouts,
    name: 'sandbox',
    args: ['packages/sandbox/server.ts'],
    env: pick(env, sandboxDefaults.keys()),
    stopStage: 1,
    stopTimeoutMs: 2_000,
    isReady: () => answersOk(`http://127.0.0.1:${ports.sandboxConsole}/health`),
  };
}

/**
 * Returns the environment of the demo seed: the worker's settings, including the product's database role, and which
 * vendors are sandboxed.
 */
export function seedEnvironment({ env }: LocalStack): NodeJS.ProcessEnv {
  return pick(env, [...workerDefaults.keys(), 'SANDBOX_VENDORS']);
}

/** Returns the script that fills an empty database with the demo accounts; null if this checkout has none. */
export function seedScript(): string | null {
  const path = join(repositoryRoot, 'scripts/seed-demo.ts');
  return existsSync(path) ? path : null;
}

/** Returns where a process listens. The unspecified hosts, 0.0.0.0 and ::, connect to this machine. */
function addressOf(setting: string | undefined, port: number): string {
  const host = setting ?? '127.0.0.1';
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

function watchFlag(mode: ProductMode): string[] {
  return mode === 'watch' ? ['--watch', '--watch-preserve-output'] : [];
}

/**
 * Keeps the machine's variables and only the settings a process reads: a secret it does not have cannot leak from it.
 */
function pick(env: NodeJS.ProcessEnv, settings: Iterable<string>): NodeJS.ProcessEnv {
  const names = new Set(settings);
  return Object.fromEntries(Object.entries(env).filter(([name]) => names.has(name) || MACHINE.test(name)));
}
