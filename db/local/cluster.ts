import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type UnixUser = { uid: number; gid: number };

/**
 * Superuser of a local cluster, used only for setup and health checks. A constant, since the server listens only on
 * loopback.
 */
export const localSuperuser = { name: 'postgres', password: 'foreword-local-superuser' };

/**
 * Creates the data folder of a Postgres cluster unless it exists. Builds it elsewhere and moves it into place, so that
 * a killed run leaves nothing incomplete.
 * @param user Account to run Postgres as; it refuses to run as root.
 */
export async function createCluster(binFolder: string, dataFolder: string, user: UnixUser | undefined): Promise<void> {
  if (existsSync(join(dataFolder, 'PG_VERSION'))) return;
  const unfinished = `${dataFolder}.unfinished`;
  const passwordFile = `${dataFolder}.password`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(dirname(dataFolder), { recursive: true });
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, localSuperuser.password, { mode: 0o600 });
  if (user) {
    await chown(unfinished, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  try {
    await run(
      join(binFolder, 'initdb'),
      [
        `--pgdata=${unfinished}`,
        `--username=${localSuperuser.name}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // The builtin locale sorts the same everywhere, without installed locales.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-sync',
      ],
      { ...user, cwd: '/', env: { PATH: '/usr/bin:/bin', TZ: 'UTC' } },
    );
    await rename(unfinished, dataFolder);
    await chmod(dataFolder, 0o700);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
}

/**
 * Returns the arguments for `postgres`.
 * @param more Additional settings.
 * @param durable False in tests, where losing data in a crash is fine.
 */
export function postgresArguments(
  dataFolder: string,
  port: number,
  durable: boolean,
  more: Record<string, string> = {},
): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Error details quote rows, and statements can contain values. Neither may be logged.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...more,
  };
  return ['-D', dataFolder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
