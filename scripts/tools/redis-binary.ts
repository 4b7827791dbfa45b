import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describeError } from '#ops/commands/describe-error.ts';
import { runCommand } from '#scripts/processes/run-command.ts';
import { debianRelease, hasDebianTools, unpackDebianPackages } from './debian.ts';
import { findOnPath } from './find-on-path.ts';
import { installTool, toolCacheFolder } from './tool-cache.ts';

export type RedisBinary = { command: string; env: NodeJS.ProcessEnv };

type Options = { signal?: AbortSignal | undefined; searchPath?: string; cacheFolder?: string; debian?: boolean };

/**
 * Finds a Redis server: on PATH, in the tool cache, or in Debian's package, which is unpacked there.
 * @throws an error that names the ways to get one
 */
export async function resolveRedis(options: Options = {}): Promise<RedisBinary> {
  const onPath = findOnPath(['redis-server', 'valkey-server'], options.searchPath);
  if (onPath) return { command: onPath, env: process.env };
  if (!(options.debian ?? hasDebianTools())) throw new Error(missingRedis('apt-get is not available to download it'));
  try {
    const folder = join(options.cacheFolder ?? toolCacheFolder(), `redis-${await debianRelease()}-${process.arch}`);
    await installTool({ folder, install: (empty) => unpackRedis(empty, options.signal), signal: options.signal });
    return unpackedRedis(folder);
  } catch (cause) {
    throw new Error(missingRedis(describeError(cause)), { cause });
  }
}

/**
 * The server and the libraries it needs beyond the base system; the second list is only fetched if the first is not
 * enough.
 */
const packages = ['redis-server', 'redis-tools', 'liblzf1', 'libjemalloc2'];
const morePackages = ['liblua5.1-0', 'lua-cjson', 'lua-bitop', 'libatomic1', 'libsystemd0', 'libssl3'];

async function unpackRedis(folder: string, signal?: AbortSignal): Promise<void> {
  await unpackDebianPackages(packages, folder, signal);
  if (!(await runs(unpackedRedis(folder)))) await unpackDebianPackages(morePackages, folder, signal);
  const redis = unpackedRedis(folder);
  await runCommand(redis.command, ['--version'], { env: redis.env });
}

async function runs({ command, env }: RedisBinary): Promise<boolean> {
  try {
    await runCommand(command, ['--version'], { env });
    return true;
  } catch {
    return false; // a library is missing
  }
}

function unpackedRedis(folder: string): RedisBinary {
  const triplet = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
  const libraries = [join(folder, 'usr/lib', triplet), join(folder, 'lib', triplet)].filter((path) => existsSync(path));
  return {
    command: join(folder, 'usr/bin/redis-server'),
    env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') },
  };
}

function missingRedis(reason: string): string {
  return (
    'No Redis server was found (redis-server or valkey-server on PATH). ' +
    `Install one (Debian: apt-get install redis-server; macOS: brew install redis) or set REDIS_URL. Reason: ${reason}`
  );
}
