import { Connection } from '@temporalio/client';
import { Client } from 'pg';
import { createClient } from 'redis';
import { expect, test } from 'vitest';
import { createDatabase, redisUrl, temporal } from '#tests/support/services.ts';

test('each caller gets its own migrated database, in which the product cannot create tables', async () => {
  const [first, second] = await Promise.all([createDatabase(), createDatabase()]);
  expect(first.databaseUrl).not.toBe(second.databaseUrl);
  const owner = new Client({ connectionString: first.ownerUrl });
  const app = new Client({ connectionString: first.databaseUrl });
  await Promise.all([owner.connect(), app.connect()]);
  const { rows } = await owner.query('SELECT name FROM migrations');
  expect(rows.length).toBeGreaterThan(0);
  await expect(app.query('CREATE TABLE mine (id int)')).rejects.toThrow(/permission denied/);
  app.on('error', () => undefined); // dropping the database ends the connection
  await owner.end();
  await first.drop();
  await second.drop();
  await expect(new Client({ connectionString: first.databaseUrl }).connect()).rejects.toThrow(/does not exist/);
});

test('the database is Postgres 18 with the builtin locale C.UTF-8', async () => {
  const database = await createDatabase();
  const client = new Client({ connectionString: database.databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    "SELECT current_setting('server_version_num')::int / 10000 AS version, datlocprovider, datlocale, uuidv7()::text AS id " +
      'FROM pg_database WHERE datname = current_database()',
  );
  expect(rows).toEqual([
    { version: 18, datlocprovider: 'b', datlocale: 'C.UTF-8', id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ]);
  await client.end();
  await database.drop();
});

test('each caller gets an empty Redis database and a Temporal namespace with our search attributes', async () => {
  const [one, other] = await Promise.all([redisUrl(), redisUrl()]);
  expect(one).not.toBe(other);
  const client = createClient({ url: one });
  await client.connect();
  expect(await client.dbSize()).toBe(0);
  client.destroy();

  const [engine, second] = await Promise.all([temporal(), temporal()]);
  expect(engine.namespace).not.toBe(second.namespace);
  const connection = await Connection.connect({ address: engine.address });
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace: engine.namespace });
  expect(Object.keys(customAttributes).toSorted()).toEqual(
    expect.arrayContaining(['BriefingDueAt', 'MeetingId', 'NeedsOperator', 'UserId']),
  );
  await connection.close();
});
