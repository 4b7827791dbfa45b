import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { answersOk } from '#scripts/processes/http-ready.ts';
import type { ProcessSpec } from '#scripts/processes/managed-process.ts';
import { repositoryRoot } from './repository.ts';
import type { LocalStack } from './settings.ts';

/** How the product runs: `built` serves the built pages; `watch` starts again on every change and leaves the pages to Vite. */
export type ProductMode = 'built' | 'watch';

const inRepository = { command: process.execPath, cwd: repositoryRoot };
/** All stages together stay below the 30 s within which a stop is promised. */
const timeouts = { stopTimeoutMs: 10_000, readyTimeoutMs: 60_000 };
/** Activities that are cut off have the rest of the stop's time to say so. */
const workerGraceS = timeouts.stopTimeoutMs / 1000 - 2;

/** The API, which in `watch` mode stands behind Vite on a port of its own. */
export function apiProcess({ env, ports }: LocalStack, mode: ProductMode): ProcessSpec {
  const port = mode === 'watch' ? ports.devApi : ports.product;
  return {
    ...inRepository,
    ...timeouts,
    name: 'api',
    args: [...watchFlag(mode), 'api/server.ts'],
    env: { ...env, PORT: String(port) },
    stopStage: 0,
    isReady: () => answersOk(`http://127.0.0.1:${port}/health`),
  };
}

export function workerProcess({ env }: LocalStack, mode: ProductMode): ProcessSpec {
  return {
    ...inRepository,
    ...timeouts,
    name: 'worker',
    args: [...watchFlag(mode), 'workers/worker.ts'],
    env: { ...env, WORKER_SHUTDOWN_GRACE_S: String(workerGraceS) },
    stopStage: 0,
    isReady: async (log) => log.includes('worker ready'),
  };
}

export function viteProcess({ env, ports }: LocalStack): ProcessSpec {
  const vite = join(repositoryRoot, 'node_modules/vite/bin/vite.js');
  return {
    ...inRepository,
    ...timeouts,
    name: 'vite',
    args: [vite, 'dev', 'web', '--port', String(ports.product), '--strictPort'],
    env: { ...env, API_PORT: String(ports.devApi) },
    stopStage: 0,
    isReady: async (log) => log.includes('ready in'),
  };
}

/** The stand-ins of the vendors whose keys are not set, with their console and the seeded web. */
export function sandboxProcess({ env, ports }: LocalStack): ProcessSpec {
  return {
    ...inRepository,
    ...timeouts,
    name: 'sandbox',
    args: ['sandbox/server.ts'],
    env,
    stopStage: 1,
    stopTimeoutMs: 2_000,
    isReady: () => answersOk(`http://127.0.0.1:${ports.sandboxConsole}/health`),
  };
}

/** The script that fills an empty database with the demo accounts, or null where this checkout has none. */
export function seedScript(): string | null {
  const path = join(repositoryRoot, 'scripts/seed-demo.ts');
  return existsSync(path) ? path : null;
}

function watchFlag(mode: ProductMode): string[] {
  return mode === 'watch' ? ['--watch', '--watch-preserve-output'] : [];
}
