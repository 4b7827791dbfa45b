import { readFile } from 'node:fs/promises';
import { runCommand } from '#scripts/processes/run-command.ts';
import { findOnPath } from './find-on-path.ts';

type Options = { cwd?: string; signal?: AbortSignal | undefined };

const environment = () => ({ ...process.env, DEBIAN_FRONTEND: 'noninteractive' });
/** Waits for other package managers instead of failing. */
const patience = ['-o', 'DPkg::Lock::Timeout=300'];

/** Returns whether Debian's package tools are available. */
export function hasDebianTools(): boolean {
  return findOnPath(['apt-get']) !== null && findOnPath(['dpkg-deb']) !== null;
}

/** Returns the release the packages are for, such as `debian-12`. */
export async function debianRelease(): Promise<string> {
  const text = await readFile('/etc/os-release', 'utf8');
  const field = (name: string) => new RegExp(`^${name}="?([^"\\n]*)`, 'm').exec(text)?.[1] ?? 'unknown';
  return `${field('ID')}-${field('VERSION_ID')}`;
}

/**
 * Downloads packages and those of their dependencies that this machine lacks, and unpacks them into a folder, without
 * installing anything or starting services.
 */
export async function unpackDebianPackages(packages: string[], folder: string, signal?: AbortSignal): Promise<void> {
  const download = async (options: Options) => {
    const needed = new Set([...packages, ...(await planInstallation(packages, options))]);
    await runCommand('apt-get', ['download', ...needed], { ...options, env: environment() });
  };
  await withFreshLists(download, { cwd: folder, signal });
  const files = await runCommand('find', ['.', '-name', '*.deb'], { cwd: folder });
  for (const file of files.split('\n')) {
    await runCommand('dpkg-deb', ['-x', file, '.'], { cwd: folder, signal });
    await runCommand('rm', [file], { cwd: folder });
  }
}

/** Returns the packages that an installation would add. Their names differ between releases, so apt-get lists them. */
async function planInstallation(packages: string[], options: Options): Promise<string[]> {
  const args = ['install', '--simulate', '--no-install-recommends', ...packages];
  const plan = await runCommand('apt-get', args, { ...options, env: environment() });
  return [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name);
}

/** Installs packages on the machine; needs root. */
export async function installDebianPackages(packages: string[], signal?: AbortSignal): Promise<void> {
  const args = [...patience, 'install', '-y', '--no-install-recommends', ...packages];
  await withFreshLists((options) => runCommand('apt-get', args, { ...options, env: environment() }), { signal });
}

/** Runs the work. If it fails, retries with new package lists: they may be missing (new machine) or stale. */
async function withFreshLists(work: (options: Options) => Promise<unknown>, options: Options): Promise<void> {
  try {
    await work(options);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    await runCommand('apt-get', [...patience, 'update'], { ...options, env: environment() });
    await work(options);
  }
}
