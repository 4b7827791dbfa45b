import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyPostgresBinaries, findPostgresPackage } from '#db/local/binaries.ts';
import { createCluster, postgresArguments, type UnixUser } from '#db/local/cluster.ts';
import { clusterAnswers, createRolesAndDatabase, type DatabaseUrls } from '#db/local/roles.ts';
import type { Supervisor } from '#scripts/processes/supervisor.ts';
import { installTool, toolCacheFolder } from '#scripts/tools/tool-cache.ts';
import { folderFor, unprivilegedUser } from './unprivileged.ts';

type Options = {
  dataFolder: string;
  port: number;
  /** False in tests, whose data is thrown away. */
  durable: boolean;
  /** Overrides of the default server settings. */
  settings?: Record<string, string>;
};

/**
 * Starts this instance's own Postgres and creates its roles and database if needed.
 * @returns the URLs of its database
 */
export async function startPostgres(supervisor: Supervisor, options: Options): Promise<DatabaseUrls> {
  const user = unprivilegedUser();
  const binFolder = join(await installPostgres(user), 'bin');
  const dataFolder = folderFor(user, options.dataFolder);
  await createCluster(binFolder, dataFolder, user);
  dropStalePidFile(dataFolder);
  await supervisor.start({
    name: 'postgres',
    command: join(binFolder, 'postgres'),
    args: postgresArguments(dataFolder, options.port, options.durable, options.settings),
    env: { PATH: '/usr/bin:/bin', TZ: 'UTC' },
    cwd: dataFolder,
    user,
    stopStage: 4,
    stopSignal: 'SIGINT', // fast: open sessions are ended, then everything is written
    stopTimeoutMs: 7_000,
    readyTimeoutMs: 180_000,
    isReady: () => clusterAnswers(options.port),
  });
  return createRolesAndDatabase(options.port);
}

async function installPostgres(user: UnixUser | undefined): Promise<string> {
  const { nativeFolder, version } = findPostgresPackage();
  const folder = folderFor(user, join(toolCacheFolder(), `postgres-${version}`));
  return installTool({ folder, install: (empty) => copyPostgresBinaries(nativeFolder, empty) });
}

/**
 * Deletes the pid file of a killed Postgres: the next one refuses to start while any process has that pid, even an
 * unrelated one after a reboot. No other Postgres can be running here, since this instance holds the state folder's
 * lock.
 */
function dropStalePidFile(dataFolder: string): void {
  const path = join(dataFolder, 'postmaster.pid');
  const pid = firstLine(path);
  if (pid === null || firstLine(`/proc/${pid}/cmdline`)?.includes(dataFolder)) return;
  rmSync(path, { force: true });
}

function firstLine(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').split('\n')[0] ?? null;
  } catch {
    return null; // there is no such file
  }
}
