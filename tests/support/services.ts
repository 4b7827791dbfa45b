import { randomUUID } from 'node:crypto';
import { Connection } from '@temporalio/client';
import { Client } from 'pg';
import { createClient } from 'redis';
import { inject } from 'vitest';
import { type DatabaseUrls, localDatabaseUrls } from '#db/local/roles.ts';
import { registerNamespace } from '#ops/commands/register-engine.ts';
import { isPortFree } from '#scripts/processes/ports.ts';
import { PATIENCE_MS } from './patience.ts';
import { startOnce } from './start-once.ts';

export type TestDatabase = DatabaseUrls & { drop: () => Promise<void> };

/**
 * Creates a migrated database by copying a template. Call it once per test file in `beforeAll`, and `drop` it in
 * `afterAll` after closing the pools.
 */
export async function createDatabase(): Promise<TestDatabase> {
  const { postgresPort } = inject('services');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runAsOwner(postgresPort, `CREATE DATABASE ${name} TEMPLATE foreword`);
  return {
    ...localDatabaseUrls(postgresPort, name),
    drop: () => runAsOwner(postgresPort, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** Returns the URL of an empty Redis database reserved for the caller. */
export async function redisUrl(): Promise<string> {
  const { redisUrl: url, redisDatabases } = inject('services');
  const number = await claimNumber('claimed-databases');
  if (number >= redisDatabases) throw new Error('All Redis databases are handed out; raise redisDatabases.');
  return `${url}/${number}`;
}

/**
 * Creates a Temporal namespace for the caller with the product's search attributes. It is created on demand, because
 * each namespace costs the engine work.
 */
export async function temporal(): Promise<{ address: string; namespace: string }> {
  const { temporalAddress: address } = inject('services');
  const namespace = `test-${await claimNumber('claimed-namespaces')}`;
  const connection = await Connection.connect({ address, connectTimeout: PATIENCE_MS });
  try {
    await registerNamespace(connection, { name: namespace, description: '', retentionDays: 1 });
  } finally {
    await connection.close();
  }
  return { address, namespace };
}

/**
 * Reserves `count` consecutive free ports for the caller and returns the first. Merely looking up a free port would
 * race with concurrent tests.
 */
export async function claimPorts(count: number): Promise<number> {
  const { first, last } = inject('services').ports;
  for (;;) {
    const next = first + (await claimNumber('claimed-ports', count)) - count;
    const claimed = Array.from({ length: count }, (_, index) => next + index);
    if (next + count - 1 > last) throw new Error('All ports are handed out; raise their count.');
    if ((await Promise.all(claimed.map(isPortFree))).every(Boolean)) return next;
  }
}

/** Adds `count` to a counter shared by all test files, in the otherwise unused Redis database 0. Returns the sum. */
async function claimNumber(key: string, count = 1): Promise<number> {
  return await (await connectCounter()).incrBy(key, count);
}

/** Connects the worker's only client: creating one takes longer than its requests. It does not keep the process alive. */
const connectCounter = startOnce(async () => {
  const socket = { reconnectStrategy: false, connectTimeout: PATIENCE_MS } as const;
  const client = createClient({ url: inject('services').redisUrl, socket });
  // Without a listener, Redis stopping first would crash this process; later requests are rejected anyway.
  client.on('error', () => undefined);
  await client.connect();
  client.unref();
  return client;
});

async function runAsOwner(port: number, statement: string): Promise<void> {
  const client = new Client({ connectionString: localDatabaseUrls(port, 'postgres').ownerUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
