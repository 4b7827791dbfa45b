import { readFile, rename, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deleteAccount } from '#contract/account.ts';
import { getSession } from '#contract/auth.ts';
import { runCommand } from '#scripts/processes/run-command.ts';
import type { Newcomer, Site } from '#tests/faults/newcomer.ts';
import { until } from '#tests/faults/until.ts';
import { readMetric } from '#tests/support/metrics.ts';
import { expectFailure } from './expect-failure.ts';
import { bringUp, type Installation } from './installation.ts';
import { scrape } from './metrics.ts';
import { expectBriefing, expectOneMailEach, expectScheduled, meetingOf, signUp } from './people.ts';

/** `archive_timeout`, plus the time it takes to encrypt a segment. */
const ARCHIVED_WITHIN_MS = 75_000;
const DATA = '/var/lib/postgresql/18';
const PRIVATE_KEY = 'secrets/backup_private_key';
const PUBLIC_KEY = 'secrets/backup_public_key';
const BACKUPS = '/backups/base';
const DAY_MS = 86_400_000;

/** A base backup, and a moment between it and the end of the archive. */
export type Past = { backup: string; moment: Date; late: Newcomer; leaver: Newcomer };

/**
 * Changes the backups' key pair as described in "Backups" in docs/operations.md, and checks the metrics behind the
 * alerts `BackupOld` and `ArchiveFails`. Nothing is archived or backed up until there is a new public key. Resolves
 * with a backup encrypted with the old pair.
 */
export async function changeBackupKey(site: Installation): Promise<string> {
  const { compose, folder } = site;
  const backupAge = () => metricOf(site, 'foreword_backup_age');
  if ((await backupAge()) !== null) throw new Error('a backup age exists before any backup');
  const old = await takeBackup(compose);
  await until('the backup has an age', async () => ((await backupAge()) ?? Number.NaN) < 60, 60_000);
  const makePair = () => runCommand(join(folder, 'ops/make-secrets.sh'), []);
  await truncate(join(folder, PUBLIC_KEY));
  await compose('restart', 'postgres');
  await expectFailure(takeBackup(compose), 'without a key nothing is backed up');
  await expectFailure(makePair(), 'is the only key to earlier backups');
  const archiveAge = async () => (await metricOf(site, 'foreword_archive_age')) ?? Number.NaN;
  await until('nothing is archived', async () => (await archiveAge()) * 1000 > ARCHIVED_WITHIN_MS, 150_000);

  await rename(join(folder, `${PRIVATE_KEY}.for-the-safe`), join(folder, 'the-safe'));
  await makePair();
  await compose('restart', 'postgres');
  await until('the waiting WAL is archived', async () => (await archiveAge()) * 1000 < ARCHIVED_WITHIN_MS, 150_000);
  await bringUp(site);
  return old;
}

/** Checks that a backup older than BACKUP_KEEP_DAYS is deleted with its WAL, and that younger ones are kept. */
export async function deleteOldBackups({ compose, composeWith }: Installation, old: string): Promise<void> {
  const inPostgres = async (...command: string[]) => await compose('exec', '-T', 'postgres', ...command);
  const list = async (folder: string) => (await inPostgres('ls', folder)).split('\n');
  // A backup's name is the time it was taken.
  const aged = `${BACKUPS}/${new Date(Date.now() - 3 * DAY_MS).toISOString().replaceAll(/[:.]/g, '-')}`;
  await inPostgres('mv', old, aged);
  const kept = await takeBackup(compose);
  if ((await list(BACKUPS)).length !== 2) throw new Error('a three-day-old backup was deleted');
  const newest = await takeBackup(composeWith({ BACKUP_KEEP_DAYS: '2' }));
  const left = (await list(BACKUPS)).map((name) => `${BACKUPS}/${name}`);
  if (left.join() !== [kept, newest].join()) throw new Error(`the backups left are ${left.join(', ')}`);
  const [, needed = ''] = /\(file ([0-9A-F]+)\)/.exec(await inPostgres('cat', `${kept}/backup_label`)) ?? [];
  const [oldest = ''] = await list('/backups/wal');
  if (needed === '' || oldest < needed) throw new Error(`the log still has ${oldest}, and ${needed} is needed`);
}

