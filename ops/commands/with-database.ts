import type { DatabasePool } from 'slonik';
import { openPool } from '#db/pool.ts';
import { describeError } from './describe-error.ts';

/** Runs a command on the database. Prints what it throws and makes the process exit with 1. */
export async function withDatabase(databaseUrl: string, command: (pool: DatabasePool) => Promise<void>): Promise<void> {
  const pool = await openPool(databaseUrl, { maxConnections: 2 });
  try {
    await command(pool);
  } catch (error) {
    console.error(describeError(error));
    process.exitCode = 1;
  } finally {
    await pool.end();
  }
}

/** Prints how to use a command and exits with sysexits' EX_USAGE. */
export function exitWithUsage(usage: string): never {
  console.error(usage);
  process.exit(64);
}
