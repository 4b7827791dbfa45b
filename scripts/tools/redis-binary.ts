import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describeError } from '#ops/commands/describe-error.ts';
import { runCommand } from '#scripts/processes/run-command.ts';
import { debianRelease, hasDebianTools, unpackDebianPackages } from './debian.ts';
import { findOnPath } from './find-on-path.ts';
import { installTool, toolCacheFolder } from './tool-cache.ts';
import { isAtLeast, versionOf } from './versions.ts';

export type RedisBinary = { command: string; env: NodeJS.ProcessEnv };

type Options = { signal?: AbortSignal | undefined; searchPath?: string; cacheFolder?: string; debian?: boolean };

/** The first version whose EXPIRE supports NX. */
const oldestRedis = '7.0';

/**
 * Finds a Redis server: on PATH, in the tool cache, or in Debian's package, which is unpacked there.
 * @throws an error that lists the ways to get one
 */
export async function resolveRedis(options: Options = {}): Promise<RedisBinary> {
  for (const name of ['redis-server', 'valkey-server']) {
    const command = findOnPath([name], options.searchPath);
    if (command && isAtLeast(await versionOf(command, ['--version']), oldestRedis))
      return { command, env: environment() };
  }
  if (!(options.debian ?? hasDebianTools())) throw new Error(missingRedis('apt-get is not available to download it'));
  try {
    const folder = join(options.cacheFolder ?? toolCacheFolder(), `redis-${await debianRelease()}-${process.arch}`);
    await installTool({ folder, install: (empty) => unpackRedis(empty, options.signal), signal: options.signal });
    return unpackedRedis(folder);
  } catch (cause) {
    throw new Error(missingRedis(describeError(cause)), { cause });
  }
}

/** redis-server's program is a symlink into redis-tools, so both are unpacked, even if already installed. */
const packages = ['redis-server', 'redis-tools'];

async function unpackRedis(folder: string, signal?: AbortSignal): Promise<void> {
  await unpackDebianPackages(packages, folder, signal);
  const redis = unpackedRedis(folder);
  const version = await runCommand(redis.command, ['--version'], { env: redis.env });
  if (!isAtLeast(version, oldestRedis)) throw new Error(`the package of this system is too old: ${version}`);
}

function unpackedRedis(folder: string): RedisBinary {
  const triplet = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
  const libraries = [join(folder, 'usr/lib', triplet), join(folder, 'lib', triplet)].filter((path) => existsSync(path));
  return {
    command: join(folder, 'usr/bin/redis-server'),
    env: { ...environment(), LD_LIBRARY_PATH: libraries.join(':') },
  };
}

/** Redis 7.2 and later exit if the user's locale, which they don't need, is not installed, as in many containers. */
const environment = () => ({ ...process.env, LC_ALL: 'C' });

function missingRedis(reason: string): string {
  return (
    `No Redis server was found, version ${oldestRedis} or newer (redis-server or valkey-server on PATH). ` +
    `Install one (Debian: apt-get install redis-server; macOS: brew install redis) or set REDIS_URL. Reason: ${reason}`
  );
}
