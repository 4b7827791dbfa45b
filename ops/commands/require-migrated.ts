import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { DatabasePool } from 'slonik';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import { LoggableError } from '#telemetry/loggable-error.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.resolve('#db/migrations/0001_accounts.sql')));

/**
 * Requires the database to have this version's tables; one restored from an earlier version's backup doesn't.
 *
 * @throws Error saying what to run
 */
export async function requireMigrated(pool: DatabasePool): Promise<void> {
  const names = (await readdir(FOLDER)).map((file) => file.replace(/\.sql$/, '')).toSorted();
  const applied = await listApplied(pool);
  const missing = names.find((name) => !applied.includes(name));
  if (missing === undefined) return;
  throw new LoggableError(
    `The database is of an earlier version: it lacks migrations${applied.length > 0 ? ` from ${missing} on` : ''}. Run migrate first (docs/operations.md).`,
  );
}

/** Returns the migrations that the database has; none if it is so old that the product's role may not read them. */
async function listApplied(pool: DatabasePool): Promise<readonly string[]> {
  const mayRead = await pool.oneFirst(sql.type(z.object({ mayRead: z.boolean() }))`
    select has_table_privilege('migrations', 'select') as "mayRead"
  `);
  return mayRead ? await pool.anyFirst(sql.type(z.object({ name: z.string() }))`select name from migrations`) : [];
}
