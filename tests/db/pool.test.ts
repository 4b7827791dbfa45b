import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ConnectionError } from 'slonik';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { isOutage } from '#api/outage.ts';
import { openPool, readTls } from '#db/pool.ts';
import { type Connection, sql } from '#db/sql.ts';
import { startNetwork } from '#tests/faults/network.ts';
import { countRows } from '#tests/support/builders.ts';
import { openTestDatabase } from '#tests/support/test-pool.ts';

const { database, pool } = await openTestDatabase({ maxConnections: 1 });

const countMessages = (connection: Connection) => countRows(connection, sql.fragment`outbox`);
const announce = (connection: Connection) =>
  connection.query(sql.typeAlias('void')`insert into outbox (message) values ('{"workflow": "subscription"}')`);
const readOne = (connection: Connection) =>
  connection.oneFirst(sql.type(z.object({ one: z.number() }))`select 1 as one`);
/** Returns the error that rejected the call, or `waits` if it is still pending after two seconds. */
const outcomeOf = (call: Promise<unknown>) =>
  Promise.race([call.catch((error: unknown) => error), sleep(2_000, 'waits')]);

test('attack 43: a call that waits too long for a connection is rejected and never runs', async () => {
  const impatient = await openPool(database.databaseUrl, { maxConnections: 1, acquireTimeoutMs: 1_000 });
  const held = Promise.withResolvers<void>();
  const holder = impatient.transaction(() => held.promise);
  const late = [outcomeOf(announce(impatient)), outcomeOf(impatient.transaction(async () => 'never'))];
  expect(await Promise.all(late)).toEqual([expect.any(ConnectionError), expect.any(ConnectionError)]);
  held.resolve();
  await holder;
  expect(await countMessages(impatient)).toBe(0);
  await announce(impatient);
  expect(await countMessages(impatient)).toBe(1);
  await impatient.end();
});

test('a failed transaction is rolled back and rethrows its error', async () => {
  const failure = new Error('on purpose');
  await expect(
    pool.transaction(async (transaction) => {
      await transaction.query(sql.typeAlias('void')`delete from outbox`);
      throw failure;
    }),
  ).rejects.toBe(failure);
  expect(await countMessages(pool)).toBe(1);
});

test('a connection that does not answer in time is dropped and replaced', async () => {
  const silent = await openPool(database.databaseUrl, { maxConnections: 1, answerTimeoutMs: 500 });
  const failure = await silent.query(sql.typeAlias('void')`select pg_sleep(20)`).catch((error: unknown) => error);
  expect(isOutage(failure)).toBe(true);
  // On a busy machine, a response may take longer than this pool waits for it.
  await expect.poll(() => readOne(silent).catch(() => null)).toBe(1);
  await silent.end();
});

test('a connection to a read-only server is replaced, even within a transaction', async () => {
  const demoted = await openPool(database.databaseUrl, { maxConnections: 1 });
  // Simulates a connection to the old primary just after a failover.
  const demote = () => demoted.query(sql.typeAlias('void')`set default_transaction_read_only = on`);
  const write = (connection: Connection) => connection.query(sql.typeAlias('void')`delete from outbox`);
  for (const attempt of [() => write(demoted), () => demoted.transaction(write)]) {
    await demote();
    const failure = await attempt().catch((error: unknown) => error);
    expect(isOutage(failure)).toBe(true);
    await attempt();
  }
  await demoted.end();
});

test('connections dropped by the network leave the pool, even within transactions', async () => {
  const url = new URL(database.databaseUrl);
  const network = await startNetwork(Number(url.port));
  url.port = String(network.port);
  const parted = await openPool(url.href, { maxConnections: 3, acquireTimeoutMs: 1_000, answerTimeoutMs: 500 });
  const begun = Promise.withResolvers<void>();
  const silenced = Promise.withResolvers<void>();
  const transaction = parted.transaction(async (connection) => {
    begun.resolve();
    await silenced.promise;
    return await readOne(connection);
  });
  await begun.promise;
  await readOne(parted);
  network.part();
  silenced.resolve();
  const outcomes = await Promise.allSettled([transaction, readOne(parted), readOne(parted)]);
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && isOutage(outcome.reason))).toEqual([
    true,
    true,
    true,
  ]);
  network.heal();
  const readThree = () => Promise.all([readOne(parted), readOne(parted), readOne(parted)]);
  await expect.poll(() => readThree().catch(() => null)).toEqual([1, 1, 1]);
  await parted.end();
  network.close();
});

describe('TLS parameters in the URL', () => {
  const url = 'postgres://me:secret@db.example:5433/foreword?application_name=api';
  const certificate = fileURLToPath(import.meta.url);

  test.each([
    ['', null],
    ['&sslmode=disable', null],
    ['&sslmode=require', {}],
    ['&sslmode=verify-full', {}],
    ['&sslmode=no-verify', { rejectUnauthorized: false }],
    [`&sslmode=verify-full&sslrootcert=${certificate}`, { ca: readFileSync(certificate, 'utf8') }],
    [`&sslrootcert=${certificate}`, { ca: readFileSync(certificate, 'utf8') }],
  ])('mean the same as in pg: %j', (parameters, ssl) => {
    expect(readTls(url + parameters)).toEqual({ connectionUri: url, ssl });
  });

  test('keep the client certificate’s key', () => {
    const { ssl } = readTls(`${url}&sslcert=${certificate}&sslkey=${certificate}`);
    expect(ssl?.key).toBe(readFileSync(certificate, 'utf8'));
  });

  test('make the pool ask for TLS', async () => {
    const asked = Promise.withResolvers<number>();
    const server = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .once('data', (data) => {
          asked.resolve(data.readInt32BE(4));
          socket.destroy();
        });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const parameters = `sslmode=verify-full&sslrootcert=${certificate}`;
    await expect(openPool(`postgres://me@127.0.0.1:${port}/foreword?${parameters}`)).rejects.toThrow(
      'Connection terminated',
    );
    // https://www.postgresql.org/docs/current/protocol-message-formats.html: SSLRequest
    expect(await asked.promise).toBe(80_877_103);
  });
});
