import type { DatabasePool } from 'slonik';
import { afterAll } from 'vitest';
import { openPool } from '#db/pool.ts';
import { PATIENCE_MS } from './patience.ts';
import { createDatabase, type TestDatabase } from './services.ts';

type Options = Parameters<typeof openPool>[1];

/**
 * Opens a pool on a new migrated database, which is dropped after the file's tests. Call it at the top of a test file.
 * @param options `maxConnections` at a time, and `acquireTimeoutMs` to wait for one
 */
export async function openTestPool(options?: Options): Promise<DatabasePool> {
  return (await openTestDatabase(options)).pool;
}

/** Like `openTestPool`, with the database. */
export async function openTestDatabase(options?: Options): Promise<{ database: TestDatabase; pool: DatabasePool }> {
  const database = await createDatabase();
  const pool = await openPool(database.databaseUrl, { acquireTimeoutMs: PATIENCE_MS, ...options });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });
  return { database, pool };
}