/** Resolves with the folder of a new base backup. */
async function takeBackup(compose: Installation['compose']): Promise<string> {
  const printed = await compose('run', '--rm', '-T', 'backup');
  const backup = /^\/backups\/base\/\S+$/m.exec(printed)?.[0];
  if (backup === undefined) throw new Error(`it printed ${printed}`);
  return backup;
}

/** Reads a metric of the API. Null if it is absent. */
async function metricOf(site: Installation, name: string): Promise<number | null> {
  return readMetric(await scrape(site, 'api', 3000), name);
}

/** Takes a base backup and picks a moment. After it, an account is closed, and a briefing falls due and is sent. */
export async function backUp(site: Installation, vendors: Site): Promise<Past> {
  const backup = await takeBackup(site.compose);
  const leaver = await signUp(site, vendors, 3_600_000);
  const late = await signUp(site, vendors, 180_000);
  await expectScheduled(site, late);
  const moment = new Date();
  await leaver.client.data(deleteAccount, { body: {} });
  return { backup, moment, late, leaver };
}

/** Resolves once everything that happened since `past.moment` has been archived automatically. */
export async function expectArchived(site: Installation, vendors: Site, { late, leaver }: Past): Promise<void> {
  await expectBriefing(site, vendors, late);
  await until('the closed account is deleted', async () => !(await hasAccount(site, leaver)), 60_000);
  // Just after a start, Postgres on its own would ignore archive_timeout for five minutes (ops/backup/is-healthy.sh).
  await site.compose('restart', 'postgres');
  await bringUp(site);
  const segment = (await site.ask('select pg_walfile_name(pg_current_wal_lsn())')).trim();
  let archiver = '';
  await until(
    () => `${segment} is archived, not only: ${archiver}`,
    async () => {
      archiver = (await site.ask('select now(), pg_current_wal_lsn(), a from pg_stat_archiver a')).trim();
      return (await site.compose('exec', '-T', 'postgres', 'ls', '/backups/wal')).includes(`${segment}.gpg`);
    },
    ARCHIVED_WITHIN_MS,
  );
}

/** Restores to the end of the archive, as in "Restore a backup" in docs/operations.md. Returns one line of results. */
export async function restoreToEnd(site: Installation, vendors: Site, past: Past, all: Newcomer[]): Promise<string> {
  const { compose } = site;
  await compose('--profile', '*', 'down');
  const away = `cd ${DATA} && mv docker damaged-$(date +%s) && install -d -o 999 -g 999 -m 700 docker`;
  await runInRestore(compose, away);
  const seconds = await restore(site, past.backup, []);
  await markUnknown(site);
  await continueWithoutJournal(site);
  const replayed = await runAlone(site, 'replay-journal');
  await findCustomers(site);
  await bringUp(site);
  for (const newcomer of [...all, past.late])
    await until('nothing is lost', async () => (await meetingOf(site, newcomer)) === 'completed, sent', 90_000);
  if (await hasAccount(site, past.leaver)) throw new Error('a closed account is back');
  if ((await past.late.client.data(getSession)).user !== null) throw new Error('a session came back');
  await expectOneMailEach(vendors, [...all, past.late]);
  await closeKey(site);
  await runInRestore(compose, `rm -r ${DATA}/damaged-*`);
  const left = (await compose('exec', '-T', 'postgres', 'ls', DATA)).trim();
  if (left !== 'docker') throw new Error(`beside the database there is ${left}`);
  return `Postgres was open after ${seconds} s. ${replayed}`;
}

/** Runs a script as root where the database's files are. */
async function runInRestore(compose: Installation['compose'], script: string): Promise<void> {
  await compose('run', '--rm', '-T', '--user', 'root', '--entrypoint', 'sh', 'restore', '-c', script);
}

/**
 * Restores to `past.moment` on a host that has only the copied backup and journal volumes. Returns one line of results.
 */
