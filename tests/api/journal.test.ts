import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startJournal } from '#api/journal.ts';
import { createEncryption } from '#db/encryption.ts';
import { keepEntries, requireReplayed } from '#db/journal.ts';
import { localSuperuser } from '#db/local/cluster.ts';
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

test('attack 47: a running API ends once the database is restored to an earlier moment', async () => {
  const entryId = crypto.randomUUID();
  await pool.transaction((transaction) => insertJournalEntry(transaction, { kind: 'whitelist-removed', entryId }));
  await keepEntries(pool, folder);
  const restored: string[] = [];
  const journal = await startJournal(pool, folder, logger, ({ message }) => restored.push(message));
  await pool.query(sql.typeAlias('void')`delete from journal_entries`);
  await expect
    .poll(() => restored, { timeout: 20_000 })
    .toEqual([expect.stringMatching(/no longer has .*it was restored/)]);
  journal.stop();
}, 30_000);

test('attack 47: nothing starts on a restored database until someone records what it lost', async () => {
  const url = new URL(database.databaseUrl);
  const superuser = new Client({
    host: url.hostname,
    port: Number(url.port),
    database: url.pathname.slice(1),
    user: localSuperuser.name,
    password: localSuperuser.password,
  });
  await superuser.connect();
  // As ops/restore.sh does for the whole server.
  await superuser.query(`alter database ${url.pathname.slice(1)} set foreword.restored = 'one'`);
  await superuser.end();
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
