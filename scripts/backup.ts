import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { describeError } from './processes/describe-error.ts';

const USAGE = `Usage: backup --data DATA_FOLDER --to BACKUPS_FOLDER
Takes a base backup of a running Postgres. DATABASE_URL is any database of it, as a role that may run pg_backup_start and pg_backup_stop.
With the log that archive_command keeps, it restores to any moment since (ops/restore.sh, docs/operations.md).`;

/** Belongs to the running server; a restored one writes its own. */
const NOT_COPIED = new Set(['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot', 'pg_stat_tmp', 'pg_notify']);
/** Have to be there all the same. */
const EMPTY_FOLDERS = ['pg_wal', 'pg_replslot', 'pg_stat_tmp', 'pg_notify'];

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

async function copyDataFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  await cp(from, to, {
    recursive: true,
    // A file may go while the folder is copied; the log has what happened to it.
    filter: (source) =>
      !NOT_COPIED.has(basename(source)) && !basename(source).startsWith('pgsql_tmp') && existsSync(source),
  });
  for (const folder of EMPTY_FOLDERS) await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { data: { type: 'string' }, to: { type: 'string' } } });
  const databaseUrl = process.env['DATABASE_URL'];
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
