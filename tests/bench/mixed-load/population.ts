import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePool } from 'slonik';
import * as z from 'zod';
import { createEncryption } from '#db/encryption.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { sql } from '#db/sql.ts';
import { createGoogleCalendar } from '#providers/calendar/google.ts';
import { createMicrosoftCalendar } from '#providers/calendar/microsoft.ts';
import type { CalendarProvider } from '#providers/calendar/provider.ts';
import { LEAD_MINUTES } from '#tests/faults/newcomer.ts';
import { seedMeeting, seedResearch, seedUser } from '#tests/support/builders.ts';
import { allow, consentPage } from '#tests/support/google-consent.ts';
import { inLanes } from '#tests/support/in-lanes.ts';
import type { RunningProduct } from '#tests/support/product.ts';
import { controlOf } from '#tests/support/vendor-control.ts';
import type { LoadPlan } from './plan-load.ts';

const LANES = 6;
const ANNOUNCED_AT_ONCE = 500;
/** Meetings per user, for lists and statistics: past ones with external guests, upcoming ones with colleagues. */
const MEETINGS = { past: 15, coming: 5 };

export type Member = { userId: string; email: string; provider: 'google' | 'microsoft' };
const memberRow = z.object({ userId: z.uuid(), email: z.string() });

/** Creates users with meetings to read and a calendar connected at a vendor, and waits until each has synced once. */
export async function settleUsers(
  product: RunningProduct,
  pool: DatabasePool,
  providers: LoadPlan['providers'],
): Promise<Member[]> {
  const rows = await insertUsers(pool, providers.length);
  const members = rows.map((row, index) => ({ ...row, provider: providers[index] ?? 'google' }));
  await insertReadMeetings(pool);
  const connect = createConnector(product, pool);
  await inLanes(LANES, members, connect);
  say(`${members.length} calendars connected`);
  for (let index = 0; index < members.length; index += ANNOUNCED_AT_ONCE) {
    const some = members.slice(index, index + ANNOUNCED_AT_ONCE);
    await pool.transaction((transaction) =>
      insertOutboxMessages(
        transaction,
        some.map(({ userId, provider }) => ({ workflow: 'calendar-sync', userId, provider, signal: 'sync' })),
      ),
    );
  }
  const unsynced = sql.fragment`calendar_integrations where last_sync_at is null`;
  await untilNone(pool, unsynced, 'calendars are left to sync for the first time');
  // As after days of polling. Otherwise no token would expire for an hour, and then all would at once. Never later than
  // they really expire, since the vendor would refuse them.
  await pool.query(sql.typeAlias('void')`
    update calendar_integrations set access_token_expires_at = now() + random() * (access_token_expires_at - now())
  `);
  return members;
}

/**
 * Seeds meetings that were found and researched earlier, and waits until their workflows have planned the briefings and
 * the load is due to begin.
 *
 * @returns the current time, at which the load begins
 */
export async function settleBriefings(
  pool: DatabasePool,
  members: readonly Member[],
  briefings: LoadPlan['briefings'],
): Promise<Date> {
  const beginsAt = new Date(Date.now() + 30_000 + briefings.length * 100);
  const messages = await inLanes(LANES, briefings, async ({ user, dueMs }) => {
    const { userId = '' } = members[user] ?? {};
    const startsInMinutes = (beginsAt.getTime() + dueMs - Date.now()) / 60_000 + LEAD_MINUTES;
    const meetingId = await seedMeeting(pool, { userId, startsInMinutes });
    await seedResearch(pool, { userId, meetingId });
    return { workflow: 'meeting', userId, meetingId, version: 1 } as const;
  });
  await pool.transaction((transaction) => insertOutboxMessages(transaction, messages));
  const unplanned = sql.fragment`meetings
    where research_state = 'completed' and start_time > now() and briefing_due_at is null`;
  await untilNone(pool, unplanned, 'briefings are left to plan');
  const leftMs = beginsAt.getTime() - Date.now();
  if (leftMs < 0) throw new Error(`planning the briefings took ${-leftMs} ms too long`);
  await sleep(leftMs);
  return beginsAt;
}

