import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as z from 'zod';
import { localDatabaseUrls } from '#db/local/roles.ts';
import { sql } from '#db/sql.ts';
import { openMeetingLab } from '#tests/workflows/meeting-lab.ts';
import { reportFigure } from './figures.ts';

const USERS = Number(process.env['BENCH_USERS'] ?? 100_000);
const MEETINGS = Number(process.env['BENCH_MEETINGS'] ?? 1_000_000);
/** Fewer than meetings: reports and mails are alike and take several kilobytes each, so a sample shows their size. */
const REPORTS = Number(process.env['BENCH_REPORTS'] ?? 50_000);
const PARTITIONS = 16;
const A_MINUTE_MS = 60_000;

const lab = await openMeetingLab();
let database: Client;
let meetingId: string;
/** Lets the product research and brief a meeting, whose rows the bench copies. */
beforeAll(async () => {
  const meeting = await lab.start({ briefingInS: 30 });
  ({ meetingId } = meeting);
  await meeting.handle.result();
  const { name } = await lab.pool.one(
    sql.type(z.object({ name: z.string() }))`select current_database()::text as name`,
  );
  database = new Client({ connectionString: localDatabaseUrls(inject('services').postgresPort, name).ownerUrl });
  await database.connect();
});
afterAll(async () => {
  await database?.end();
});

test(`${USERS} users and ${MEETINGS} meetings are measured in Postgres`, { timeout: 60 * A_MINUTE_MS }, async () => {
  await copy('users', { count: USERS, change: `'email', 'reader-' || n || '@size.test'` });
  await database.query('create temporary table readers as select id, row_number() over () as n from users');
  await database.query('create unique index on readers (n)');
  await copy('meetings', {
    count: MEETINGS,
    change: `'user_id', (select id from readers where readers.n = 1 + copies.n % ${USERS}), 'provider_event_id', 'event-' || n, 'ical_uid', 'event-' || n || '@size.test',
      'start_time', now() - interval '13 months' + interval '400 days' * n / ${MEETINGS}, 'end_time', now() + interval '400 days' * n / ${MEETINGS}`,
  });
  await database.query(
    `create temporary table held as select id, user_id, row_number() over () as n from meetings where id <> '${meetingId}'`,
  );
  await database.query('create unique index on held (n)');
  const ofMeeting = `'meeting_id', (select id from held where held.n = copies.n)`;
  const ofUser = `'user_id', (select user_id from held where held.n = copies.n)`;
  await copy('attendees', { count: MEETINGS, change: ofMeeting, hasId: false });
  await copy('research_results', { count: REPORTS, change: `${ofMeeting}, ${ofUser}` });
  await copy('emails', { count: REPORTS, change: `${ofUser}, 'mail_key', 'briefing:' || n` });
  await copy('dossiers', { count: REPORTS, change: `'key', 'company:company-' || n || '.test'`, hasId: false });
  const { wal } = await measure('users');
  await database.query('update users set updated_at = now()');
  const each = Number((await measure('users')).wal - wal) / USERS;
  process.stdout.write(`       users, ${USERS} rows updated: ${Math.round(each)} bytes of WAL per row\n`);
});

test(`a user’s list of meetings reads one of ${PARTITIONS} partitions`, { timeout: 30 * A_MINUTE_MS }, async () => {
  const began = Date.now();
  await database.query('create table meetings_by_user (like meetings including defaults) partition by hash (user_id)');
  for (let part = 0; part < PARTITIONS; part += 1) {
    await database.query(
      `create table meetings_by_user_${part} partition of meetings_by_user for values with (modulus ${PARTITIONS}, remainder ${part})`,
    );
  }
  await database.query('insert into meetings_by_user select * from meetings');
  await database.query('alter table meetings_by_user add primary key (user_id, id)');
  await database.query('create index on meetings_by_user (user_id, start_time, id)');
  await database.query('analyze meetings_by_user');
  const seconds = (Date.now() - began) / 1000;
  reportFigure('moved into partitions', seconds, 's');
  const [{ id } = { id: '' }] = (await database.query<{ id: string }>('select id from readers where n = 7')).rows;
  const { rows } = await database.query<{ 'QUERY PLAN': string }>(`
    explain (analyze, buffers, costs off, timing off) select id from meetings_by_user
    where user_id = '${id}' and start_time >= now() order by start_time, id limit 5
  `);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const read = [...plan.matchAll(/on meetings_by_user_(\d+) .*\(actual rows/g)].map(([, part]) => part);
  if (new Set(read).size !== 1)
    throw new Error(`expected reads from one partition:
${plan}`);
  expect(plan).not.toContain('Sort');
});

type Copies = {
  count: number;
  /** Names and values, as for `jsonb_build_object`, that differ between copies; `n` is the copy's number. */
  change: string;
  hasId?: boolean;
};

async function copy(table: string, { count, change, hasId = true }: Copies): Promise<void> {
  const id = hasId ? `'id', uuidv7(), ` : '';
  const before = await measure(table);
  const inserted = await database.query(`
    insert into ${table}
    select made.* from (select to_jsonb(original) as was from ${table} as original limit 1) as original
    cross join generate_series(1, ${count}) as copies(n)
    cross join lateral jsonb_populate_record(null::${table}, was || jsonb_build_object(${id}${change})) as made
  `);
  if (inserted.rowCount !== count) throw new Error(`the copied meeting has no row in ${table}`);
  const after = await measure(table);
  const each = (what: keyof typeof after) => Number(after[what] - before[what]) / count;
  const line = `${Math.round(each('bytes'))} bytes per row, ${Math.round(each('indexes'))} of them in indexes, ${Math.round(each('wal'))} of WAL`;
  process.stdout.write(`       ${table}, ${count} rows: ${line}\n`);
}

async function measure(table: string): Promise<Record<'bytes' | 'indexes' | 'wal', bigint>> {
  const { rows } = await database.query<Record<'bytes' | 'indexes' | 'wal', string>>(`
    select pg_total_relation_size('${table}') as bytes, pg_indexes_size('${table}') as indexes,
      pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal
  `);
  const [row] = rows;
  if (row === undefined) throw new Error(`${table} was not measured`);
  return { bytes: BigInt(row.bytes), indexes: BigInt(row.indexes), wal: BigInt(row.wal) };
}
