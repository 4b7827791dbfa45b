import { Client } from 'pg';
import { afterAll, beforeAll, describe, inject, test, vi } from 'vitest';
import * as z from 'zod';
import { localDatabaseUrls } from '#db/local/roles.ts';
import { type SyncedMeeting, upsertMeetings } from '#db/queries/synced-meetings.ts';
import { sql } from '#db/sql.ts';
import { seedCalendar, seedUser } from '#tests/support/builders.ts';
import { connectCalendar } from '#tests/support/calendar-account.ts';
import { inHours } from '#tests/support/calendar-person.ts';
import { countStatements } from '#tests/support/count-statements.ts';
import { startGoogle, type TestGoogle } from '#tests/support/google-account.ts';
import { inLanes } from '#tests/support/in-lanes.ts';
import { percentile } from '#tests/support/percentile.ts';
import { createTestContext } from '#tests/support/worker.ts';
import type { WorkerContext } from '#workers/context.ts';
import { reportFigure } from './figures.ts';
import { makeSyncedMeetings } from './make-synced-meetings.ts';
import { countCalls, countWrites, syncOnce } from './sync-counters.ts';

const EVENTS = 2_000;
const ROUNDS = 15;
const USERS = 200;
const POLLS = 60;
/** Accounts polled concurrently. */
const LANES = 8;

let google: TestGoogle;
let context: WorkerContext;
let close: () => Promise<void>;
beforeAll(async () => {
  google = await startGoogle();
  ({ context, close } = await createTestContext({ calendars: { google: google.provider() } }));
});
afterAll(async () => {
  await close();
  await google.close();
});

describe('an upsert of 2,000 changed events', () => {
  test('takes one statement and at most 1.1 times as long as bare pg', async () => {
    const { id: userId } = await seedUser(context.pool, { hasPassword: false });
    const { calendarId } = await seedCalendar(context.pool, { userId, encryption: context.encryption });
    const write = async (meetings: readonly SyncedMeeting[]) =>
      await context.pool.transaction((transaction) => upsertMeetings(transaction, { userId, calendarId }, meetings));
    await write(makeSyncedMeetings(EVENTS, 0));
    const databaseUrl = await databaseUrlOf(context);
    const bare = new Client({ connectionString: databaseUrl });
    await bare.connect();

    const [ours, theirs]: [number[], number[]] = [[], []];
    let statements = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const meetings = makeSyncedMeetings(EVENTS, round * 2);
      const query = vi.spyOn(Client.prototype, 'query');
      const began = performance.now();
      await write(meetings);
      ours.push(performance.now() - began);
      const sent = query.mock.calls.map(([first, second]) => ({ text: textOf(first), values: second }));
      query.mockRestore();
      const writes = sent.filter(({ text }) => /jsonb_to_recordset/.test(text));
      statements = writes.length;
      theirs.push(
        await timeBare(
          bare,
          writes.map(({ text, values }) => ({ text, values: changed(values, round) })),
        ),
      );
    }
    await bare.end();
    reportFigure(`upsert of ${EVENTS} changed events: statements`, statements, 'statements', { atMost: 1 });
    reportFigure(
      `upsert of ${EVENTS} changed events: time`,
      percentile(ours, 50) / percentile(theirs, 50),
      'x the bare statements',
      {
        atMost: 1.1,
      },
    );
  });
});

test('a sync without changes makes one call per calendar and leaves meetings untouched', async () => {
  const { account, person } = await connect('still@harborline.test');
  for (let hours = 1; hours <= 20; hours += 1) {
    await person.add({ start: inHours(hours), guests: ['ines@brightwater.test'] });
  }
  await sync(account);
  const before = await countWrites(context.pool);
  const requests = await google.watchRequests();
  const statements = await countStatements(() => sync(account));
  const calls = (await requests()).length;
  const after = await countWrites(context.pool);
  const written = (tables: readonly string[]) =>
    tables.reduce((sum, table) => sum + (after.get(table) ?? 0) - (before.get(table) ?? 0), 0);
  const bar = { atMost: 1 };
  reportFigure('sync without changes: calls to the vendor', calls, 'per calendar', bar);
  reportFigure(
    'sync without changes: rows of meetings, attendees and outbox',
    written(['meetings', 'attendees', 'outbox']),
    'written',
    { atMost: 0 },
  );
  reportFigure(
    'sync without changes: rows of accounts and calendars',
    written(['calendars', 'calendar_integrations']),
    'written per calendar',
    bar,
  );
  reportFigure('sync without changes: statements', statements, 'per sync', { atMost: 4 });
});

test(`${POLLS} polls for each of ${USERS} users average at most one call, four statements and one write`, async () => {
  const accounts: Account[] = [];
  for (let index = 0; index < USERS; index += 1) {
    const { account, person } = await connect(`user${index}@harborline.test`);
    await person.add({ start: inHours(5), guests: ['ines@brightwater.test'] });
    await sync(account);
    accounts.push(account);
  }
  const before = await countWrites(context.pool);
  const requests = countCalls(context, google.provider());
  const polled = Array.from({ length: POLLS }, () => accounts).flat();
  const statements = await countStatements(async () => {
    await inLanes(LANES, polled, sync);
  });
  const polls = USERS * POLLS;
  const calls = requests();
  const after = await countWrites(context.pool);
  const rows = [...after].reduce((sum, [table, count]) => sum + count - (before.get(table) ?? 0), 0);
  const name = `${USERS} users, ${POLLS} polls each`;
  reportFigure(`${name}: calls to the vendor`, calls / polls, 'per poll and calendar', { atMost: 1 });
  reportFigure(`${name}: statements`, statements / USERS, 'per user', { atMost: 4 * POLLS });
  reportFigure(`${name}: row writes`, rows / USERS, 'per user', { atMost: POLLS });
});

type Account = Awaited<ReturnType<typeof connectCalendar>>;

async function connect(email: string) {
  const person = await google.person(email);
  return { person, account: await connectCalendar(context, person) };
}

async function sync({ userId, provider }: Account): Promise<void> {
  await syncOnce(context, { userId, provider });
}

/**
 * Returns the values with other titles and responses for the same rows, so that the bare client writes as much. JSON is
 * parsed here and serialized again in `timeBare`, because the product serializes it too.
 */
function changed(values: unknown, round: number): unknown[] {
  if (!Array.isArray(values)) return [];
  return values.map((value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith('[')) return value;
    const text = value.replaceAll(/version \d+/g, `version ${round * 2 + 1}`);
    return JSON.parse(text.replaceAll('"responseStatus":"accepted"', '"responseStatus":"tentative"'));
  });
}

async function timeBare(client: Client, statements: readonly { text: string; values: unknown[] }[]): Promise<number> {
  const began = performance.now();
  await client.query('begin');
  for (const { text, values } of statements) {
    const sent = values.map((value) =>
      Array.isArray(value) && typeof value[0] === 'object' ? JSON.stringify(value) : value,
    );
    await client.query(text, sent);
  }
  await client.query('commit');
  return performance.now() - began;
}

function textOf(query: unknown): string {
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query);
}

async function databaseUrlOf({ pool }: WorkerContext): Promise<string> {
  const { name } = await pool.one(sql.type(z.object({ name: z.string() }))`select current_database() as name`);
  return localDatabaseUrls(inject('services').postgresPort, name).databaseUrl;
}
