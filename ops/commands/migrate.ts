import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type MigrationBuilder, PG_MIGRATE_LOCK_ID, runner } from 'node-pg-migrate';
import { Client, DatabaseError } from 'pg';
import { setting } from './config.ts';
import { describeError } from './describe-error.ts';

const migrationsFolder = fileURLToPath(new URL('../../db/migrations', import.meta.url));

/** How a migration waits for a table lock: briefly and repeatedly, since all other queries queue behind it. */
type Patience = { timeoutMs: number; attempts: number; pauseMs: number };
const PATIENCE: Patience = { timeoutMs: 3_000, attempts: 20, pauseMs: 3_000 };
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Marks a migration that runs outside a transaction, statement by statement, as `create index concurrently` must. It can
 * be repeated after a failure. Its locks block neither reads nor writes, so it waits for them without limit.
 */
const WITHOUT_TRANSACTION = /^-- Without a transaction\b/m;

/**
 * Applies new migrations, each in its own transaction unless it is marked otherwise, after waiting for any concurrent run.
 * After a failure, the next run continues where it stopped; the failed migration leaves nothing behind or is repeated.
 * @param ownerUrl the database, as the role that owns it
 * @returns the names of the applied migrations
 * @throws Error naming the migrations applied before the failure
 */
export async function migrate(
  ownerUrl: string,
  folder: string = migrationsFolder,
  patience: Patience = PATIENCE,
): Promise<string[]> {
  const client = new Client({ connectionString: ownerUrl });
  // A connection lost between attempts also rejects the next statement, which reports it.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (cause) {
    throw new Error(`Migrating the database failed; nothing was applied: ${describeError(cause)}`, { cause });
  }
  try {
    await awaitOtherRun(client, patience);
    const applied: string[] = [];
    for (;;) {
      const name = await applyNext(client, folder, patience, applied);
      if (name === null) return applied;
      applied.push(name);
    }
  } finally {
    await client.end();
  }
}

/**
 * Takes the lock that allows one run at a time, and holds it until the connection closes. Polls, with no time limit,
 * instead of blocking in a statement: `create index concurrently` in the other run would wait for that statement.
 */
async function awaitOtherRun(client: Client, { pauseMs }: Patience): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as "isFree"', [PG_MIGRATE_LOCK_ID]);
    if (rows[0].isFree) return;
    await sleep(pauseMs);
  }
}

/** Applies the next migration. @returns its name; null if none is left */
async function applyNext(
  client: Client,
  folder: string,
  { timeoutMs, attempts, pauseMs }: Patience,
  applied: readonly string[],
): Promise<string | null> {
  for (let attempt = 1; ; attempt += 1) {
    const complaints: string[] = [];
    const remember = (message: unknown) => void complaints.push(String(message));
    let isInParts = false;
    const load = (path: string) =>
      loadSql(path, () => {
        isInParts = true;
      });
    // A managed service may limit statement times, but building an index on a large table takes as long as it takes.
    await client.query(`set statement_timeout = 0; set lock_timeout = ${timeoutMs}`);
    try {
      const [migration] = await runner({
        dbClient: client,
        noLock: true,
        dir: folder,
        direction: 'up',
        count: 1,
        singleTransaction: true,
        migrationsTable: 'migrations',
        checkOrder: true,
        migrationLoaderStrategies: [
          { extensions: ['.sql'], loader: async (paths) => await Promise.all(paths.map(load)) },
        ],
        logger: { debug: () => undefined, info: () => undefined, warn: remember, error: remember },
      });
      return migration?.name ?? null;
    } catch (cause) {
      const isInTheWay = cause instanceof DatabaseError && cause.code === LOCK_NOT_AVAILABLE;
      if (isInTheWay && attempt < attempts) {
        await sleep(pauseMs);
        continue;
      }
      const message = [
        `Migrating the database failed. Applied before: ${applied.join(', ') || 'none'}. The failed one ${isInParts ? 'can be repeated: run this again' : 'changed nothing'}.`,
        ...complaints,
        describeError(cause),
        ...(isInTheWay
          ? [
              `A table it changes was in use for ${timeoutMs} ms in all ${attempts} attempts: find the long transaction (pg_stat_activity), then run this again.`,
            ]
          : []),
      ];
      throw new Error(message.join('\n'), { cause });
    }
  }
}

/** Reads a migration. @param onParts called if it runs without a transaction */
async function loadSql(path: string, onParts: () => void) {
  const [up = ''] = (await readFile(path, 'utf8')).split(/^-- Down Migration/m);
  const run = (pgm: MigrationBuilder) => {
    if (!WITHOUT_TRANSACTION.test(up)) return pgm.sql(up);
    onParts();
    pgm.noTransaction();
    for (const statement of ['set lock_timeout = 0', ...up.trim().split(/;$/m).filter(Boolean)]) pgm.sql(statement);
  };
  return { id: path, filePaths: [path], actions: { up: run, down: false as const } };
}

export function describeApplied(applied: readonly string[]): string {
  return applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`;
}

if (import.meta.main) {
  const ownerUrl = setting('DATABASE_OWNER_URL');
  if (!ownerUrl)
    throw new Error(
      'DATABASE_OWNER_URL is missing. Set it to the URL of the database to migrate, with the role that owns it.',
    );
  console.log(describeApplied(await migrate(ownerUrl)));
}
