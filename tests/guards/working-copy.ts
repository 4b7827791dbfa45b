import { readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { repositoryRoot } from '#scripts/stack/repository.ts';

/** Build output, state and downloads, which a copy does not need. */
const LEFT_OUT = new Set(['node_modules', '.git', '.local', 'dist', 'coverage']);

export type WorkingCopy = {
  root: string;
  /** Replaces text in a file and returns an undo function; null unless the text occurs exactly once. */
  replace: (file: string, text: string, replacement: string) => (() => void) | null;
  remove: () => Promise<void>;
};

/** Copies the sources, so that guards can be removed. Installed packages are shared. */
export async function createWorkingCopy(): Promise<WorkingCopy> {
  const root = await mkdtemp(join(tmpdir(), 'foreword-guards-'));
  await cp(repositoryRoot, root, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
  await symlink(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'));
  return {
    root,
    replace: (file, text, replacement) => {
      const path = join(root, file);
      const original = readFileSync(path, 'utf8');
      if (original.split(text).length !== 2) return null;
      writeFileSync(
        path,
        original.replace(text, () => replacement),
      );
      return () => writeFileSync(path, original);
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
