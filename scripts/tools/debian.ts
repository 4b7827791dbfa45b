import { readFile } from 'node:fs/promises';
import { runCommand } from '#scripts/processes/run-command.ts';
import { findOnPath } from './find-on-path.ts';

type Options = { cwd?: string; signal?: AbortSignal | undefined };

const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
/** Another package manager may be at work on the machine: wait for it rather than fail. */
const patience = ['-o', 'DPkg::Lock::Timeout=300'];

/** Whether Debian's package tools are there. */
export function hasDebianTools(): boolean {
  return findOnPath(['apt-get']) !== null && findOnPath(['dpkg-deb']) !== null;
}

/** The release that packages fit, such as `debian-12`. */
export async function debianRelease(): Promise<string> {
  const text = await readFile('/etc/os-release', 'utf8');
  const field = (name: string) => new RegExp(`^${name}="?([^"\\n]*)`, 'm').exec(text)?.[1] ?? 'unknown';
  return `${field('ID')}-${field('VERSION_ID')}`;
}

/** Downloads packages and unpacks them into a folder, installing nothing and starting no service. */
export async function unpackDebianPackages(packages: string[], folder: string, signal?: AbortSignal): Promise<void> {
  await withFreshLists((options) => runCommand('apt-get', ['download', ...packages], { ...options, env }), {
    cwd: folder,
    signal,
  });
  const files = await runCommand('find', ['.', '-name', '*.deb'], { cwd: folder });
  for (const file of files.split('\n')) {
    await runCommand('dpkg-deb', ['-x', file, '.'], { cwd: folder, signal });
    await runCommand('rm', [file], { cwd: folder });
  }
}

/** Installs packages on the machine; needs root. */
export async function installDebianPackages(packages: string[], signal?: AbortSignal): Promise<void> {
  const args = [...patience, 'install', '-y', '--no-install-recommends', ...packages];
  await withFreshLists((options) => runCommand('apt-get', args, { ...options, env }), { signal });
}

/** A new machine has no package lists and an old one has stale ones; both show as a failure of the first try. */
async function withFreshLists(work: (options: Options) => Promise<unknown>, options: Options): Promise<void> {
  try {
    await work(options);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    await runCommand('apt-get', [...patience, 'update'], { ...options, env });
    await work(options);
  }
}
