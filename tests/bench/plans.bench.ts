import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, test } from 'vitest';
import { openPool } from '#db/pool.ts';
import { getMeetingStatistics, listMeetings } from '#db/queries/meetings.ts';
import { type Connection, sql } from '#db/sql.ts';
import { createDatabase, type TestDatabase } from '#tests/support/services.ts';
import { countSorts, openExplainingPool, ownBuffers } from './explain-queries.ts';
import { reportFigure } from './figures.ts';

const USERS = 1_000;
const MEETINGS_PER_USER = 990;
const BUSY_USER_MEETINGS = 10_000;
/** Per user. */
const MEETINGS_PER_INSERT = 100;

let database: TestDatabase;
let pool: DatabasePool;
let explaining: Awaited<ReturnType<typeof openExplainingPool>>;

beforeAll(async () => {
  database = await createDatabase();
  pool = await openPool(database.ownerUrl, { maxConnections: 1 });
  await seedAMillionMeetings(pool);
  explaining = await openExplainingPool(database.ownerUrl);
});

afterAll(async () => {
  await explaining?.pool.end();
  await pool?.end();
  await database?.drop();
});

test('a user’s next five meetings are read from a million in at most 8 buffers, without sorting', async () => {
  const userId = await pickUser(1);
  // Twice: the first read on a connection also looks up tables and indexes, three pages that later reads do not need.
  for (const _ of ['first', 'later']) {
    await listMeetings(explaining.pool, { userId, limit: 6, startDate: new Date() });
  }
  const scans = explaining
    .plans()
    .filter((node) => node['Relation Name'] === 'meetings' && node['Node Type'].includes('Scan'));
  const buffers = scans.reduce((sum, node) => sum + ownBuffers(node), 0);
  reportFigure('upcoming meetings: buffers of meetings', buffers, 'pages', { atMost: 8 });
  const sorts = countSorts(explaining.plans(), /^meetings$/);
  reportFigure('upcoming meetings: sorts of meetings', sorts, 'in the plan', { atMost: 0 });
});

test('statistics over 10,000 meetings never sort on disk', async () => {
  await getMeetingStatistics(explaining.pool, { userId: await pickUser(0), timezone: 'UTC' });
  const onDisk = explaining.plans().filter((node) => node['Sort Space Type'] === 'Disk').length;
  reportFigure('statistics: sorts on disk', onDisk, 'in the plan', { atMost: 0 });
});

async function pickUser(number: number): Promise<string> {
  const { id } = await pool.one(sql.typeAlias('id')`select id from users where email = ${`user-${number}@bench.test`}`);
  return id;
}

/**
 * Seeds ten thousand meetings for user 0 and shares the rest among the others. Each user's meetings are scattered
 * across the table, as if added daily.
 */
async function seedAMillionMeetings(connection: Connection): Promise<void> {
  await connection.query(sql.typeAlias('void')`
    insert into users (email, email_verified_at, first_name, last_name, company_domain)
    select 'user-' || number || '@bench.test', now(), 'Robin', 'Vale', 'bench.test' from generate_series(0, ${USERS}::int) as number
  `);
  for (let first = 1; first <= BUSY_USER_MEETINGS; first += MEETINGS_PER_INSERT) {
    await connection.query(sql.typeAlias('void')`
      insert into meetings (user_id, provider_event_id, title, start_time, end_time, meeting_type, external_domains, external_attendee_count,
        status, content_hash)
      select users.id, 'event-' || number, 'Intro call', instant, instant + interval '30 minutes', 'external',
        array['company-' || (number * 7919 % 300) || '.test'], 1, 'confirmed', '\\x00'
      from generate_series(${first}::int, ${first + MEETINGS_PER_INSERT - 1}::int) as number
      cross join users
      cross join lateral (select now() - interval '1 year' + number * interval '17 hours' as instant) as at
      where number <= ${MEETINGS_PER_USER} or users.email = 'user-0@bench.test'
      order by number
    `);
  }
  await connection.query(sql.typeAlias('void')`analyze`);
}