/** Inserts users, all with the first one's cheaply hashed password. */
async function insertUsers(pool: DatabasePool, count: number): Promise<readonly z.infer<typeof memberRow>[]> {
  const first = await seedUser(pool, { email: 'reader-1@harborline.test' });
  await pool.query(sql.typeAlias('void')`
    insert into users (email, email_verified_at, password_hash, first_name, last_name, company_domain)
    select 'reader-' || n || '@harborline.test', email_verified_at, password_hash, first_name, last_name, company_domain
    from users cross join generate_series(2, ${count}) as n where id = ${first.id}
  `);
  await pool.query(sql.typeAlias('void')`
    insert into whitelist_entries (email, reason) select email, 'Beta tester' from users where id <> ${first.id}
  `);
  return await pool.any(sql.type(memberRow)`select id as "userId", email from users order by id`);
}

async function insertReadMeetings(pool: DatabasePool): Promise<void> {
  const { past, coming } = MEETINGS;
  await pool.query(sql.typeAlias('void')`
    insert into meetings (user_id, provider_event_id, title, start_time, end_time, meeting_type, external_domains,
      external_attendee_count, content_hash)
    select u.id, 'read-' || n, 'Intro call', at, at + interval '30 minutes',
      case when n <= ${past} then 'external' else 'internal' end,
      case when n <= ${past} then array['company-' || n % 7 || '.test'] else '{}' end,
      case when n <= ${past} then 1 else 0 end, decode(md5(u.id::text || n), 'hex')
    from users u cross join generate_series(1, ${past + coming}) as n
      cross join lateral (select now() + (n - ${past} - 0.5) * interval '31 hours' as at) as times
  `);
  await pool.query(sql.typeAlias('void')`
    insert into attendees (meeting_id, email, response_status, is_external)
    select id, 'guest@' || coalesce(external_domains[1], 'harborline.test'), 'accepted', meeting_type = 'external'
    from meetings
  `);
  await pool.query(sql.typeAlias('void')`analyze`);
}

/** Returns a function that connects a member's calendar, with a refresh token granted by the vendor. */
function createConnector(product: RunningProduct, pool: DatabasePool): (member: Member) => Promise<void> {
  const client = { clientId: 'sandbox-client', clientSecret: 'sandbox-secret' };
  const { google, microsoft } = product.sandbox;
  const vendors: Record<Member['provider'], { url: string; calendar: CalendarProvider }> = {
    google: { url: google, calendar: createGoogleCalendar({ ...client, baseUrl: google }) },
    microsoft: { url: microsoft, calendar: createMicrosoftCalendar({ ...client, baseUrl: microsoft }) },
  };
  const encryption = createEncryption(product.env['ENCRYPTION_KEYS'] ?? '');
  return async ({ userId, email, provider }) => {
    const { url, calendar } = vendors[provider];
    await controlOf(url).post('accounts', { email, name: 'Robin Vale' });
    const { page, ...exchange } = consentPage(calendar);
    const grant = await calendar.exchangeCode({ ...exchange, code: await allow(page, email) });
    const token = encryption.encrypt(grant.refreshToken ?? '', `${userId}:${provider}`);
    await pool.query(sql.typeAlias('void')`
      insert into calendar_integrations (user_id, provider, account_subject, account_email, status, refresh_token, sync_requested_at)
      values (${userId}, ${provider}, ${grant.account.subject}, ${email}, 'connected', ${token}, now())
    `);
  };
}

async function untilNone(pool: DatabasePool, rows: ReturnType<typeof sql.fragment>, what: string): Promise<void> {
  const counted = z.object({ count: z.number() });
  for (let saidAt = Date.now(); ; await sleep(1_000)) {
    const { count } = await pool.one(sql.type(counted)`select count(*) as count from ${rows}`);
    if (count === 0) return;
    if (Date.now() - saidAt < 30_000) continue;
    say(`${count} ${what}`);
    saidAt = Date.now();
  }
}

function say(text: string): void {
  process.stdout.write(`       ${text}\n`);
}
