import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findLockHolder, tryLock } from '#scripts/processes/file-lock.ts';
import { stopLeftovers } from '#scripts/processes/pid-files.ts';
import { type StateFolders, stateFolders } from './state.ts';

const prefix = 'foreword-test-';

/**
 * A state folder of one test run's own, so that runs and a running product never meet.
 * Those of runs that were killed are cleared away first, with what they left running.
 */
export async function createTestState(): Promise<StateFolders> {
  await removeAbandonedTestStates();
  const root = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(root, 0o755); // Postgres runs as another account when we are root
  const folders = stateFolders(root);
  tryLock(folders.lock, 'a test run');
  return folders;
}

/** Stops whatever still runs in a state folder, products of single tests included, and deletes it. */
export async function removeState(folders: StateFolders): Promise<void> {
  const products = join(folders.root, 'products');
  for (const name of existsSync(products) ? readdirSync(products) : []) {
    await stopLeftovers(stateFolders(join(products, name)).pids);
  }
  await stopLeftovers(folders.pids);
  // Where root runs Postgres as another account, its data may lie elsewhere, behind a link.
  if (existsSync(folders.postgres)) rmSync(realpathSync(folders.postgres), { recursive: true, force: true });
  rmSync(folders.root, { recursive: true, force: true });
}

async function removeAbandonedTestStates(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const folders = stateFolders(join(tmpdir(), name));
    const stat = statSync(folders.root, { throwIfNoEntry: false });
    const isMine = stat?.uid === process.getuid?.();
    // A folder this young may belong to a run that is about to take its lock.
    const isYoung = stat !== undefined && Date.now() - stat.mtimeMs < 60_000 && !existsSync(folders.lock);
    if (!stat || !isMine || isYoung || findLockHolder(folders.lock)) continue;
    // One that something is still mounted in must not keep every later run from starting.
    await removeState(folders).catch((error: Error) =>
      process.stderr.write(`${folders.root} stays: ${error.message}\n`),
    );
  }
}
