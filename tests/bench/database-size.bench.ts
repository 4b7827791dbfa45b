import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { createPool, type DatabasePool } from 'slonik';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import * as z from 'zod';
import { localDatabaseUrls } from '#db/local/roles.ts';
import { findMeeting, getMeetingStatistics, listMeetings, requestResearch } from '#db/queries/meetings.ts';
import { listContentHashes, upsertMeetings } from '#db/queries/synced-meetings.ts';
import { sql, validateRows } from '#db/sql.ts';
import { seedCalendar, seedMeeting, seedUser } from '#tests/support/builders.ts';
import { percentile } from '#tests/support/percentile.ts';
import { openMeetingLab } from '#tests/workflows/meeting-lab.ts';
import { countSorts, openExplainingPool, ownBuffers } from './explain-queries.ts';
import { reportFigure } from './figures.ts';
import { makeSyncedMeetings } from './make-synced-meetings.ts';
import {
  addSyncTarget,
  copyMeetings,
  countDifferences,
  createPartitionedTable,
  describeMeetings,
  SYNC_TARGET,
  swapTables,
  validateReferences,
} from './partition-meetings.ts';

const USERS = Number(process.env['BENCH_USERS'] ?? 100_000);
const MEETINGS = Number(process.env['BENCH_MEETINGS'] ?? 1_000_000);
/** Fewer than meetings: reports and emails take several kilobytes and hardly vary, so a sample shows their size. */
const REPORTS = Number(process.env['BENCH_REPORTS'] ?? 50_000);
const PARTITIONS = 16;
/** `meetings` and its partitions. */
const TABLE = /^meetings(_\d+)?$/;
/** Pause between two rounds of each kind of load while the table is migrated. */
const PAUSE_MS = 100;
/** Events that a sync writes in one go. */
const PAGE = 200;
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

