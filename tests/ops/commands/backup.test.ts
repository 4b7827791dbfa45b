import { chmod, chown, mkdir, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localSuperuser } from '#db/local/cluster.ts';
import { takeBaseBackup } from '#ops/commands/backup.ts';
import { findFreePorts } from '#scripts/processes/ports.ts';
import { runCommand } from '#scripts/processes/run-command.ts';
import { createSupervisor, type Supervisor } from '#scripts/processes/supervisor.ts';
import { startPostgres } from '#scripts/stack/postgres.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import type { StateFolders } from '#scripts/stack/state.ts';
import { createTestState, removeState } from '#scripts/stack/test-state.ts';
import { unprivilegedUser } from '#scripts/stack/unprivileged.ts';

let folders: StateFolders;
let supervisor: Supervisor;
let port: number;
let archive: string;

beforeAll(async () => {
  folders = await createTestState();
  archive = join(folders.root, 'archive');
  await mkdir(archive);
  await giveToPostgres(archive);
  port = await findFreePorts(1);
  await start();
}, 60_000);
afterAll(async () => {
  await supervisor.stopAll();
  await removeState(folders);
}, 30_000);

/** With the archive of docker-compose.yml. */
async function start(): Promise<void> {
  supervisor = createSupervisor(folders, () => undefined);
  await startPostgres(supervisor, {
    dataFolder: folders.postgres,
    port,
    durable: true,
    settings: {
      archive_mode: 'on',
      archive_command: `if test -f ${archive}/%f; then cmp -s %p ${archive}/%f; else cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f; fi`,
    },
  });
}

const url = () => `postgres://${localSuperuser.name}:${localSuperuser.password}@127.0.0.1:${port}/postgres`;

async function query(statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url() });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Tables come and go, and with them their files. */
async function churn(isOver: () => boolean): Promise<number> {
  const client = new Client({ connectionString: url() });
  await client.connect();
  let rounds = 0;
  for (; !isOver(); rounds += 1) {
    await client.query('create table passing as select generate_series(1, 500) as n; checkpoint');
    await client.query('drop table passing; checkpoint');
    await client.query('insert into kept values (1)');
  }
  await client.end();
  return rounds;
}

async function giveToPostgres(folder: string): Promise<void> {
  const user = unprivilegedUser();
  if (!user) return;
  await chown(folder, user.uid, user.gid);
  await runCommand('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
}

test('a base backup that is taken while files come and go restores to the end of the log', async () => {
  await query('create table kept (n int)');
  const dataFolder = await realpath(folders.postgres);
  const backups = join(folders.root, 'backups');
  let isOver = false;
  const churned = churn(() => isOver);
  const folder = await takeBaseBackup({ databaseUrl: url(), dataFolder, backupsFolder: backups });
  isOver = true;
  const rounds = await churned;
  expect(rounds).toBeGreaterThan(0);
  expect(await readdir(backups)).toHaveLength(1);
  expect(await readdir(join(folder, 'pg_wal'))).toEqual([]);

  await query('select pg_switch_wal()');
  await supervisor.stopAll();
  await runCommand('rm', ['-r', dataFolder]);
  await runCommand(join(repositoryRoot, 'ops/restore.sh'), [folder, archive, dataFolder]);
  await giveToPostgres(dataFolder);
  await chmod(dataFolder, 0o700);
  await start();
  expect(await query('select count(*)::int as count from kept')).toEqual([{ count: rounds }]);
}, 90_000);

test('one that fails leaves none', async () => {
  const backups = join(folders.root, 'failed');
  await mkdir(backups);
  const options = { databaseUrl: url(), dataFolder: backups, backupsFolder: backups };
  await expect(takeBaseBackup(options)).rejects.toThrow('PG_VERSION');
  expect(await readdir(backups)).toEqual([]);
}, 60_000);
