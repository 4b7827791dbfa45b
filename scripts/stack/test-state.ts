import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findLockHolder, tryLock } from '#scripts/processes/file-lock.ts';
import { stopLeftovers } from '#scripts/processes/pid-files.ts';
import { type StateFolders, stateFolders } from './state.ts';

const prefix = 'foreword-test-';

/**
 * Creates a state folder for one test run, so that runs and a running product never share one. Folders of killed runs
 * are removed first, with anything they left running.
 */
export async function createTestState(): Promise<StateFolders> {
  await removeAbandonedTestStates();
  const root = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(root, 0o755); // Postgres runs as another account if we are root
  const folders = stateFolders(root);
  tryLock(folders.lock, 'a test run');
  return folders;
}

/**
 * Stops anything still running in a state folder, including products started by single tests, and deletes the folder.
 */
export async function removeState(folders: StateFolders): Promise<void> {
  const products = join(folders.root, 'products');
  for (const name of existsSync(products) ? readdirSync(products) : []) {
    await stopLeftovers(stateFolders(join(products, name)).pids);
  }
  await stopLeftovers(folders.pids);
  // If root runs Postgres as another account, its data may be elsewhere, behind a symlink.
  if (existsSync(folders.postgres)) rmSync(realpathSync(folders.postgres), { recursive: true, force: true });
  rmSync(folders.root, { recursive: true, force: true });
}

async function removeAbandonedTestStates(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const folders = stateFolders(join(tmpdir(), name));
    const stat = statSync(folders.root, { throwIfNoEntry: false });
    const isMine = stat?.uid === process.getuid?.();
    // A folder this young may belong to a run that is about to lock it.
    const isYoung = stat !== undefined && Date.now() - stat.mtimeMs < 60_000 && !existsSync(folders.lock);
    if (!stat || !isMine || isYoung || findLockHolder(folders.lock)) continue;
    // A folder that cannot be deleted, such as one with a mount in it, must not stop all later runs.
    await removeState(folders).catch((error: Error) =>
      process.stderr.write(`${folders.root} was not removed: ${error.message}\n`),
    );
  }
}
