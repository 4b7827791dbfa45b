import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

/** Conflict targets of the sync's upsert: today's, and one that includes the user and fits both forms of the table. */
export const SYNC_TARGET = {
  today: '(calendar_id, provider_event_id)',
  withUser: '(user_id, calendar_id, provider_event_id)',
};

const NEW = 'meetings_by_user';
const OLD = 'meetings_unpartitioned';
/** Meetings locked and copied per transaction, which a sync may have to wait for. */
const BATCH = 1_000;
/** Longest wait of the swap for a lock, before it lets the queue behind it pass and tries again. */
const LOCK_TIMEOUT_MS = 500;
const ATTEMPTS = 100;
const BETWEEN_ATTEMPTS_MS = 500;
/** Lock not available; deadlock detected. */
const RETRIED = ['55P03', '40P01'];

type Key = { name: string; child: string; definition: string; hasUser: boolean };
type Swap = {
  /** From the lock on `meetings` to the commit. */
  heldMs: number;
  attempts: number;
  locks: string[];
  dropped: string[];
  replaced: string[];
};

/** Lets the sync's upsert include the user in its conflict target while `meetings` is still one table. */
export async function addSyncTarget(database: Client): Promise<void> {
  await database.query(`create unique index concurrently meetings_sync_target on meetings ${SYNC_TARGET.withUser}`);
}

/**
 * Creates the partitioned table, with the columns, defaults, checks, keys, indexes and own foreign keys of `meetings`.
 * Unique keys gain `user_id` as their last column, so that they still serve queries by their other columns. From then
 * on, a trigger repeats each write to `meetings` in the new table.
 */
export async function createPartitionedTable(database: Client, partitions: number): Promise<void> {
  await database.query('begin');
  await database.query(
    `create table ${NEW} (like meetings including all excluding indexes) partition by hash (user_id)`,
  );
  for (let part = 0; part < partitions; part += 1) {
    await database.query(
      `create table meetings_${part} partition of ${NEW} for values with (modulus ${partitions}, remainder ${part})`,
    );
  }
  for (const { name, definition } of await listConstraints(database, 'conrelid')) {
    const isForeign = definition.startsWith('FOREIGN KEY');
    const added = isForeign ? `${name} ${definition}` : `${name}_new ${definition.replace(/\)$/, ', user_id)')}`;
    await database.query(`alter table ${NEW} add constraint ${added}`);
  }
  for (const { name, definition } of await listPlainIndexes(database)) {
    await database.query(definition.replace(` ${name} ON public.meetings `, ` ${name}_new ON ${NEW} `));
  }
  await database.query(`
    create function repeat_meeting_write() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then delete from ${NEW} where user_id = old.user_id and id = old.id; end if;
      if tg_op <> 'DELETE' then insert into ${NEW} values (new.*); end if;
      return null;
    end $$
  `);
  await database.query(`
    create trigger repeat_write after insert or update or delete on meetings
    for each row execute function repeat_meeting_write()
  `);
  await database.query('commit');
}

/** Copies all meetings in batches. Each batch locks its meetings, so that they can't change before they are copied. */
export async function copyMeetings(database: Client): Promise<{ slowestBatchMs: number }> {
  let last: string | undefined = '00000000-0000-0000-0000-000000000000';
  let slowestBatchMs = 0;
  while (last !== undefined) {
    const began = performance.now();
    const { rows }: { rows: { id: string }[] } = await database.query(
      `
        with batch as materialized (
          select * from meetings where id > $1 order by id limit ${BATCH} for no key update
        ), copied as (
          insert into ${NEW} select * from batch on conflict do nothing
        )
        select id from batch order by id desc limit 1
      `,
      [last],
    );
    slowestBatchMs = Math.max(slowestBatchMs, performance.now() - began);
    last = rows[0]?.id;
  }
  await database.query(`analyze ${NEW}`);
  return { slowestBatchMs };
}

/** Counts, in one snapshot, the meetings that are in only one of the tables or differ between them. */
export async function countDifferences(database: Client): Promise<number> {
  const { rows } = await database.query<{ count: string }>(`
    select count(*) from meetings full join ${NEW} as copied using (user_id, id)
    where row(meetings.*) is distinct from row(copied.*)
  `);
  return Number(rows[0]?.count);
}

/**
 * Renames the partitioned table to `meetings`, and its indexes to match. Foreign keys that reference `meetings` gain
 * `user_id` if their table has that column; the others are dropped. Retries if a lock is not free soon.
 */
