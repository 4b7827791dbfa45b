import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '#ops/commands/migrate.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { createDatabase, type TestDatabase } from '#tests/support/services.ts';

let database: TestDatabase;
let folder: string;
let reader: Client;
beforeEach(async () => {
  database = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp(join(repositoryRoot, 'db/migrations'), folder, { recursive: true });
  await writeFile(join(folder, '9001_first.sql'), '-- Up Migration\ncreate table first_of_two (id integer);\n');
  await writeFile(
    join(folder, '9002_second.sql'),
    '-- Up Migration\ncreate table half_done (id integer);\nalter table meetings add column probe text;\n',
  );
  reader = new Client({ connectionString: database.ownerUrl });
  await reader.connect();
});
afterEach(async () => {
  await reader.end();
  await rm(folder, { recursive: true });
  await database.drop();
});

/** Takes a read lock, so that the table cannot be altered until the transaction ends. */
async function readLong(): Promise<void> {
  await reader.query('begin');
  await reader.query('select count(*) from meetings');
}

/** Waits until a migration is waiting for another transaction. */
async function untilMigrationWaits(client: Client): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBeGreaterThan(0);
}

async function tables(): Promise<string[]> {
  const { rows } = await reader.query<{ table_name: string }>(
    `select table_name from information_schema.tables where table_name in ('first_of_two', 'half_done') order by 1`,
  );
  return rows.map(({ table_name: name }) => name);
}

test('a migration that gives up on a table in use explains why, and the next run resumes from it', async () => {
  await readLong();
  const failure = migrate(database.ownerUrl, folder, { timeoutMs: 100, attempts: 2, pauseMs: 10 });
  await expect(failure).rejects.toThrow(
    /Applied before: 9001_first\. The failed one changed nothing[^]*in all 2 attempts[^]*pg_stat_activity/,
  );
  await reader.query('commit');
  expect(await tables()).toEqual(['first_of_two']);
  expect(await migrate(database.ownerUrl, folder)).toEqual(['9002_second']);
  expect(await tables()).toEqual(['first_of_two', 'half_done']);
  expect(await migrate(database.ownerUrl, folder)).toEqual([]);
});

test('a migration lets other queries through while it waits for a locked table', async () => {
  await readLong();
  const migrated = migrate(database.ownerUrl, folder, { timeoutMs: 200, attempts: 100, pauseMs: 200 });
  const other = new Client({ connectionString: database.ownerUrl });
  await other.connect();
  await untilMigrationWaits(other);
  await other.query('select count(*) from meetings');
  await other.end();
  await reader.query('commit');
  expect(await migrated).toEqual(['9001_first', '9002_second']);
});

test('concurrent runs apply each migration once', async () => {
  await readLong();
  const patience = { timeoutMs: 300, attempts: 100, pauseMs: 50 };
  const both = [migrate(database.ownerUrl, folder, patience), migrate(database.ownerUrl, folder, patience)];
  await sleep(1_000);
  await reader.query('commit');
  const applied = await Promise.all(both);
  expect(applied.toSorted((one, other) => other.length - one.length)).toEqual([['9001_first', '9002_second'], []]);
});

test('an index is built while others write, and again after a failure', async () => {
  await migrate(database.ownerUrl, folder);
  await writeFile(
    join(folder, '9003_index.sql'),
    '-- Up Migration\n-- Without a transaction.\ndrop index concurrently if exists probed;\ncreate unique index concurrently probed on first_of_two (id);\n',
  );
  await reader.query('insert into first_of_two values (1), (1)');
  await expect(migrate(database.ownerUrl, folder)).rejects.toThrow('The failed one can be repeated');
  await reader.query('delete from first_of_two');
  // Building the index waits for this transaction.
  await reader.query('begin');
  await reader.query('insert into first_of_two values (1)');
  const patience = { timeoutMs: 100, attempts: 1, pauseMs: 10 };
  const both = [migrate(database.ownerUrl, folder, patience), migrate(database.ownerUrl, folder, patience)];
  const other = new Client({ connectionString: database.ownerUrl });
  await other.connect();
  await untilMigrationWaits(other);
  await other.query('insert into first_of_two values (2)');
  await reader.query('commit');
  expect((await Promise.all(both)).flat()).toEqual(['9003_index']);
  const { rows } = await other.query(`select indisvalid from pg_index where indexrelid = 'probed'::regclass`);
  await other.end();
  expect(rows).toEqual([{ indisvalid: true }]);
});

test('a statement timeout does not apply to migrations', async () => {
  await reader.query(`alter role current_user in database ${reader.database} set statement_timeout = '500ms'`);
  await writeFile(join(folder, '9003_slow.sql'), '-- Up Migration\nselect pg_sleep(1);\n');
  expect(await migrate(database.ownerUrl, folder)).toContain('9003_slow');
});
