import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '#db/pool.ts';
import { tryLockOutbox } from '#db/queries/outbox.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import { sql } from '#db/sql.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { seedUser } from '#tests/support/builders.ts';
import { createDatabase, type TestDatabase } from '#tests/support/services.ts';
import { listSessionState } from '#tests/support/session-state.ts';

/** Statements whose effect outlasts their transaction. */
const LASTING =
  /^\s*(?:set\s+(?!local\b|transaction\b)|listen\b|create\s+temp|declare\b.*\bwith\s+hold|discard\b)|\bset_config\([^)]*,\s*false\)|\bpg_(?:try_)?advisory_lock(?:_shared)?\(/i;

let database: TestDatabase;
let pool: DatabasePool;
beforeAll(async () => {
  database = await createDatabase();
  // One connection, so that each query sees what the others left behind.
  pool = await openPool(database.ownerUrl, { maxConnections: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('the product’s locks end with their transactions', async () => {
  const { id } = await seedUser(pool);
  await pool.transaction(async (transaction) => {
    await lockPlanning(transaction, id);
    await tryLockOutbox(transaction);
  });
  expect(await listSessionState(pool)).toEqual([]);
});

test.each([
  ['a setting', sql.typeAlias('void')`set work_mem = '8MB'`, 'setting work_mem'],
  ['a channel', sql.typeAlias('void')`listen outbox`, 'channel outbox'],
  ['a temporary table', sql.typeAlias('void')`create temporary table kept (id integer)`, 'table kept'],
  ['a lock', sql.typeAlias('void')`select from pg_advisory_lock(7)`, 'lock 7'],
])('%s left behind on a connection is detected', async (_, statement, left) => {
  await pool.query(statement);
  expect(await listSessionState(pool)).toContain(left);
});

describe('every query of the pool', () => {
  const files = globSync('{api,db,domain,workers,telemetry}/**/*.ts', { cwd: repositoryRoot });
  const statements = files.flatMap((file) =>
    [...readFileSync(join(repositoryRoot, file), 'utf8').matchAll(/\bsql\.\w+(?:\([^`]*?\))?`(?<text>[^`]*)`/g)].map(
      (match) => ({ file, text: match.groups?.['text'] ?? '' }),
    ),
  );

  test('leaves nothing behind in a session', () => {
    expect(statements.length).toBeGreaterThan(300);
    expect(statements.filter(({ text }) => LASTING.test(text))).toEqual([]);
  });

  test('uses only the UTC time zone, since Postgres may lack the zone of the reader’s browser', () => {
    expect(statements.filter(({ text }) => /\bat\s+time\s+zone\s+(?!'UTC')/i.test(text))).toEqual([]);
  });
});

test.each([
  "set work_mem = '8MB'",
  'listen outbox',
  'create temporary table kept (id integer)',
  'select pg_advisory_lock(1)',
])('the check recognizes: %s', (statement) => expect(statement).toMatch(LASTING));
