import { access, copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { setting } from './config.ts';
import { describeError } from './describe-error.ts';

const USAGE = `Usage: backup --data DATA_FOLDER --to BACKUPS_FOLDER
Takes a base backup of a running Postgres. DATABASE_URL is any database of it, as a role that may run pg_backup_start and pg_backup_stop.
With the log that archive_command keeps, it restores to any moment since (ops/restore.sh, docs/operations.md).`;

/** Have to be there, but what they hold belongs to the running server: a restored one writes its own. As pg_basebackup leaves them. */
const EMPTY_FOLDERS = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const NOT_COPIED = new Set([...EMPTY_FOLDERS, 'postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map']);
/** Temporary, wherever they are. */
const NEVER_COPIED = /^(?:pgsql_tmp.*|pg_internal\.init.*|postgresql\.auto\.conf\.tmp)$/;

/**
 * Copies the data folder between pg_backup_start and pg_backup_stop
 * (https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP). The server goes on working meanwhile.
 *
 * @returns the folder of the backup, named by its time. It is there only when it is complete.
 */
export async function takeBaseBackup(options: { databaseUrl: string; dataFolder: string; backupsFolder: string }) {
  const name = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const unfinished = join(options.backupsFolder, `.unfinished-${name}`);
  const client = new Client({ connectionString: options.databaseUrl });
  // A connection that breaks also raises an event; the rejection of the statement under way says it already.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // One session for both: the backup ends with it.
    await client.query("select pg_backup_start('foreword', true)");
    await copyDataFolder(options.dataFolder, unfinished);
    const stopped = await client.query('select labelfile, spcmapfile from pg_backup_stop(true)');
    const { labelfile } = stopped.rows[0];
    await writeFile(join(unfinished, 'backup_label'), String(labelfile));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
  const folder = join(options.backupsFolder, name);
  await rename(unfinished, folder);
  return folder;
}

/**
 * Files may change, grow, shrink and go while they are copied: the log has what happened to them. One that cannot be read for another reason ends the
 * backup.
 */
async function copyDataFolder(from: string, to: string): Promise<void> {
  await access(join(from, 'PG_VERSION'));
  await copyFolder(from, to, (name) => !NOT_COPIED.has(name));
  for (const folder of EMPTY_FOLDERS) await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
}

async function copyFolder(from: string, to: string, isWanted: (name: string) => boolean): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const entries = (await unlessGone(readdir(from, { withFileTypes: true }))) ?? [];
  for (const entry of entries) {
    if (!isWanted(entry.name) || NEVER_COPIED.test(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target, () => true);
    else if (entry.isFile()) await unlessGone(copyFile(source, target));
    else throw new Error(`${source} is neither file nor folder: a tablespace elsewhere is not backed up by this.`);
  }
}

/** Null where the file or folder went before it could be read. */
async function unlessGone<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { data: { type: 'string' }, to: { type: 'string' } } });
  const databaseUrl = setting('DATABASE_URL');
  if (!databaseUrl || !values.data || !values.to) {
    console.error(USAGE);
    process.exit(64);
  }
  try {
    console.log(await takeBaseBackup({ databaseUrl, dataFolder: values.data, backupsFolder: values.to }));
  } catch (error) {
    console.error(describeError(error));
    process.exit(1);
  }
}
