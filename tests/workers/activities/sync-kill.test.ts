import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, inject, test } from 'vitest';
import * as z from 'zod';
import { createEncryption } from '#db/encryption.ts';
import { localDatabaseUrls } from '#db/local/roles.ts';
import { sql } from '#db/sql.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { connectCalendar, takeOutbox } from '#tests/support/calendar-account.ts';
import { type CalendarPerson, inHours } from '#tests/support/calendar-person.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { startGoogle } from '#tests/support/google-account.ts';
import { createRandom } from '#tests/support/random.ts';
import { isDeep, testSeed } from '#tests/support/sample.ts';
import { createTestContext } from '#tests/support/worker.ts';
import type { WorkerContext } from '#workers/context.ts';

const EVENTS = isDeep ? 2000 : 300;
const KILLS = isDeep ? 10 : 5;
/** Fifty pages, so that the killed attempts together are unlikely to finish. */
const PAGE_SIZE = EVENTS / 50;

const google = await forThisFile(startGoogle());
let person: CalendarPerson;
beforeAll(async () => {
  person = await google.person('busy@harborline.test');
  const hours = Array.from({ length: EVENTS }, (_, index) => 1 + (index * 600) / EVENTS);
  const guests = ['ines@brightwater.test'];
  const lanes = Array.from({ length: 10 }, async () => {
    for (let at = hours.pop(); at !== undefined; at = hours.pop()) {
      await person.add({ title: `Event at ${at}`, start: inHours(at), guests });
    }
  });
  await Promise.all(lanes);
});

test(`a sync of ${EVENTS} events killed at ${KILLS} random points ends like an uninterrupted one [seed ${testSeed}]`, async () => {
  const random = createRandom(testSeed);
  const undisturbed = await syncInProcess(() => null);
  let kills = 0;
  const killed = await syncInProcess(() => {
    if (kills === KILLS) return null;
    kills += 1;
    return { afterPages: random.whole(1, 6), delayMs: random.whole(0, 40) };
  });
  expect(kills).toBe(KILLS);
  expect(undisturbed.meetings).toHaveLength(EVENTS);
  expect(killed.meetings).toEqual(undisturbed.meetings);
  // Each meeting was announced once, whichever attempt wrote it.
  expect(killed.announced).toEqual(undisturbed.announced);
  expect(killed.announced).toHaveLength(EVENTS);
});

type Kill = { afterPages: number; delayMs: number };

/** Syncs the account into a separate database, in as many processes as necessary. Returns what was stored. */
async function syncInProcess(nextKill: () => Kill | null) {
  const keys = `test:${randomBytes(32).toString('base64')}`;
  const { context: bare, close } = await createTestContext({ calendars: { google: google.provider() } });
  const context = { ...bare, encryption: createEncryption(keys) };
  const { userId } = await connectCalendar(context, person);
  await takeOutbox(context);
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: await databaseUrlOf(context),
    ENCRYPTION_KEYS: keys,
    GOOGLE_BASE_URL: google.url,
    USER_ID: userId,
    PAGE_SIZE: String(PAGE_SIZE),
  };
  let isDone = false;
  while (!isDone) isDone = await runUntilKilled(env, nextKill());
  const meetings = await context.pool.any(sql.type(meetingRow)`
    select provider_event_id as id, title, start_time as start, meeting_type as type, briefing_state as briefing, version, status,
      (select string_agg(email || ' ' || is_external, ',' order by email) from attendees where meeting_id = meetings.id) as guests
    from meetings where user_id = ${userId} order by provider_event_id
  `);
  const announced = await context.pool.anyFirst(sql.type(z.object({ event: z.string() }))`
    select provider_event_id || ' ' || (message ->> 'version') as event
    from outbox join meetings on meetings.id::text = message ->> 'meetingId' order by 1
  `);
  await close();
  return { meetings, announced };
}

/** Syncs in a process and kills it as specified by `kill`. Resolves to true if the sync finished. */
async function runUntilKilled(env: NodeJS.ProcessEnv, kill: Kill | null): Promise<boolean> {
  const args = ['tests/support/sync-process.ts'];
  const child = spawn(process.execPath, args, { cwd: repositoryRoot, env, stdio: ['ignore', 'pipe', 'inherit'] });
  // Not `exit`, which may come before the last output.
  const ended = once(child, 'close');
  let output = '';
  let isAimed = false;
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    const pages = output.split('page\n').length - 1;
    if (kill === null || isAimed || pages < kill.afterPages) return;
    isAimed = true;
    void sleep(kill.delayMs).then(() => child.kill('SIGKILL'));
  });
  await ended;
  if (kill === null) expect(output).toContain('done synced');
  return output.includes('done synced');
}

async function databaseUrlOf({ pool }: WorkerContext): Promise<string> {
  const { name } = await pool.one(sql.type(z.object({ name: z.string() }))`select current_database() as name`);
  return localDatabaseUrls(inject('services').postgresPort, name).databaseUrl;
}

const meetingRow = z.object({
  id: z.string(),
  title: z.string(),
  start: z.date(),
  type: z.string(),
  briefing: z.string(),
  version: z.number(),
  status: z.string(),
  guests: z.string().nullable(),
});
