import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionError, type DatabasePool } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { isOutage } from '#api/outage.ts';
import { openPool } from '#db/pool.ts';
import { sql } from '#db/sql.ts';
import { createDatabase } from '#tests/support/services.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let pool: DatabasePool;

beforeAll(async () => {
  database = await createDatabase();
  pool = await openPool(database.databaseUrl, { maxConnections: 1, acquireTimeoutMs: 300 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const countMessages = () => pool.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) from outbox`);
const announce = () =>
  pool.query(sql.typeAlias('void')`insert into outbox (message) values ('{"workflow": "subscription"}')`);
/** What it was refused with, or that it still waits. */
const outcomeOf = (call: Promise<unknown>) =>
  Promise.race([call.catch((error: unknown) => error), sleep(2_000, 'waits')]);

test('attack 43: who waits too long for a connection is refused, and nothing of it happens afterwards', async () => {
  const held = Promise.withResolvers<void>();
  const holder = pool.transaction(() => held.promise);
  expect(await outcomeOf(announce())).toBeInstanceOf(ConnectionError);
  expect(await outcomeOf(pool.transaction(async () => 'never'))).toBeInstanceOf(ConnectionError);
  held.resolve();
  await holder;
  expect(await countMessages()).toBe(0);
  await announce();
  expect(await countMessages()).toBe(1);
});

test('a transaction that fails is undone and says why', async () => {
  const failure = new Error('on purpose');
  await expect(
    pool.transaction(async (transaction) => {
      await transaction.query(sql.typeAlias('void')`delete from outbox`);
      throw failure;
    }),
  ).rejects.toBe(failure);
  expect(await countMessages()).toBe(1);
});

test('a database that answers nothing is given up, and the connection serves again once it has answered', async () => {
  const silent = await openPool(database.databaseUrl, { maxConnections: 1, answerTimeoutMs: 500 });
  const failure = await silent.query(sql.typeAlias('void')`select pg_sleep(1)`).catch((error: unknown) => error);
  expect(isOutage(failure)).toBe(true);
  await sleep(700);
  expect(await silent.oneFirst(sql.type(z.object({ one: z.number() }))`select 1 as one`)).toBe(1);
  await silent.end();
});
