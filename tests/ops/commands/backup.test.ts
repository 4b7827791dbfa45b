import { mkdir, readdir, readFile, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { localSuperuser } from '#db/local/cluster.ts';
import { localDatabaseUrls } from '#db/local/roles.ts';
import { openPool } from '#db/pool.ts';
import { getBackupAges } from '#db/queries/base-backups.ts';
import { findUnsettledRestore } from '#db/queries/restores.ts';
import { pruneBackups, takeBaseBackup } from '#ops/commands/backup.ts';
import { migrate } from '#ops/commands/migrate.ts';
import { CommandError, runCommand } from '#scripts/processes/run-command.ts';
import { createSupervisor, type Supervisor } from '#scripts/processes/supervisor.ts';
import { startPostgres } from '#scripts/stack/postgres.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import type { StateFolders } from '#scripts/stack/state.ts';
import { createTestState, removeState } from '#scripts/stack/test-state.ts';
import { type BackupArchive, createBackupArchive } from '#tests/support/backup-archive.ts';
import { claimPorts } from '#tests/support/services.ts';

let folders: StateFolders;
let supervisor: Supervisor;
let port: number;
let archive: BackupArchive;

beforeAll(async () => {
  folders = await createTestState();
  archive = await createBackupArchive(folders.root);
  port = await claimPorts(1);
  await start();
  await migrate(localDatabaseUrls(port).ownerUrl);
});
afterAll(async () => {
  await supervisor.stopAll();
  await removeState(folders);
});

async function start(): Promise<void> {
  supervisor = createSupervisor(folders, () => undefined);
  const { settings } = archive;
  await startPostgres(supervisor, { dataFolder: folders.postgres, port, durable: true, settings });
}

const url = () => `postgres://${localSuperuser.name}:${localSuperuser.password}@127.0.0.1:${port}/foreword`;

async function query(statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url() });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

const readAges = async () => {
  const pool = await openPool(localDatabaseUrls(port).databaseUrl, { maxConnections: 1 });
  try {
    return await getBackupAges(pool);
  } finally {
    await pool.end();
  }
};

/** Creates and drops tables, and thus their files, until `isOver`. Returns the number of rounds. */
async function churn(isOver: (rounds: number) => boolean): Promise<number> {
  const client = new Client({ connectionString: url() });
  await client.connect();
  let rounds = 0;
  for (; !isOver(rounds); rounds += 1) {
    await client.query('create table passing as select generate_series(1, 500) as n; checkpoint');
    await client.query('drop table passing; checkpoint');
    await client.query("insert into kept values (1, 'harborline')");
  }
  await client.end();
  return rounds;
}

/** Waits until everything written is in the archive: a Postgres that is slow to stop is killed before it archives. */
async function archiveEverything(): Promise<void> {
  const [row] = await query('select pg_walfile_name(pg_switch_wal()) as segment');
  await expect.poll(() => readdir(archive.archive)).toContain(`${String(row?.['segment'])}.gpg`);
}

/** Lists the files below a folder, and whether each holds a row or a Postgres file name in plain text. */
async function readFiles(folder: string): Promise<{ name: string; isPlain: boolean }[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const content = await readFile(join(parentPath, name));
        return { name, isPlain: content.includes('harborline') || content.includes('PG_VERSION') };
      }),
  );
}