test(`measures bytes per row with ${USERS} users and ${MEETINGS} meetings`, { timeout: 60 * A_MINUTE_MS }, async () => {
  await copy('users', { count: USERS, change: `'email', 'reader-' || n || '@size.test'` });
  await database.query('create temporary table readers as select id, row_number() over () as n from users');
  await database.query('create unique index on readers (n)');
  await copy('meetings', {
    count: MEETINGS,
    change: `'user_id', (select id from readers where readers.n = 1 + copies.n % ${USERS}), 'provider_event_id', 'event-' || n, 'ical_uid', 'event-' || n || '@size.test',
      'start_time', now() - interval '395 days' + interval '790 days' * n / ${MEETINGS}, 'end_time', now() + interval '790 days' * n / ${MEETINGS}`,
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

describe(`the migration of meetings to ${PARTITIONS} partitions by user`, { timeout: 60 * A_MINUTE_MS }, () => {
  let explaining: Awaited<ReturnType<typeof openExplainingPool>>;
  /** Runs the product's queries, with the upsert's conflict target changed to fit both forms of the table. */
  let syncing: DatabasePool;
  let calendar: { userId: string; calendarId: string };
  let reader: string;
  const since = new Date();
  let unpartitioned: Reads;

  beforeAll(async () => {
    const { databaseUrl } = localDatabaseUrls(inject('services').postgresPort, database.database ?? '');
    explaining = await openExplainingPool(databaseUrl, { rewrite: nameUser });
    syncing = await createPool(databaseUrl, {
      maxPoolSize: 2,
      resetConnection: async () => {},
      interceptors: [
        validateRows,
        { name: 'name-user', transformQuery: (_context, query) => ({ ...query, sql: nameUser(query.sql) }) },
      ],
    });
    const { id: userId } = await seedUser(lab.pool, { hasPassword: false });
    calendar = { userId, ...(await seedCalendar(lab.pool, { userId, encryption: lab.encryption })) };
    await write(lab.pool, 0);
    const { rows } = await database.query<{ id: string }>('select id from readers where n = 7');
    reader = rows[0]?.id ?? '';
    await database.query('vacuum analyze meetings, attendees');
  });
  afterAll(async () => {
    await explaining?.pool.end();
    await syncing?.end();
  });

  test('copies and swaps the table while it is read and synced', async () => {
    const before = await describeMeetings(database);
    reportFigure('unique index for the sync, beside writes', await secondsOf(() => addSyncTarget(database)), 's');
    unpartitioned = await measureReads('one table');

    await createPartitionedTable(database, PARTITIONS);
    const load = startLoad();
    let slowestBatchMs = 0;
    const copying = await secondsOf(async () => {
      ({ slowestBatchMs } = await copyMeetings(database));
    });
    reportFigure('copied, in batches, with all keys and indexes', copying, 's');
    reportFigure('slowest batch, whose meetings are locked', slowestBatchMs, 'ms');
    reportFigure('meanwhile: synced pages', load.pages(), 'pages');
    reportFigure('meanwhile: slowest page', load.slowestPageMs(), 'ms');
    reportFigure('meanwhile: slowest list', load.slowestListMs(), 'ms');
    load.reset();
    let differences = -1;
    const comparing = await secondsOf(async () => {
      differences = await countDifferences(database);
    });
    reportFigure('compared', comparing, 's');
    reportFigure('meetings that differ', differences, 'of both tables', { atMost: 0 });

    load.reset();
    const swap = await swapTables(database);
    await sleep(1000);
    await load.stop();
    reportFigure('swapped in one transaction, which locks meetings', swap.heldMs, 'ms', { atMost: 1000 });
    reportFigure('swap: attempts until its locks were free', swap.attempts, 'attempts');
    for (const lock of swap.locks) process.stdout.write(`       ${lock}\n`);
    reportFigure('swap: slowest page of a sync', load.slowestPageMs(), 'ms');
    reportFigure('swap: slowest list', load.slowestListMs(), 'ms');
    expect(load.failures()).toEqual([]);
    process.stdout.write(`       foreign keys that gained the user: ${swap.replaced.join(', ')}\n`);
    process.stdout.write(`       foreign keys dropped: ${swap.dropped.join(', ')}\n`);
    reportFigure('foreign keys validated, beside writes', await secondsOf(() => validateReferences(database)), 's');
    expect(await describeMeetings(database)).toEqual(before);
    expect([...swap.replaced, ...swap.dropped]).toHaveLength(10);
  });

  test('lets reads by user scan a single partition', async () => {
    const partitioned = await measureReads('partitioned');
    expect(partitioned.list.partitions).toBe(1);
    expect(partitioned.meeting.partitions).toBe(1);
    expect(partitioned.statistics.partitions).toBe(1);
    reportFigure('upcoming meetings, partitioned: buffers of meetings', partitioned.list.buffers, 'pages', {
      atMost: 8,
    });
    // Partitions of a few pages are read whole and sorted, which costs less.
    const sortBar = MEETINGS >= 1_000_000 ? { atMost: 0 } : null;
    reportFigure('upcoming meetings, partitioned: sorts', partitioned.list.sorts, 'in the plan', sortBar);
    expect(partitioned.upcoming).toEqual(unpartitioned.upcoming);
    expect(partitioned.upcoming).not.toEqual([]);
    // The upsert of today's product, without the user in its conflict target, has no matching key.
    await expect(write(lab.pool, 3)).rejects.toMatchObject({ code: '42P10' });
  });

  test('keeps meetings and reports from outliving their user', async () => {
    const count = async (of: string, value: string | string[]) =>
      (await database.query<{ count: number }>(`select count(*)::int as count from ${of}`, [value])).rows[0]?.count;
    const { rows } = await database.query<{ userId: string; meetings: string[] }>(`
      select user_id as "userId", array_agg(id) as meetings from meetings
      where user_id = (select user_id from research_results limit 1) group by user_id
    `);
    const { userId, meetings } = rows[0] ?? { userId: '', meetings: [] };
    const deleting = await secondsOf(() => database.query('delete from users where id = $1', [userId]));
    reportFigure(`a user with ${meetings.length} meetings deleted`, deleting * 1000, 'ms');
    expect(await count('meetings where user_id = $1', userId)).toBe(0);
    expect(await count('research_results where meeting_id = any($1)', meetings)).toBe(0);
    const guests = (await count('attendees where meeting_id = any($1)', meetings)) ?? 0;
    reportFigure('attendees left behind, without a foreign key', guests, 'rows');
    const unknown = `insert into wrong_facts (user_id, meeting_id, statement, urls) select id, uuidv7(), '', '{}' from users limit 1`;
    await expect(database.query(unknown)).rejects.toMatchObject({ code: '23503' });
  });

  async function write(pool: DatabasePool, round: number): Promise<void> {
    await pool.transaction((transaction) => upsertMeetings(transaction, calendar, makeSyncedMeetings(PAGE, round)));
  }

  /** Syncs pages, adds and deletes meetings, and lists upcoming meetings until stopped. */
  function startLoad() {
    const [pages, lists]: [number[], number[]] = [[], []];
    const failures: unknown[] = [];
    const stopping = new AbortController();
    const repeat = async (work: (round: number) => Promise<unknown>, took: number[]) => {
      for (let round = 1; !stopping.signal.aborted; round += 1) {
        const began = performance.now();
        await work(round).catch((error: unknown) => failures.push(error));
        took.push(performance.now() - began);
        await sleep(PAUSE_MS);
      }
    };
    const running = Promise.all([
      repeat((round) => write(syncing, round), pages),
      repeat(() => listMeetings(lab.pool, { userId: reader, limit: 6, startDate: since }), lists),
      repeat(async () => {
        const id = await seedMeeting(syncing, { userId: calendar.userId, attendees: [] });
        await syncing.query(sql.typeAlias('void')`delete from meetings where id = ${id}`);
      }, []),
    ]);
    return {
      pages: () => pages.length,
      slowestPageMs: () => Math.max(0, ...pages),
      slowestListMs: () => Math.max(0, ...lists),
      failures: () => failures,
      reset: () => {
        pages.length = 0;
        lists.length = 0;
      },
      stop: async () => {
        stopping.abort();
        await running;
      },
    };
  }

  async function measureReads(form: string) {
    const [known] = await listMeetings(lab.pool, { userId: reader, limit: 1 });
    if (!known) throw new Error('the reader has no meetings');
    const eventIds = makeSyncedMeetings(PAGE, 0).map(({ eventId }) => eventId);
    const upcoming = { userId: reader, limit: 6, startDate: since };
    const reads = {
      list: await measureRead((pool) => listMeetings(pool, upcoming)),
      statistics: await measureRead((pool) => getMeetingStatistics(pool, { userId: reader, timezone: 'UTC' })),
      meeting: await measureRead((pool) => findMeeting(pool, { userId: reader, meetingId: known.id })),
      hashes: await measureRead((pool) => listContentHashes(pool, calendar.calendarId, eventIds)),
      request: await measureRead((pool) => requestResearch(pool, known.id)),
      upsert: await measureRead((pool) => write(pool, 1), syncing),
    };
    for (const [name, { buffers, partitions, ms }] of Object.entries(reads)) {
      const tables = partitions === 0 ? '' : `, ${partitions} partitions`;
      process.stdout.write(`       ${form}, ${name}: ${buffers} buffers of meetings${tables}, ${ms.toFixed(2)} ms\n`);
    }
    return { ...reads, upcoming: await listMeetings(lab.pool, upcoming) };
  }
  type Reads = Awaited<ReturnType<typeof measureReads>>;

  async function measureRead(read: (pool: DatabasePool) => Promise<unknown>, timed = lab.pool) {
    // Twice: the first read on a connection also looks up tables and indexes.
    for (const _ of ['first', 'later']) await read(explaining.pool);
    const ofMeetings = explaining.plans().filter((node) => TABLE.test(node['Relation Name'] ?? ''));
    const took: number[] = [];
    for (let time = 0; time < 50; time += 1) {
      const began = performance.now();
      await read(timed);
      took.push(performance.now() - began);
    }
    return {
      buffers: ofMeetings.reduce((sum, node) => sum + ownBuffers(node), 0),
      partitions: new Set(ofMeetings.map((node) => node['Relation Name']).filter((name) => name !== 'meetings')).size,
      sorts: countSorts(explaining.plans(), TABLE),
      ms: percentile(took, 50),
    };
  }
});

/** Adds the user to the conflict target of the sync's upsert, which finds the same rows: a calendar has one user. */
function nameUser(text: string): string {
  return text.replace(
    `on conflict ${SYNC_TARGET.today} do update\n      set ical_uid`,
    `on conflict ${SYNC_TARGET.withUser} do update\n      set ical_uid`,
  );
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

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
