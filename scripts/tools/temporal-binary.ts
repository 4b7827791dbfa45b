import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { setGlobalProxyFromEnv } from 'node:http';
import { dirname, join } from 'node:path';
import { describeError } from '#ops/commands/describe-error.ts';
import { runCommand } from '#scripts/processes/run-command.ts';
import { buildTemporal } from './build-temporal.ts';
import { findOnPath, isProgram } from './find-on-path.ts';
import { installTool, toolCacheFolder } from './tool-cache.ts';
import { isAtLeast, versionOf } from './versions.ts';

/** The version of the CLI, which includes the server and the Web UI; the same as in temporal-config/cli. */
export const temporalVersion = '1.8.2';
const oldestTemporal = '1.8';
const oldestGo = '1.26.4';

type Options = {
  progress?: (text: string) => void;
  signal?: AbortSignal | undefined;
  searchPath?: string;
  cacheFolder?: string;
  build?: typeof buildTemporal;
  download?: typeof downloadTemporal;
};

/**
 * Finds or creates the engine's binary: `temporal` on PATH, the tool cache, a build from the pinned source with Go, or
 * the official download.
 * @throws an error with what was tried and the three ways to get it
 */
export async function resolveTemporal(options: Options = {}): Promise<string> {
  const onPath = findOnPath(['temporal'], options.searchPath);
  if (onPath && isAtLeast(await versionOf(onPath, ['--version']), oldestTemporal)) return onPath;

  const folder = join(options.cacheFolder ?? toolCacheFolder(), `temporal-${temporalVersion}`);
  const program = join(folder, 'temporal');
  if (isProgram(program)) return program;

  const failures: string[] = [];
  const install = async (emptyFolder: string) => {
    const target = join(emptyFolder, 'temporal');
    const go = findOnPath(['go'], options.searchPath);
    const goVersion = go ? await versionOf(go, ['version']) : '';
    if (go && isAtLeast(goVersion, oldestGo)) {
      try {
        return await (options.build ?? buildTemporal)({ ...options, go, target, version: temporalVersion });
      } catch (error) {
        if (options.signal?.aborted) throw error;
        failures.push(`building it failed: ${describeError(error)}`);
      }
    } else {
      failures.push(
        go ? `${goVersion.trim() || `${go} does not run: it`} is older than ${oldestGo}` : 'Go is not on PATH',
      );
    }
    await (options.download ?? downloadTemporal)(target, options);
  };
  try {
    await installTool({
      folder,
      install,
      onWait: (pid) => options.progress?.(`process ${pid} is already preparing it, waiting`),
      signal: options.signal,
    });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    failures.push(describeError(cause));
    throw new Error(missingTemporal(failures), { cause });
  }
  return program;
}

/** Downloads and unpacks Temporal's own release, for machines with internet access but no Go. */
async function downloadTemporal(target: string, { progress, signal }: Options): Promise<void> {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const url = `https://temporal.download/cli/archive/v${temporalVersion}?platform=${process.platform}&arch=${arch}`;
  progress?.('downloading the official release');
  const response = await fetchFromInternet(url, signal);
  if (!response.ok) throw new Error(`downloading ${url} failed: status ${response.status}`);
  const folder = dirname(target);
  const archive = join(folder, 'temporal.tar.gz');
  await writeFile(archive, Buffer.from(await response.arrayBuffer()));
  await mkdir(join(folder, 'unpacked'));
  await runCommand('tar', ['-xzf', archive, '-C', join(folder, 'unpacked')], { signal });
  const unpacked = join(folder, 'unpacked', 'temporal');
  if (!existsSync(unpacked)) throw new Error(`the archive of ${url} contains no temporal binary`);
  await rename(unpacked, target);
}

/** Fetches a file, through the environment's proxy if it has one. */
async function fetchFromInternet(url: string, signal?: AbortSignal): Promise<Response> {
  const timeout = AbortSignal.timeout(300_000);
  const undoProxy = setGlobalProxyFromEnv();
  try {
    return await fetch(url, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
  } catch (cause) {
    // fetch's own message is always the same; why it failed is in its cause.
    const reason = cause instanceof Error && cause.cause ? cause.cause : cause;
    throw new Error(`downloading ${url} failed: ${describeError(reason)}`, { cause });
  } finally {
    undoProxy();
  }
}

function missingTemporal(failures: string[]): string {
  return [
    'The Temporal engine could not be prepared:',
    ...failures.map((failure) => `  - ${failure}`),
    'Any one of these three is enough:',
    `  1. put the temporal command (${oldestTemporal} or newer) on PATH: https://docs.temporal.io/cli`,
    `  2. put Go ${oldestGo} or newer on PATH, with a module proxy it can reach; the engine is then built from source`,
    '  3. set TEMPORAL_ADDRESS to a Temporal server that is already running',
    'Then run the command again; nothing else needs to be repeated.',
  ].join('\n');
}