export async function swapTables(database: Client): Promise<Swap> {
  const keys = await listReferences(database);
  const indexes = [...(await listConstraints(database, 'conrelid')), ...(await listPlainIndexes(database))]
    .filter(({ definition }) => !definition.startsWith('FOREIGN KEY'))
    .map(({ name }) => name);
  const statements = [
    ...keys.map(({ child, name }) => `alter table ${child} drop constraint ${name}`),
    'drop trigger repeat_write on meetings',
    `alter table meetings rename to ${OLD}`,
    `alter table ${NEW} rename to meetings`,
    ...indexes.flatMap((name) => [
      `alter index ${name} rename to ${name}_old`,
      `alter index ${name}_new rename to ${name}`,
    ]),
    ...keys
      .filter(({ hasUser }) => hasUser)
      .map(({ child, name, definition }) => `alter table ${child} add constraint ${name} ${definition} not valid`),
  ];
  for (let attempt = 1; ; attempt += 1) {
    try {
      await database.query('begin');
      await database.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await database.query('lock table meetings in access exclusive mode');
      const began = performance.now();
      for (const statement of statements) await database.query(statement);
      const locks = await listLocks(database);
      await database.query('commit');
      const names = (hasUser: boolean) => keys.filter((key) => key.hasUser === hasUser).map(({ child }) => child);
      return {
        heldMs: performance.now() - began,
        attempts: attempt,
        locks,
        dropped: names(false),
        replaced: names(true),
      };
    } catch (error) {
      await database.query('rollback');
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (attempt === ATTEMPTS || !RETRIED.includes(code)) throw error;
      await sleep(BETWEEN_ATTEMPTS_MS);
    }
  }
}

/** Checks existing rows against the new foreign keys, which does not stop writes. */
export async function validateReferences(database: Client): Promise<void> {
  const { rows } = await database.query<{ child: string; name: string }>(`
    select conrelid::regclass::text as child, conname as name from pg_constraint
    where confrelid = 'meetings'::regclass and not convalidated and conparentid = 0
  `);
  for (const { child, name } of rows) await database.query(`alter table ${child} validate constraint ${name}`);
}

/** Lists the columns, constraints, indexes and privileges of `meetings`, ignoring a `user_id` at the end of keys. */
export async function describeMeetings(database: Client): Promise<string[]> {
  const { rows } = await database.query<{ line: string }>(`
    select concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)) as line
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = 'meetings'::regclass and attnum > 0 and not attisdropped
    union all
    select contype::text || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'meetings'::regclass and contype <> 'n'
    union all
    select regexp_replace(pg_get_indexdef(indexrelid), '^.* USING', indisunique::text) from pg_index
    where indrelid = 'meetings'::regclass and indexrelid <> coalesce(to_regclass('meetings_sync_target'), 0)
    union all
    select privilege_type from information_schema.role_table_grants where table_name = 'meetings' and grantee = 'foreword_app'
  `);
  return rows.map(({ line }) => line.replace(/, user_id\)$/, ')')).toSorted();
}

type Named = { name: string; definition: string };

async function listConstraints(
  database: Client,
  side: 'conrelid' | 'confrelid',
): Promise<(Named & { child: string })[]> {
  const { rows } = await database.query<Named & { child: string }>(`
    select conname as name, conrelid::regclass::text as child, pg_get_constraintdef(oid) as definition
    from pg_constraint where ${side} = 'meetings'::regclass and contype in ('p', 'u', 'f') order by contype, conname
  `);
  return rows;
}

/** Lists the indexes that don't back a constraint, except `addSyncTarget`'s, which the new unique key replaces. */
async function listPlainIndexes(database: Client): Promise<Named[]> {
  const { rows } = await database.query<Named>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = 'meetings'::regclass and indexrelid <> 'meetings_sync_target'::regclass
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
    order by 1
  `);
  return rows;
}

async function listReferences(database: Client): Promise<Key[]> {
  const { rows } = await database.query<{ child: string }>(
    `select attrelid::regclass::text as child from pg_attribute where attname = 'user_id' and attnotnull`,
  );
  const haveUser = new Set(rows.map(({ child }) => child));
  return (await listConstraints(database, 'confrelid')).map((key) => ({
    ...key,
    definition: key.definition.replace(
      '(meeting_id) REFERENCES meetings(id)',
      '(user_id, meeting_id) REFERENCES meetings(user_id, id)',
    ),
    hasUser: haveUser.has(key.child),
  }));
}

/** Returns a line for each mode of lock in this transaction that stops reads or writes, with its tables. */
async function listLocks(database: Client): Promise<string[]> {
  const { rows } = await database.query<{ lock: string }>(`
    select mode || ': ' || string_agg(distinct relname, ', ' order by relname) as lock
    from pg_locks join pg_class on pg_class.oid = relation
    where pid = pg_backend_pid() and mode in ('AccessExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'ShareLock')
      and relkind in ('r', 'p') and relname !~ '^(pg_|meetings_\\d)'
    group by mode order by mode
  `);
  return rows.map(({ lock }) => lock);
}
