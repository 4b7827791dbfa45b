import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import * as z from 'zod';
import { setting } from './config.ts';
import { describeError } from './describe-error.ts';
import { exitWithUsage } from './with-database.ts';

const USAGE = `Usage: backup --data DATA_FOLDER --to BACKUPS_FOLDER --archive WAL_ARCHIVE --key PUBLIC_KEY [--keep-days DAYS]
Takes an encrypted base backup of a running Postgres. Then deletes backups older than DAYS (14), except the two newest,
and the WAL that no remaining backup needs.
DATABASE_URL is the URL of the product's database, with a role that may run pg_backup_start, pg_backup_stop and
record_base_backup.
With the WAL from ops/backup/archive.sh, a backup restores to any later moment (ops/restore.sh, docs/operations.md).`;

const KEPT_ALWAYS = 2;
const KEEP_DAYS = 14;
const DAY_MS = 86_400_000;
/** An incomplete folder older than this was left by a killed run. */
const UNFINISHED_MS = DAY_MS;

/** Must exist but be empty, as in pg_basebackup: a restored server writes its own content. */
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
const NOT_COPIED = [
  ...EMPTY_FOLDERS.map((folder) => `./${folder}/*`),
  ...['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map', 'postgresql.auto.conf.tmp'].map(
    (file) => `./${file}`,
  ),
  // Temporary files in any folder.
  'pgsql_tmp*',
  'pg_internal.init*',
];
/** tar's exit code for files that changed while being read; the WAL covers those changes. */
const TAR_DIFFERS = 1;

type BackupOptions = { databaseUrl: string; dataFolder: string; backupsFolder: string; publicKey: string };

/**
 * Copies the data folder between pg_backup_start and pg_backup_stop
 * (https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP) while the server keeps
 * running.
 *
 * @returns the backup's folder, named after its time. It appears only once complete, and its data is always encrypted.
 */
export async function takeBaseBackup({ databaseUrl, dataFolder, backupsFolder, publicKey }: BackupOptions) {
  if ((await readFile(publicKey, 'utf8')).trim() === '')
    throw new Error(`${publicKey} is empty: without a key nothing is backed up (docs/operations.md).`);
  await access(join(dataFolder, 'PG_VERSION'));
  const name = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const unfinished = join(backupsFolder, `.unfinished-${name}`);
  const client = new Client({ connectionString: databaseUrl });
  // A lost connection also rejects the next statement, which reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    // Start and stop must share a session: the backup ends with it.
    await client.query("select pg_backup_start('foreword', true)");
    await encryptFolder(dataFolder, join(unfinished, 'base.tar.gpg'), publicKey);
    const stopped = await client.query('select labelfile, spcmapfile from pg_backup_stop(true)');
    const { labelfile, spcmapfile } = stopped.rows[0];
    if (spcmapfile) throw new Error('Tablespaces outside the data folder are not supported.');
    await writeFile(join(unfinished, 'backup_label'), String(labelfile));
    const folder = join(backupsFolder, name);
    await rename(unfinished, folder);
    await recordBackup(client, folder);
    return folder;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
}

/** Records when the backup was taken, for the alert on the newest backup's age. */
async function recordBackup(client: Client, folder: string): Promise<void> {
  try {
    await client.query('select record_base_backup()');
  } catch (cause) {
    const why = `${describeError(cause)}. DATABASE_URL must be the product's database`;
    throw new Error(`${folder} is complete, but its time could not be recorded for the alert on backups: ${why}.`, {
      cause,
    });
  }
}