test('a base backup taken during writes restores to the end of the WAL', async () => {
  await query('create table kept (n int, secret text)');
  expect(await readAges()).toMatchObject({ backupAgeS: null });
  const dataFolder = await realpath(folders.postgres);
  const backups = join(folders.root, 'backups');
  let [isOver, done] = [false, 0];
  const churned = churn((rounds) => {
    done = rounds;
    return isOver;
  });
  await expect.poll(() => done).toBeGreaterThan(0);
  const options = { databaseUrl: url(), dataFolder, backupsFolder: backups, publicKey: archive.publicKey };
  const folder = await takeBaseBackup(options);
  isOver = true;
  const rounds = await churned;
  expect(await readdir(backups)).toHaveLength(1);
  const ages = await readAges();
  expect(ages.backupAgeS).toBeLessThan(60);
  expect(ages.archiveAgeS).toBeLessThan(60);

  await archiveEverything();
  await supervisor.stopAll();
  // Attack 50: a copy of the backups reveals nothing without the key.
  const kept = [...(await readFiles(backups)), ...(await readFiles(archive.archive))];
  expect(kept.length).toBeGreaterThan(4);
  expect(kept.filter(({ isPlain }) => isPlain)).toEqual([]);

  await rm(dataFolder, { recursive: true });
  await archive.restore(folder, dataFolder, null);
  expect(await readdir(join(dataFolder, 'pg_wal'))).toEqual([]);
  await start();
  expect(await query('select count(*)::int as count from kept')).toEqual([{ count: rounds }]);
});

test('attack 50: a backup taken after a restore to an earlier moment restores all writes since', async () => {
  const dataFolder = await realpath(folders.postgres);
  const backupsFolder = join(folders.root, 'again');
  const options = { databaseUrl: url(), dataFolder, backupsFolder, publicKey: archive.publicKey };
  const restore = async (folder: string, moment: Date | null) => {
    await archiveEverything();
    await supervisor.stopAll();
    await rm(dataFolder, { recursive: true });
    await archive.restore(folder, dataFolder, moment);
    await start();
    return (await query('select word from said order by word')).map(({ word }) => word);
  };
  await query("create table said (word text); insert into said values ('before')");
  const first = await takeBaseBackup(options);
  const [row] = await query('select clock_timestamp() as moment');
  await query("insert into said values ('undone')");
  expect(await restore(first, z.date().parse(row?.['moment']))).toEqual(['before']);

  const second = await takeBaseBackup(options);
  await query("insert into said values ('since')");
  expect(await restore(second, null)).toEqual(['before', 'since']);
  const { databaseUrl } = localDatabaseUrls(port);
  const pool = await openPool(databaseUrl, { maxConnections: 1 });
  expect(await findUnsettledRestore(pool)).not.toBeNull();
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const said = await runCommand(process.execPath, [join(repositoryRoot, 'ops/commands/mark-unknown.ts')], { env });
  const [, last = ''] = /^The last commit in the restored database is from (\S+)\.$/m.exec(said) ?? [];
  expect(Date.now() - Date.parse(last)).toBeLessThan(120_000);
  expect(await findUnsettledRestore(pool)).toBeNull();
  await pool.end();
  const settings = await readFile(join(dataFolder, 'postgresql.auto.conf'), 'utf8');
  expect(settings.match(/^restore_command/gm)).toHaveLength(1);
});

test('attack 50: archiving never overwrites a segment and requires a key', async () => {
  const folder = join(folders.root, 'pieces');
  await mkdir(folder);
  const [piece, target] = [join(folder, 'piece'), join(folder, 'ARCHIVED')];
  const run = async (key: string) => {
    try {
      return await runCommand(join(repositoryRoot, 'ops/backup/archive.sh'), [piece, target, key]);
    } catch (error) {
      if (error instanceof CommandError) return error.output;
      throw error;
    }
  };
  await writeFile(piece, 'what happened');
  const empty = join(folder, 'empty');
  await writeFile(empty, '');
  expect(await run(empty)).toContain('without a key nothing is archived');
  expect(await readdir(folder)).not.toContain('ARCHIVED.gpg');
  expect(await run(archive.publicKey)).toBe('');
  const first = await readFile(`${target}.gpg`);
  expect(await run(archive.publicKey)).toBe('');
  await writeFile(piece, 'something else');
  expect(await run(archive.publicKey)).toContain('already exists with different content');
  expect(await readFile(`${target}.gpg`)).toEqual(first);
  expect(first.includes('what happened')).toBe(false);
});

