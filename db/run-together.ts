import type { FragmentSqlToken } from 'slonik';
import * as z from 'zod';
import { type Connection, sql } from './sql.ts';

const changed = z.object({ count: z.number() });

/** Runs changes in one statement, on the rows as they were before it. Returns the number of changed rows. */
export async function runTogether(connection: Connection, changes: readonly FragmentSqlToken[]) {
  const named = changes.map((change, index) => ({ change, name: sql.identifier([`change_${index}`]) }));
  const parts = named.map(({ change, name }) => sql.fragment`${name} as (${change} returning 1)`);
  const counts = named.map(({ name }) => sql.fragment`(select count(*) from ${name})`);
  return await connection.oneFirst(sql.type(changed)`
    with ${sql.join(parts, sql.fragment`, `)} select ${sql.join(counts, sql.fragment` + `)} as count
  `);
}
