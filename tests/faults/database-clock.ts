import { Client } from 'pg';
import { superuserClient } from '#db/local/roles.ts';
import type { Instance } from './instance.ts';

/** The schema whose `now()` replaces Postgres' own, for the product's role. */
const SCHEMA = 'shifted';
const ROLE = 'foreword_app';
const TOLERANCE_MS = 10_000;

/**
 * Shifts the clock of the product's database, but not of its machine: Postgres reads the machine's clock, so the
 * product's sessions get another `now()`, and so do the defaults of columns.
 * @returns a function that corrects it again
 */
export async function shiftDatabaseClock({ stack }: Instance, byMs: number): Promise<() => Promise<void>> {
  const url = new URL(stack.env['DATABASE_OWNER_URL'] ?? '');
  const superuser = superuserClient(Number(url.port));
  const owner = new Client({ connectionString: url.href });
  await superuser.connect();
  await owner.connect();
  const database = url.pathname.slice(1);
  /** Ends the product's sessions, since they keep their settings. */
  const reconnect = async () => {
    await superuser.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [ROLE]);
  };
  const setDefaults = async (expression: string, former: string) => {
    const { rows } = await owner.query<{ statement: string }>(
      `select format('alter table %I alter column %I set default ${expression}', c.relname, a.attname) as statement
       from pg_attrdef d join pg_class c on c.oid = d.adrelid
         join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
       where c.relnamespace = 'public'::regnamespace and pg_get_expr(d.adbin, d.adrelid) = $1`,
      [former],
    );
    if (rows.length === 0) throw new Error(`no column has the default ${former}`);
    for (const { statement } of rows) await owner.query(statement);
  };
  await owner.query(`create schema ${SCHEMA}`);
  await owner.query(`grant usage on schema ${SCHEMA} to ${ROLE}`);
  await owner.query(
    `create function ${SCHEMA}.now() returns timestamptz language sql stable
     as $$ select pg_catalog.now() + interval '${byMs} milliseconds' $$`,
  );
  await setDefaults(`${SCHEMA}.now()`, 'now()');
  await superuser.query(`alter role ${ROLE} in database ${database} set search_path = ${SCHEMA}, pg_catalog, public`);
  await reconnect();
  const setRight = async () => {
    await superuser.query(`alter role ${ROLE} in database ${database} reset search_path`);
    await setDefaults('now()', `${SCHEMA}.now()`);
    await reconnect();
    await owner.query(`drop schema ${SCHEMA} cascade`);
    await owner.end();
    await superuser.end();
  };
  try {
    await requireShift(stack.env['DATABASE_URL'] ?? '', byMs);
  } catch (error) {
    await setRight();
    throw error;
  }
  return setRight;
}

/** @throws if the product's role does not see the shift */
async function requireShift(databaseUrl: string, byMs: number): Promise<void> {
  const product = new Client({ connectionString: databaseUrl });
  await product.connect();
  const { rows } = await product.query<{ at: Date }>('select now() as at');
  await product.end();
  const shiftMs = (rows[0]?.at.getTime() ?? Number.NaN) - Date.now();
  if (!(Math.abs(shiftMs - byMs) < TOLERANCE_MS)) throw new Error(`the database's clock is off by ${shiftMs} ms`);
}
