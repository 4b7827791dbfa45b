import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { waitForLock } from '#scripts/processes/file-lock.ts';
import { runCommand } from '#scripts/processes/run-command.ts';
import { repositoryRoot } from './repository.ts';

const output = join(repositoryRoot, 'dist', 'web');
const stamp = join(repositoryRoot, 'dist', 'web.built-from');
const inputs = ['web', 'contract', 'domain', 'package-lock.json', 'tsconfig.json'];
/** Written by the build itself. */
const routeTree = 'web/src/route-tree.gen.ts';
const generated = [routeTree, 'web/.tanstack'];

/**
 * Builds the web application into dist/web; does nothing when its sources are those of the last build.
 * The new build takes the old one's place when it is complete, so a product that is running never serves half of one.
 * @returns whether it had to be built.
 */
export async function buildWeb(signal?: AbortSignal): Promise<boolean> {
  const release = await waitForLock(`${output}.lock`, 'building', () => undefined, signal);
  try {
    const fingerprint = await fingerprintInputs();
    if ((await builtFrom()) === fingerprint) return false;
    const fresh = `${output}.new`;
    const vite = join(repositoryRoot, 'node_modules/vite/bin/vite.js');
    await runCommand(
      process.execPath,
      [vite, 'build', 'web', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'],
      // Whoever asks for it, a test run too: elsewhere it would be the libraries' development build, twice the size.
      { cwd: repositoryRoot, env: { ...process.env, NODE_ENV: 'production' }, signal },
    );
    await rm(`${output}.old`, { recursive: true, force: true });
    if (existsSync(output)) await rename(output, `${output}.old`);
    await rename(fresh, output);
    await rm(`${output}.old`, { recursive: true, force: true });
    await mkdir(join(repositoryRoot, 'dist'), { recursive: true });
    await writeFile(stamp, fingerprint);
    return true;
  } finally {
    release();
  }
}

/** The fingerprint of the last build, or null where anything of it is missing. */
async function builtFrom(): Promise<string | null> {
  const isWhole = [output, stamp, join(repositoryRoot, routeTree)].every((path) => existsSync(path));
  return isWhole ? readFile(stamp, 'utf8') : null;
}

async function fingerprintInputs(): Promise<string> {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const path of await listFiles(join(repositoryRoot, input))) {
      const name = relative(repositoryRoot, path);
      if (generated.some((prefix) => name.startsWith(prefix))) continue;
      hash
        .update(`${name}\0`)
        .update(await readFile(path))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

async function listFiles(path: string): Promise<string[]> {
  if (!existsSync(path)) return [];
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return [path];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
