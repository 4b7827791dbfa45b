import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, inject, test } from 'vitest';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import { loggerOptions } from '#telemetry/logger.ts';
import { seedUser } from '#tests/support/builders.ts';
import { openTestPool } from '#tests/support/test-pool.ts';

/** A value from the database that must not reach the log. */
const CANARY = 'canary@harborline.test';

const pool = await openTestPool();
await seedUser(pool, { email: CANARY });

/** Returns the log line for an error, at the most verbose level. */
function logOf(error: unknown): string {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  pino(loggerOptions({ service: 'test', level: 'trace' }), stream).error({ err: error }, 'failed');
  return lines.join('');
}

const failures: Record<string, () => Promise<unknown>> = {
  'a row that does not match its schema': () =>
    pool.one(sql.type(z.object({ email: z.uuid() }))`select email from users where email = ${CANARY}`),
  'a value that is taken': () =>
    pool.query(sql.typeAlias('void')`
      insert into users (email, first_name, last_name, password_hash) values (${CANARY}, '', '', 'x')
    `),
  'a value of another type': () => pool.any(sql.typeAlias('id')`select id from users where id = ${CANARY}::text::uuid`),
  'a statement that Postgres does not understand': () =>
    pool.any(sql.typeAlias('id')`select nothing from nowhere where email = ${CANARY}`),
  'rows that are missing': () => pool.one(sql.typeAlias('id')`select id from users where last_name = ${CANARY}`),
  'an error with one of these as its cause': async () => {
    try {
      await failures['a row that does not match its schema']?.();
    } catch (cause) {
      throw new Error('outside', { cause });
    }
  },
};

test.each(Object.entries(failures))('attack 53: logs %s without its data', async (_, fail) => {
  const error = await fail().then(
    () => null,
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(Error);
  const line = logOf(error);
  expect(line).not.toContain(CANARY);
  expect(line).not.toMatch(/select|insert/);
  // Type and stack are kept for debugging.
  expect(line).toMatch(/"type":"\w+"/);
  expect(line).toMatch(/"stack":" +at /);
});

test('attack 53: Postgres logs an error without the row and statement', async () => {
  const taken = 'taken@harborline.test';
  await seedUser(pool, { email: taken });
  const again = pool.query(sql.typeAlias('void')`
    insert into users (email, first_name, last_name, timezone) values (${taken}, '', '', (select 'of this statement'))
  `);
  await expect(again).rejects.toThrow('unique');
  const log = await readFile(join(inject('services').stateDir, 'logs', 'postgres.log'), 'utf8');
  expect(log).toContain('duplicate key value violates unique constraint');
  expect(log).not.toContain(taken);
  expect(log).not.toContain('of this statement');
});
