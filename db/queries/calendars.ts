import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

const calendarRow = z.object({
  id: z.uuid(),
  providerCalendarId: z.string(),
  timeZone: z.string(),
  /** Where the next incremental sync continues; null asks for a full one. */
  syncCursor: z.string().nullable(),
  fullSyncPageToken: z.string().nullable(),
  fullSyncStartedAt: z.date().nullable(),
  windowStart: z.date().nullable(),
  windowEnd: z.date().nullable(),
});
export type CalendarRow = z.infer<typeof calendarRow>;

const columns = sql.fragment`
  id, provider_calendar_id as "providerCalendarId", time_zone as "timeZone", sync_cursor as "syncCursor",
  full_sync_page_token as "fullSyncPageToken", full_sync_started_at as "fullSyncStartedAt", window_start as "windowStart",
  window_end as "windowEnd"
`;

/** The calendars that are followed, the primary one first. */
export async function listEnabledCalendars(
  connection: Connection,
  integrationId: string,
): Promise<readonly CalendarRow[]> {
  return await connection.any(sql.type(calendarRow)`
    select ${columns} from calendars where integration_id = ${integrationId} and enabled
    order by is_primary desc, created_at, id
  `);
}

/**
 * As the calendar stands now, and nobody else moves it on before the transaction ends. Null when it is gone, or it or its account is no longer
 * followed.
 */
export async function lockCalendar(transaction: Transaction, id: string): Promise<CalendarRow | null> {
  return await transaction.maybeOne(sql.type(calendarRow)`
    select ${columns} from calendars
    where id = ${id} and enabled
      and exists (select from calendar_integrations i where i.id = integration_id and i.status <> 'disconnected')
    for update
  `);
}

export type ListedCalendar = { calendarId: string; name: string; isPrimary: boolean; timeZone: string };

/** Takes over the vendor's complete list. Calendars that are on it no more are followed no more; their ids are returned. */
export async function replaceCalendars(
  transaction: Transaction,
  integrationId: string,
  calendars: readonly ListedCalendar[],
): Promise<readonly string[]> {
  await transaction.query(sql.typeAlias('void')`
    insert into calendars (integration_id, provider_calendar_id, name, is_primary, time_zone)
    select ${integrationId}::uuid, "calendarId", name, "isPrimary", "timeZone"
    from jsonb_to_recordset(${sql.jsonb([...calendars])})
      as listed ("calendarId" text, name text, "isPrimary" boolean, "timeZone" text)
    on conflict (integration_id, provider_calendar_id) do update
    set name = excluded.name, is_primary = excluded.is_primary, time_zone = excluded.time_zone, enabled = true
    where (calendars.name, calendars.is_primary, calendars.time_zone, calendars.enabled)
      is distinct from (excluded.name, excluded.is_primary, excluded.time_zone, true)
  `);
  const ids = calendars.map(({ calendarId }) => calendarId);
  return await transaction.anyFirst(sql.typeAlias('id')`
    update calendars set enabled = false, sync_cursor = null, full_sync_page_token = null, full_sync_started_at = null
    where integration_id = ${integrationId} and enabled and provider_calendar_id <> all(${sql.array(ids, 'text')})
    returning id
  `);
}

/** Begins a full sync, or begins it again. */
export async function startFullSync(
  transaction: Transaction,
  id: string,
  window: { start: Date; end: Date },
): Promise<CalendarRow> {
  await transaction.query(sql.typeAlias('void')`delete from full_sync_seen where calendar_id = ${id}`);
  return await transaction.one(sql.type(calendarRow)`
    update calendars
    set sync_cursor = null, full_sync_page_token = null, full_sync_started_at = now(),
        window_start = ${sql.timestamp(window.start)}, window_end = ${sql.timestamp(window.end)}
    where id = ${id}
    returning ${columns}
  `);
}

/** Where a full sync goes on, should it be interrupted here, with the events it has met so far. */
export async function saveFullSyncPage(
  transaction: Transaction,
  id: string,
  page: { pageToken: string; eventIds: readonly string[] },
): Promise<void> {
  await transaction.query(sql.typeAlias('void')`
    update calendars set full_sync_page_token = ${page.pageToken} where id = ${id}
  `);
  await transaction.query(sql.typeAlias('void')`
    insert into full_sync_seen (calendar_id, provider_event_id)
    select ${id}::uuid, unnest(${sql.array([...page.eventIds], 'text')})
    on conflict do nothing
  `);
}

export async function finishFullSync(transaction: Transaction, id: string, cursor: string | null): Promise<void> {
  await transaction.query(sql.typeAlias('void')`delete from full_sync_seen where calendar_id = ${id}`);
  await transaction.query(sql.typeAlias('void')`
    update calendars
    set sync_cursor = ${cursor}, full_sync_page_token = null, full_sync_started_at = null, full_synced_at = now(), synced_at = now()
    where id = ${id}
  `);
}

export async function updateSyncCursor(transaction: Transaction, id: string, cursor: string): Promise<void> {
  await transaction.query(sql.typeAlias('void')`
    update calendars set sync_cursor = ${cursor}, synced_at = now() where id = ${id}
  `);
}
