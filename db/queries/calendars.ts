import * as z from 'zod';
import { type Provider, provider } from '#contract/http.ts';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import { deleteOrphanedCopies, hasOrphanedCopies } from './event-copies.ts';
import { isPrepared } from './prepared-meetings.ts';
import { hasUnreadableEvents } from './unreadable-events.ts';

const calendarRow = z.object({
  id: z.uuid(),
  providerCalendarId: z.string(),
  isPrimary: z.boolean(),
  timeZone: z.string(),
  /** Cursor for the next incremental sync; null forces a full one. */
  syncCursor: z.string().nullable(),
  fullSyncPageToken: z.string().nullable(),
  fullSyncStartedAt: z.date().nullable(),
  windowStart: z.date().nullable(),
  windowEnd: z.date().nullable(),
  /** When the last sync that wrote to this calendar completed. */
  syncedAt: z.date().nullable(),
  /** Whether it has a copy of an event whose meeting is no longer valid; a full sync gives the copy its own meeting. */
  hasOrphanedCopies: z.boolean(),
  /** Some of its events could not be read. */
  hasUnreadableEvents: z.boolean(),
});
export type CalendarRow = z.infer<typeof calendarRow>;

const columns = sql.fragment`
  id, provider_calendar_id as "providerCalendarId", is_primary as "isPrimary", time_zone as "timeZone", sync_cursor as "syncCursor",
  full_sync_page_token as "fullSyncPageToken", full_sync_started_at as "fullSyncStartedAt", window_start as "windowStart",
  window_end as "windowEnd", synced_at as "syncedAt", ${hasOrphanedCopies} as "hasOrphanedCopies",
  ${hasUnreadableEvents} as "hasUnreadableEvents"
`;

export type EnabledCalendars = {
  calendars: readonly CalendarRow[];
  /** Ids of rows this build cannot read. The others are synced regardless. */
  unreadable: readonly string[];
};

/** Returns an account's enabled calendars, the primary one first. */
export async function listEnabledCalendars(connection: Connection, integrationId: string): Promise<EnabledCalendars> {
  const rows = await connection.any(sql.type(z.looseObject({ id: z.uuid() }))`
    select ${columns} from calendars where integration_id = ${integrationId} and enabled
    order by is_primary desc, created_at, id
  `);
  const read = rows.map((row) => ({ id: row.id, calendar: calendarRow.safeParse(row).data }));
  return {
    calendars: read.flatMap(({ calendar }) => calendar ?? []),
    unreadable: read.filter(({ calendar }) => calendar === undefined).map(({ id }) => id),
  };
}

/** Returns the calendar and locks it until the transaction ends. Null if it is gone, or no longer synced. */
export async function lockCalendar(transaction: Transaction, id: string) {
  return await transaction.maybeOne(sql.type(calendarRow)`
    select ${columns} from calendars
    where id = ${id} and enabled
      and exists (select from calendar_integrations i where i.id = integration_id and i.status <> 'disconnected')
    for update
  `);
}

const userCalendarRow = z.object({
  id: z.uuid(),
  integrationId: z.uuid(),
  provider,
  name: z.string(),
  isPrimary: z.boolean(),
  timeZone: z.string(),
  enabled: z.boolean(),
  lastSyncAt: z.date().nullable(),
});
export type UserCalendarRow = z.infer<typeof userCalendarRow>;

/** Selects calendars of connected accounts that the vendor still lists, enabled or not. */
const selectUserCalendars = sql.fragment`
  select c.id, i.id as "integrationId", i.provider, c.name, c.is_primary as "isPrimary", c.time_zone as "timeZone", c.enabled,
    -- A sync that finds no changes in this calendar is recorded on the account only.
    case when c.synced_at is not null then greatest(c.synced_at, i.last_sync_at) end as "lastSyncAt"
  from calendars c join calendar_integrations i on i.id = c.integration_id
  where i.status <> 'disconnected' and c.is_listed
`;

/** Returns the user's calendars by account, each account's primary one first, then by name. */
export async function listUserCalendars(
  connection: Connection,
  { userId, provider }: { userId: string; provider?: Provider | undefined },
) {
  return await connection.any(sql.type(userCalendarRow)`
    ${selectUserCalendars} and i.user_id = ${userId}
      ${provider === undefined ? sql.fragment`` : sql.fragment`and i.provider = ${provider}`}
    order by i.provider, c.is_primary desc, c.name, c.id
  `);
}

/** Returns a calendar; null if the user has no such calendar. */
export async function findUserCalendar(
  connection: Connection,
  { userId, calendarId }: { userId: string; calendarId: string },
) {
  return await connection.maybeOne(sql.type(userCalendarRow)`
    ${selectUserCalendars} and i.user_id = ${userId} and c.id = ${calendarId}
  `);
}

