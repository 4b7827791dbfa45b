import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import { describeError } from '#scripts/processes/describe-error.ts';

const migrationsFolder = fileURLToPath(new URL('../db/migrations', import.meta.url));

/**
 * Applies the migrations that the database has not seen, all in one transaction, waiting for another run of them to end.
 * @param ownerUrl the database, as the role that owns it.
 * @returns the names of the migrations that were applied.
 */
export async function migrate(ownerUrl: string, folder: string = migrationsFolder): Promise<string[]> {
  const complaints: string[] = [];
  const remember = (message: unknown) => void complaints.push(String(message));
  try {
    const applied = await runner({
      databaseUrl: ownerUrl,
      dir: folder,
      direction: 'up',
      migrationsTable: 'migrations',
      checkOrder: true,
      advisoryLockMode: 'wait',
      logger: { debug: () => undefined, info: () => undefined, warn: remember, error: remember },
    });
    return applied.map(({ name }) => name);
  } catch (cause) {
    const message = describeError(cause);
    throw new Error(['Migrating the database failed, nothing of it was applied.', ...complaints, message].join('\n'), {
      cause,
    });
  }
}

if (import.meta.main) {
  const ownerUrl = process.env['DATABASE_OWNER_URL'];
  if (!ownerUrl) throw new Error('DATABASE_OWNER_URL is missing: the database to migrate, as the role that owns it.');
  const applied = await migrate(ownerUrl);
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
}
