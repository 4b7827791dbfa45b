import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startJournal } from '#api/journal.ts';
import { createEncryption } from '#db/encryption.ts';
import { keepEntries, requireReplayed, watchForRestore } from '#db/journal.ts';
import { superuserClient } from '#db/local/roles.ts';
import { openPool } from '#db/pool.ts';
import { insertJournalEntry } from '#db/queries/journal-entries.ts';
import { insertRestore } from '#db/queries/restores.ts';
import { sql } from '#db/sql.ts';
import { replayJournal } from '#ops/commands/replay-journal.ts';
import { createLogger } from '#telemetry/logger.ts';
import { createDatabase } from '#tests/support/services.ts';

const database = await createDatabase();
const pool = await openPool(database.databaseUrl);
const folder = await mkdtemp(join(tmpdir(), 'journal-'));
const logger = createLogger({ service: 'api', level: 'silent' });
afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

test('attack 47: the journal reports that its database was restored to an earlier state', async () => {
  const entryId = crypto.randomUUID();
  await pool.transaction((transaction) => insertJournalEntry(transaction, { kind: 'whitelist-removed', entryId }));
  await keepEntries(pool, folder);
  const restored: string[] = [];
  const journal = await startJournal(pool, folder, logger, ({ message }) => restored.push(message));
  await pool.query(sql.typeAlias('void')`delete from journal_entries`);
  await expect.poll(() => restored).toEqual([expect.stringMatching(/no longer has .*it was restored/)]);
  await journal.stop();
});

test('attack 47: the journal refuses a restored database until the restore is recorded', async () => {
  await nameRestore('one');
  const server = await openPool(database.databaseUrl);
  const start = async () => (await startJournal(server, folder, logger, () => undefined)).stop();
  await server.query(sql.typeAlias('void')`delete from journal_entries`);
  await replayJournal(server, { folder, encryption: createEncryption(`test:${randomBytes(32).toString('base64')}`) });
  const reason = 'was restored (one). Run mark-unknown first';
  await expect(requireReplayed(server, folder)).rejects.toThrow(reason);
  await expect(start()).rejects.toThrow(reason);
  await server.transaction((transaction) => insertRestore(transaction, null));
  await start();
  await server.end();
});

test('attack 47: a running process notices a restore even if it was recorded between two checks', async () => {
  await nameRestore('two');
  const server = await openPool(database.databaseUrl);
  await server.transaction((transaction) => insertRestore(transaction, null));
  const check = watchForRestore(server);
  await check();
  await nameRestore('three');
  const recording = await openPool(database.databaseUrl);
  await recording.transaction((transaction) => insertRestore(transaction, null));
  await recording.end();
  const outcome = async () => await check().then(() => 'unnoticed', String);
  await expect.poll(outcome).toMatch(/was restored \(three\) under this process/);
  await server.end();
});

/** Names a restore, as ops/restore.sh does for the whole server, and ends all sessions, as its restart does. */
async function nameRestore(name: string): Promise<void> {
  const { port, pathname } = new URL(database.databaseUrl);
  const superuser = superuserClient(Number(port));
  await superuser.connect();
  const databaseName = pathname.slice(1);
  await superuser.query(`alter database ${databaseName} set foreword.restored = '${name}'`);
  await superuser.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [databaseName]);
  await superuser.end();
}