/** Turns a calendar on or off. Its next sync is a full one, to catch up on changes while it was off. */
export async function updateCalendarSwitch(transaction: Transaction, calendarId: string, isSwitchedOff: boolean) {
  await transaction.query(sql.typeAlias('void')`
    update calendars
    set is_switched_off = ${isSwitchedOff}, synced_at = null, sync_cursor = null, full_sync_page_token = null, full_sync_started_at = null
    where id = ${calendarId}
  `);
}

/**
 * Increments the version of the calendar's upcoming meetings that may have a workflow, and returns them. They lose
 * their hash (an empty one never matches), so that a sync that finds them again plans them again even if unchanged.
 * Needs `lockPlanning`.
 */
export async function forgetComingMeetings(transaction: Transaction, calendarId: string) {
  return await transaction.any(sql.typeAlias('meetingVersion')`
    update meetings set version = version + 1, content_hash = '', updated_at = now()
    where calendar_id = ${calendarId} and start_time > now() and status = 'confirmed' and ${isPrepared}
    returning id as "meetingId", version
  `);
}

export type ListedCalendar = { calendarId: string; name: string; isPrimary: boolean; timeZone: string };

/**
 * Stores the vendor's complete list of calendars. Those missing from it are disabled, and their ids returned. Calendars
 * the user turned off stay off.
 */
export async function replaceCalendars(
  transaction: Transaction,
  integrationId: string,
  calendars: readonly ListedCalendar[],
) {
  await transaction.query(sql.typeAlias('void')`
    insert into calendars (integration_id, provider_calendar_id, name, is_primary, time_zone)
    select ${integrationId}::uuid, "calendarId", name, "isPrimary", "timeZone"
    from jsonb_to_recordset(${sql.jsonb([...calendars])})
      as listed ("calendarId" text, name text, "isPrimary" boolean, "timeZone" text)
    on conflict (integration_id, provider_calendar_id) do update
    set name = excluded.name, is_primary = excluded.is_primary, time_zone = excluded.time_zone, is_listed = true
    where (calendars.name, calendars.is_primary, calendars.time_zone, calendars.is_listed)
      is distinct from (excluded.name, excluded.is_primary, excluded.time_zone, true)
  `);
  const ids = calendars.map(({ calendarId }) => calendarId);
  return await transaction.anyFirst(sql.typeAlias('id')`
    update calendars set is_listed = false, sync_cursor = null, full_sync_page_token = null, full_sync_started_at = null
    where integration_id = ${integrationId} and is_listed and provider_calendar_id <> all(${sql.array(ids, 'text')})
    returning id
  `);
}

/** Starts or restarts a full sync, and returns the calendar. */
export async function startFullSync(transaction: Transaction, id: string, window: { start: Date; end: Date }) {
  await transaction.query(sql.typeAlias('void')`delete from full_sync_seen where calendar_id = ${id}`);
  return await transaction.one(sql.type(calendarRow)`
    update calendars
    set sync_cursor = null, full_sync_page_token = null, full_sync_started_at = now(),
        window_start = ${sql.timestamp(window.start)}, window_end = ${sql.timestamp(window.end)}
    where id = ${id}
    returning ${columns}
  `);
}

/** Saves where an interrupted full sync resumes, and the events seen so far. */
export async function saveFullSyncPage(
  transaction: Transaction,
  id: string,
  page: { pageToken: string; eventIds: readonly string[] },
) {
  await transaction.query(sql.typeAlias('void')`
    update calendars set full_sync_page_token = ${page.pageToken} where id = ${id}
  `);
  await transaction.query(sql.typeAlias('void')`
    insert into full_sync_seen (calendar_id, provider_event_id)
    select ${id}::uuid, unnest(${sql.array([...page.eventIds], 'text')})
    on conflict do nothing
  `);
}

export async function finishFullSync(transaction: Transaction, id: string, cursor: string | null) {
  await transaction.query(sql.typeAlias('void')`delete from full_sync_seen where calendar_id = ${id}`);
  await deleteOrphanedCopies(transaction, id);
  await transaction.query(sql.typeAlias('void')`
    update calendars
    set sync_cursor = ${cursor}, full_sync_page_token = null, full_sync_started_at = null, full_synced_at = now(), synced_at = now()
    where id = ${id}
  `);
}

export async function updateSyncCursor(transaction: Transaction, id: string, cursor: string) {
  await transaction.query(sql.typeAlias('void')`
    update calendars set sync_cursor = ${cursor}, synced_at = now() where id = ${id}
  `);
}
