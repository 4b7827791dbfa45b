import { createClient } from 'redis';
import type { DatabasePool } from 'slonik';
import * as z from 'zod';
import { sql } from '#db/sql.ts';

/** Returns every row of every table, except the list of migrations, as text by table. */
export async function dumpTables(pool: DatabasePool): Promise<Record<string, readonly string[]>> {
  const tables = await pool.anyFirst(sql.type(z.object({ name: z.string() }))`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('migrations', 'pgmigrations')
  `);
  const rows = await Promise.all(
    tables.map(async (name) => {
      const texts = await pool.anyFirst(sql.type(z.object({ row: z.string() }))`
        select t::text as row from ${sql.identifier([name])} as t order by 1
      `);
      return [name, texts] as const;
    }),
  );
  return Object.fromEntries(rows);
}

/**
 * Like `dumpTables`, without the outbox's delivery state, which the dispatcher updates in the background. Use it to
 * prove that a request wrote nothing.
 */
export async function dumpRequestedWrites(pool: DatabasePool): Promise<Record<string, readonly string[]>> {
  const outbox = await pool.anyFirst(sql.type(z.object({ row: z.string() }))`
    select (id, message, created_at)::text as row from outbox order by 1
  `);
  return { ...(await dumpTables(pool)), outbox };
}

/** Returns every value in a Redis database as text, by key. */
export async function dumpRedis(url: string): Promise<Record<string, string>> {
  const redis = createClient({ url });
  await redis.connect();
  const values: Record<string, string> = {};
  const read: Record<string, (key: string) => Promise<unknown>> = {
    string: (key) => redis.get(key),
    hash: (key) => redis.hGetAll(key),
    set: (key) => redis.sMembers(key),
  };
  for (const key of await redis.keys('*')) {
    const type = await redis.type(key);
    const readValue = read[type];
    if (type === 'none') continue; // has since expired
    if (!readValue) throw new Error(`${key} is a ${type}, which cannot be read here`);
    values[key] = JSON.stringify(await readValue(key));
  }
  redis.destroy();
  return values;
}
