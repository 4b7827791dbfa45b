import * as z from 'zod';
import type { Provider } from '#contract/http.ts';
import { sql } from '#db/sql.ts';
import type { CalendarGrant, CalendarProvider } from '#providers/calendar/provider.ts';
import { type SyncRun, syncAccount } from '#workers/calendar/sync-account.ts';
import type { WorkerContext } from '#workers/context.ts';
import { seedUser } from './builders.ts';

type Person = { email: string; grant: (provider: CalendarProvider) => Promise<CalendarGrant> };

/** Seeds a user whose calendar is connected with a valid grant from the sandbox. */
export async function connectCalendar(
  { pool, encryption, calendars }: WorkerContext,
  person: Person,
  provider: Provider = 'google',
) {
  const calendar = calendars[provider];
  if (!calendar) throw new Error(`the context has no ${provider}`);
  const user = await seedUser(pool, { email: person.email, hasPassword: false });
  const grant = await person.grant(calendar);
  const token = encryption.encrypt(grant.refreshToken ?? '', `${user.id}:${provider}`);
  const integration = await pool.one(sql.typeAlias('id')`
    insert into calendar_integrations (user_id, provider, account_subject, account_email, status, refresh_token, scopes, sync_requested_at)
    values (${user.id}, ${provider}, ${grant.account.subject}, ${person.email}, 'connected', ${token},
      ${sql.array(grant.scopes, 'text')}, now())
    returning id
  `);
  return { userId: user.id, integrationId: integration.id, provider };
}

export type TestAccount = Awaited<ReturnType<typeof connectCalendar>>;

/** Syncs an account without a workflow. */
export async function syncNow(
  context: WorkerContext,
  { userId, provider }: Pick<TestAccount, 'userId' | 'provider'>,
  run: Partial<SyncRun> = {},
) {
  const whole = { signal: new AbortController().signal, onProgress: () => {}, deadlineMs: Infinity, ...run };
  return await syncAccount(context, { userId, provider }, whole);
}

/** Moves the sync window of an account's calendars. */
export async function shiftWindow({ pool }: WorkerContext, integrationId: string, by: string): Promise<void> {
  await pool.query(sql.typeAlias('void')`
    update calendars set window_start = window_start + ${by}::text::interval, window_end = window_end + ${by}::text::interval
    where integration_id = ${integrationId}
  `);
}

/**
 * Returns the physical position and last writer of each row of a user's meetings and their attendees, which change on
 * every write, even of the same values.
 */
export async function rowVersions({ pool }: WorkerContext, userId: string) {
  return await pool.any(sql.type(z.object({ row: z.string() }))`
    select 'm' || meetings.ctid || meetings.xmin as row from meetings where user_id = ${userId}
    union all
    select 'a' || attendees.ctid || attendees.xmin from attendees
    join meetings on meetings.id = attendees.meeting_id where user_id = ${userId}
    order by row
  `);
}

const meetingRow = z.object({
  id: z.uuid(),
  eventId: z.string().nullable(),
  title: z.string(),
  start: z.date(),
  status: z.string(),
  type: z.string(),
  domains: z.array(z.string()),
  research: z.string(),
  briefing: z.string(),
  dueAt: z.date().nullable(),
  reason: z.string().nullable(),
  version: z.number(),
  guests: z.array(z.string()),
});
export type TestMeeting = z.infer<typeof meetingRow>;

/** Returns a user's meetings by start time. */
export async function listMeetings({ pool }: WorkerContext, userId: string): Promise<readonly TestMeeting[]> {
  return await pool.any(sql.type(meetingRow)`
    select id, provider_event_id as "eventId", title, start_time as start, status, meeting_type as type, external_domains as domains,
      research_state as research, briefing_state as briefing, briefing_due_at as "dueAt", briefing_reason as reason, version,
      array(select email from attendees where meeting_id = meetings.id and is_external order by email) as guests
    from meetings where user_id = ${userId} order by start_time, id
  `);
}

/** Returns the user's meeting for an event. @throws if there is none */
export async function meetingOf(context: WorkerContext, userId: string, eventId: string): Promise<TestMeeting> {
  const meeting = (await listMeetings(context, userId)).find((candidate) => candidate.eventId === eventId);
  if (!meeting) throw new Error(`no meeting of event ${eventId}`);
  return meeting;
}

/** Removes and returns the outbox messages, oldest first. */
export async function takeOutbox({ pool }: WorkerContext): Promise<readonly unknown[]> {
  const row = z.object({ id: z.uuid(), message: z.unknown() });
  const rows = await pool.any(sql.type(row)`delete from outbox returning id, message`);
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ message }) => message);
}

const integrationRow = z.object({ status: z.string(), error: z.string().nullable(), lastSyncAt: z.date().nullable() });

export async function integrationOf({ pool }: WorkerContext, integrationId: string) {
  return await pool.one(sql.type(integrationRow)`
    select status, last_sync_error as error, last_sync_at as "lastSyncAt" from calendar_integrations where id = ${integrationId}
  `);
}