export async function restoreToMoment(site: Installation, vendors: Site, past: Past, all: Newcomer[]): Promise<string> {
  const { backup, moment, late, leaver } = past;
  await moveHost(site);
  const seconds = await restore(site, backup, [moment.toISOString().replace('T', ' ').replace('Z', '+00')]);
  if (!(await hasAccount(site, leaver))) throw new Error('it was restored to another moment');
  await expectToWaitForJournal(site);
  const marked = await markUnknown(site);
  const replayed = await runAlone(site, 'replay-journal');
  await findCustomers(site);
  await bringUp(site);
  await until('the closed account is deleted again', async () => !(await hasAccount(site, leaver)), 60_000);
  await expectOneMailEach(vendors, [...all, late]);
  const state = await meetingOf(site, late);
  if (state !== 'completed, unknown') throw new Error(`the briefing that may have been sent is ${state}`);
  await closeKey(site);
  await takeBackup(site.compose);
  return `Postgres was open after ${seconds} s. ${marked} ${replayed}`;
}

/** Migrates the restored database and runs `mark-unknown`. Returns what that printed. */
async function markUnknown(site: Installation): Promise<string> {
  await site.compose('run', '--rm', '-T', '--no-deps', 'migrate');
  return await runAlone(site, 'mark-unknown');
}

/** Expects `replay-journal` to refuse an empty journal unless given `--lost`. */
async function continueWithoutJournal({ compose }: Installation): Promise<void> {
  const replay = (...options: string[]) =>
    compose('run', '--rm', '-T', '--no-deps', '-e', 'JOURNAL_DIR=/tmp', 'api', 'replay-journal', ...options);
  await expectFailure(replay(), 'run replay-journal --lost');
  await replay('--lost');
}

/** Expects `find-customers` to list the one customer that the sandbox is set up with. */
async function findCustomers(site: Installation): Promise<void> {
  await expectFailure(runAlone(site, 'find-customers'), 'cus_dana: not created by this product');
}

/** Expects that neither the API nor a worker serves a database that lacks journal entries. */
async function expectToWaitForJournal(site: Installation): Promise<void> {
  const { compose } = site;
  await expectFailure(runAlone(site, 'api'), 'Run replay-journal first');
  await compose('up', '--detach', '--no-build', '--no-deps', 'worker');
  const isWaiting = async () => (await compose('logs', '--no-color', 'worker')).includes('Run replay-journal first');
  await until('the worker waits for the journal', isWaiting, 60_000);
}

/** Restores a backup. Resolves with the seconds until Postgres is ready. */
async function restore({ compose, folder }: Installation, backup: string, time: string[]): Promise<number> {
  await writeFile(join(folder, PRIVATE_KEY), await readFile(join(folder, `${PRIVATE_KEY}.for-the-safe`)));
  const began = Date.now();
  await compose('run', '--rm', '-T', 'restore', backup, '/backups/wal', `${DATA}/docker`, ...time);
  await compose('up', '--detach', '--wait', '--no-build', 'postgres', 'redis');
  return Math.round((Date.now() - began) / 1000);
}

/**
 * Deletes the volumes that a new host would not get. The copied ones belong to root until the commands for a new host
 * have run.
 */
async function moveHost({ docker, compose }: Installation): Promise<void> {
  await compose('--profile', '*', 'down');
  await docker.run(['volume', 'rm', 'foreword_postgres', 'foreword_redis']);
  const volumes = ['-v', 'foreword_backups:/backups', '-v', 'foreword_journal:/journal'];
  await docker.run(['run', '--rm', ...volumes, 'postgres:18.4', 'chown', '-R', '0:0', '/backups', '/journal']);
  await compose('up', 'backup-folder', 'journal-folder');
}

async function runAlone({ compose }: Installation, ...command: string[]): Promise<string> {
  return (await compose('run', '--rm', '-T', '--no-deps', 'api', ...command)).trim();
}

/** Empties the private key file. Throws if Postgres can still read the key. */
async function closeKey({ compose, folder }: Installation): Promise<void> {
  await truncate(join(folder, PRIVATE_KEY));
  const left = await compose('exec', '-T', 'postgres', 'cat', '/run/secrets/backup_private_key');
  if (left !== '') throw new Error('Postgres still has the private key');
}

async function hasAccount({ ask }: Installation, { userId }: Newcomer): Promise<boolean> {
  return (await ask(`select count(*) from users where id = '${userId}'`)).trim() === '1';
}