test('attack 50: a base backup without a key is refused and leaves nothing behind', async () => {
  const backups = join(folders.root, 'keyless');
  await mkdir(backups);
  const publicKey = join(folders.root, 'no_key');
  await writeFile(publicKey, '\n');
  const dataFolder = await realpath(folders.postgres);
  const taken = takeBaseBackup({ databaseUrl: url(), dataFolder, backupsFolder: backups, publicKey });
  await expect(taken).rejects.toThrow('without a key nothing is backed up');
  expect(await readdir(backups)).toEqual([]);
});

test('attack 50: a restore with the wrong key aborts instead of stopping early', async () => {
  const wrong = join(folders.root, 'wrong_key');
  await writeFile(wrong, '');
  const [name = ''] = (await readdir(archive.archive)).filter((file) => file.endsWith('.gpg'));
  const script = join(repositoryRoot, 'ops/backup/unarchive.sh');
  const fetch = async (piece: string, key: string) =>
    await runCommand('sh', ['-c', `"${script}" "$@"; echo "exit $?"`, 'sh', piece, join(folders.root, 'fetched'), key]);
  const piece = join(archive.archive, name.replace(/\.gpg$/, ''));
  // Postgres treats exit code 1 as the end of the archive and aborts above 125.
  expect(await fetch(piece, wrong)).toContain('exit 200');
  expect(await fetch(join(archive.archive, 'FFFF'), archive.privateKey)).toContain('exit 1');
  expect(await fetch(piece, archive.privateKey)).toContain('exit 0');
});

test('attack 50: pruning removes old backups with their WAL and keeps the newest two', async () => {
  const root = join(folders.root, 'prune');
  const [backups, log] = [join(root, 'base'), join(root, 'wal')];
  await mkdir(backups, { recursive: true });
  await mkdir(log);
  const named = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().replaceAll(/[:.]/g, '-');
  const add = async (daysAgo: number, piece: number) => {
    const name = named(daysAgo);
    await mkdir(join(backups, name));
    const start = `START WAL LOCATION: 0/0 (file 00000001000000000000000${piece})`;
    await writeFile(join(backups, name, 'backup_label'), `${start}\nLABEL: foreword\n`);
    return name;
  };
  const [oldest, older, middle, newest] = [await add(40, 1), await add(30, 3), await add(20, 5), await add(1, 7)];
  const killed = join(backups, '.unfinished-long-ago');
  await mkdir(killed);
  await utimes(killed, 0, 0);
  for (const piece of [1, 2, 3, 4, 5, 6, 7, 8]) {
    for (const end of ['gpg', 'sha256']) await writeFile(join(log, `00000001000000000000000${piece}.${end}`), '');
  }
  await writeFile(join(log, '000000010000000000000003.00000028.backup.gpg'), '');
  await writeFile(join(log, '00000002.history.gpg'), '');

  await pruneBackups(backups, log, { keepDays: 35, keep: 2 });
  expect(await readdir(backups)).toEqual([older, middle, newest]);
  await pruneBackups(backups, log, { keepDays: 14, keep: 2 });
  expect(await readdir(backups)).toEqual([middle, newest]);
  const left = (await readdir(log)).filter((name) => !name.endsWith('sha256')).toSorted();
  expect(left).toEqual([...[5, 6, 7, 8].map((piece) => `00000001000000000000000${piece}.gpg`), '00000002.history.gpg']);
  expect((await readdir(log)).filter((name) => name.endsWith('sha256'))).toHaveLength(4);
  await pruneBackups(backups, log, { keepDays: 1, keep: 2 });
  expect(await readdir(backups)).toEqual([middle, newest]);
  expect(oldest < older).toBe(true);
});

test('a failed base backup leaves nothing behind', async () => {
  const backups = join(folders.root, 'failed');
  await mkdir(backups);
  const options = { databaseUrl: url(), dataFolder: backups, backupsFolder: backups, publicKey: archive.publicKey };
  await expect(takeBaseBackup(options)).rejects.toThrow('PG_VERSION');
  expect(await readdir(backups)).toEqual([]);
});
