import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { UnixUser } from '#db/local/cluster.ts';

/** Returns the account for Postgres, which refuses to run as root; undefined unless we are root. */
export function unprivilegedUser(): UnixUser | undefined {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
}

const sharedParent = '/var/tmp/foreword-root';

/**
 * Returns a folder that the account can access: the requested one or, if a parent is closed to others (as /root is),
 * one under /var/tmp with a symlink at the requested path.
 *
 * @throws if something other than a symlink is at that path: it may be someone's data
 */
export function folderFor(user: UnixUser | undefined, wanted: string): string {
  mkdirSync(dirname(wanted), { recursive: true });
  if (!user || isOpenToOthers(dirname(wanted))) return wanted;
  const folder = join(
    sharedParent,
    `${createHash('sha256').update(wanted).digest('hex').slice(0, 16)}-${basename(wanted)}`,
  );
  const found = lstatSync(wanted, { throwIfNoEntry: false });
  if (found && !found.isSymbolicLink())
    throw new Error(
      `${wanted} is in the way: a link to ${folder} belongs there. Move it away and run the command again.`,
    );
  prepareSharedParent();
  // Two stacks may start at once, so the link is replaced atomically.
  const link = `${wanted}.${randomUUID()}`;
  symlinkSync(folder, link);
  renameSync(link, wanted);
  return folder;
}

/** Returns whether any account can enter the folder and all its parents. */
function isOpenToOthers(folder: string): boolean {
  const open = (statSync(folder).mode & 0o001) !== 0;
  return open && (folder === dirname(folder) || isOpenToOthers(dirname(folder)));
}

/**
 * Creates the shared parent. Anyone can write to /var/tmp, so an existing folder is used only if nobody but root could
 * have written to it.
 */
function prepareSharedParent(): void {
  mkdirSync(sharedParent, { recursive: true, mode: 0o711 });
  const found = lstatSync(sharedParent);
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) {
    throw new Error(`${sharedParent} is not root's own folder. Remove it and run the command again.`);
  }
  chmodSync(sharedParent, 0o711);
}