async function encryptFolder(folder: string, target: string, publicKey: string): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'backup-'));
  try {
    const excludes = NOT_COPIED.map((pattern) => `--exclude=${pattern}`);
    const warnings = ['--warning=no-file-changed', '--warning=no-file-removed', '--warning=no-file-shrank'];
    const tar = run(
      'tar',
      ['--create', '--file=-', `--directory=${folder}`, ...excludes, ...warnings, '.'],
      [0, TAR_DIFFERS],
    );
    const trust = ['--no-options', '--trust-model', 'always', '--recipient-file', publicKey];
    const gpg = run('gpg', ['--homedir', home, '--batch', '--quiet', ...trust, '--encrypt'], [0]);
    await Promise.all([
      pipeline(tar.process.stdout, gpg.process.stdin),
      pipeline(gpg.process.stdout, createWriteStream(target, { mode: 0o600, flush: true })),
      tar.ended,
      gpg.ended,
    ]);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

function run(program: string, args: string[], wanted: number[]) {
  const process = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let complaints = '';
  process.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const end = async () => {
    const [code] = await once(process, 'close');
    if (!wanted.includes(Number(code))) throw new Error(`${program} ended with ${code}: ${complaints.trim()}`);
  };
  return { process, ended: end() };
}

type Kept = { keepDays: number; keep: number };

/**
 * Deletes base backups older than `keepDays` (except the newest `keep`), leftovers of killed runs, and WAL that no
 * remaining backup needs.
 *
 * @returns the names of what was deleted
 */
export async function pruneBackups(
  backupsFolder: string,
  archive: string,
  { keepDays, keep }: Kept,
): Promise<string[]> {
  const before = Date.now();
  const names = await readdir(backupsFolder);
  const backups = names
    .filter((name) => timeOf(name) !== null)
    .toSorted()
    .toReversed();
  const old = backups.filter((name, index) => index >= keep && before - (timeOf(name) ?? before) > keepDays * DAY_MS);
  const killed: string[] = [];
  for (const name of names.filter((name) => name.startsWith('.unfinished-'))) {
    const { mtimeMs } = await stat(join(backupsFolder, name));
    if (before - mtimeMs > UNFINISHED_MS) killed.push(name);
  }
  for (const name of [...old, ...killed]) await rm(join(backupsFolder, name), { recursive: true });
  const oldest = backups.filter((name) => !old.includes(name)).at(-1);
  if (oldest === undefined) return [...old, ...killed];
  const pieces = await listOlderPieces(archive, await readFile(join(backupsFolder, oldest, 'backup_label'), 'utf8'));
  for (const name of pieces) await rm(join(archive, name));
  return [...old, ...killed, ...pieces];
}

/** Returns the start time in a backup's name, in ms since 1970; null if it is not a backup. */
function timeOf(name: string): number | null {
  const [, date, hour, minute, second] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-\d{3}Z$/.exec(name) ?? [];
  return date === undefined ? null : Date.parse(`${date}T${hour}:${minute}:${second}Z`);
}

/** Lists WAL from before the backup with this label. Compares names without timelines, like pg_archivecleanup. */
async function listOlderPieces(archive: string, label: string): Promise<string[]> {
  const [, first] = /^START WAL LOCATION: \S+ \(file [0-9A-F]{8}([0-9A-F]{16})\)$/m.exec(label) ?? [];
  if (first === undefined) throw new Error('The label of the oldest base backup does not contain its WAL position.');
  const piece = /^[0-9A-F]{8}([0-9A-F]{16})(?:\.[0-9A-F]{8}\.backup)?(?:\.partial)?\.(?:gpg|sha256|part)$/;
  return (await readdir(archive)).filter((name) => (piece.exec(name)?.[1] ?? first) < first);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      to: { type: 'string' },
      archive: { type: 'string' },
      key: { type: 'string' },
      'keep-days': { type: 'string', default: String(KEEP_DAYS) },
    },
  });
  const databaseUrl = setting('DATABASE_URL');
  const { data: dataFolder, to: backupsFolder, archive, key: publicKey } = values;
  const keepDays = z.coerce.number().int().min(1).max(400).safeParse(values['keep-days']);
  if (!databaseUrl || !dataFolder || !backupsFolder || !archive || !publicKey || !keepDays.success)
    exitWithUsage(USAGE);
  try {
    console.log(await takeBaseBackup({ databaseUrl, dataFolder, backupsFolder, publicKey }));
    const deleted = await pruneBackups(backupsFolder, archive, { keepDays: keepDays.data, keep: KEPT_ALWAYS });
    console.log(`Old files and folders deleted: ${deleted.length}.`);
  } catch (error) {
    console.error(describeError(error));
    process.exit(1);
  }
}
