import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ProcessFolders } from '#scripts/processes/managed-process.ts';
import { repositoryRoot } from './repository.ts';

/** Everything one instance keeps on disk. */
export type StateFolders = ProcessFolders & {
  root: string;
  lock: string;
  secrets: string;
  postgres: string;
  redis: string;
  temporal: string;
  sandbox: string;
};

/** Returns an instance's folders. @param stateDir the setting STATE_DIR; empty means `.local` in the checkout. */
export function stateFolders(stateDir: string | undefined): StateFolders {
  const root = resolve(repositoryRoot, stateDir || '.local');
  return {
    root,
    lock: join(root, 'instance.lock'),
    secrets: join(root, 'secrets.json'),
    logs: join(root, 'logs'),
    pids: join(root, 'pids'),
    postgres: join(root, 'postgres'),
    redis: join(root, 'redis'),
    temporal: join(root, 'temporal'),
    sandbox: join(root, 'sandbox'),
  };
}

/** Keeps the logs of the last run beside those of this one. */
export function rotateLogs(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.log') || name.endsWith('.1.log')) continue;
    const path = join(folder, name);
    if (existsSync(path)) renameSync(path, path.replace(/\.log$/, '.1.log'));
  }
}
