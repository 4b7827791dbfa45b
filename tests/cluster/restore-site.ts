import { readdirSync } from 'node:fs';
import { realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { localSuperuser } from '#db/local/cluster.ts';
import { runCommand } from '#scripts/processes/run-command.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import type { StateFolders } from '#scripts/stack/state.ts';
import type { Instance } from '#tests/faults/instance.ts';
import { until } from '#tests/faults/until.ts';
import type { BackupArchive } from '#tests/support/backup-archive.ts';
import type { Cluster } from './cluster.ts';

/** A product on a cluster whose Postgres is archived. */
export type Site = { folders: StateFolders; cluster: Cluster; instance: Instance; archive: BackupArchive };

/** Runs `mark-unknown`. Until then the product refuses to start. */
export async function markUnknown(site: Site): Promise<void> {
  await runOperation(site, 'mark-unknown');
}

export async function replayJournal(site: Site): Promise<void> {
  await runOperation(site, 'replay-journal');
}

async function runOperation({ instance }: Site, command: string): Promise<void> {
  const script = join(repositoryRoot, 'ops/commands', `${command}.ts`);
  const env = { ...process.env, ...instance.stack.env };
  console.log(`  ..  ${(await runCommand(process.execPath, [script], { env })).trim()}`);
}

/** Deletes the data folder and restores it from base backup and archive. Runs `before` before the engine starts. */
export async function restore(
  site: Site,
  backup: string,
  moment: Date | null,
  before: () => Promise<void>,
): Promise<void> {
  const { cluster, folders, archive } = site;
  const dataFolder = await realpath(folders.postgres);
  await cluster.halt();
  await rm(dataFolder, { recursive: true });
  await archive.restore(backup, dataFolder, moment);
  // The database accepts connections once its WAL is replayed.
  await cluster.resume(before);
}

export async function archiveEverything({ cluster, archive: { archive } }: Site): Promise<void> {
  const [row] = await ask(cluster, 'select pg_walfile_name(pg_switch_wal()) as name');
  await until('the WAL is archived', async () => readdirSync(archive).includes(`${String(row?.['name'])}.gpg`));
}

async function ask(cluster: Cluster, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: superuserUrl(cluster) });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

export const superuserUrl = ({ database }: Cluster) =>
  `postgres://${localSuperuser.name}:${localSuperuser.password}@127.0.0.1:${database.port}/foreword`;
