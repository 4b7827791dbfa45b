import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keepEntries, readJournal } from '#db/journal.ts';
import { openPool } from '#db/pool.ts';
import { insertJournalEntry } from '#db/queries/journal-entries.ts';
import { sql } from '#db/sql.ts';
import { runCommand } from '#scripts/processes/run-command.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { createDatabase } from '#tests/support/services.ts';

const database = await createDatabase();
const pool = await openPool(database.databaseUrl);
const folder = await mkdtemp(join(tmpdir(), 'journal-'));
afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Copies entries in a process limited to 512-byte files, as on a nearly full disk. */
const keepWithLittleRoom = async () => {
  const script = `
    import { keepEntries } from '#db/journal.ts';
    import { openPool } from '#db/pool.ts';
    const pool = await openPool(process.env.DATABASE_URL, { maxConnections: 1 });
    await keepEntries(pool, process.env.JOURNAL_DIR).finally(() => pool.end());`;
  const limited = 'ulimit -f 1; exec "$0" --input-type=module --eval "$1"';
  await runCommand('sh', ['-c', limited, process.execPath, script], {
    cwd: repositoryRoot,
    env: { ...process.env, DATABASE_URL: database.databaseUrl, JOURNAL_DIR: folder },
  });
};

test('attack 47: an entry that only partly fits on the disk is not marked as kept and is written again', async () => {
  const file = join(folder, `${new Date().toISOString().slice(0, 7)}.jsonl`);
  await writeFile(file, '\n'.repeat(450));
  const entryId = randomUUID();
  await pool.transaction((transaction) => insertJournalEntry(transaction, { kind: 'whitelist-removed', entryId }));
  await expect(keepWithLittleRoom()).rejects.toThrow('EFBIG');
  expect((await readFile(file)).length).toBe(512);
  expect(await readJournal(folder)).toEqual({ entries: [], unreadable: [`${(await readdir(folder))[0]}:452`] });
  expect(await pool.exists(sql.typeAlias('id')`select id from journal_entries where kept_at is null`)).toBe(true);

  await keepEntries(pool, folder);
  const entry = { kind: 'whitelist-removed', entryId };
  expect(await readJournal(folder)).toMatchObject({ entries: [{ entry }], unreadable: [] });
});
