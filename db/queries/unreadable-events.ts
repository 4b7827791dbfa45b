import * as z from 'zod';
import { sql, type Transaction } from '#db/sql.ts';

/** Column for queries of `calendars`: whether the calendar has unreadable events. */
export const hasUnreadableEvents = sql.fragment`
  exists (select from unreadable_events where unreadable_events.calendar_id = calendars.id)
`;

const unreadableEvent = z.object({ eventId: z.string(), field: z.string() });
export type UnreadableEventRow = z.infer<typeof unreadableEvent>;

/** Records a page's unreadable events; returns the new ones. */
export async function insertUnreadableEvents(
  transaction: Transaction,
  calendarId: string,
  events: readonly UnreadableEventRow[],
) {
  if (events.length === 0) return [];
  const rows = events.map(({ eventId, field }) => ({ eventId, field }));
  return await transaction.any(sql.type(unreadableEvent)`
    insert into unreadable_events (calendar_id, provider_event_id, field)
    select distinct on ("eventId") ${calendarId}::uuid, "eventId", field
    from jsonb_to_recordset(${sql.jsonb(rows)}) as event ("eventId" text, field text)
    on conflict (calendar_id, provider_event_id) do nothing
    returning provider_event_id as "eventId", field
  `);
}

/** Deletes the records of events that have become readable, or are gone. */
export async function deleteUnreadableEvents(
  transaction: Transaction,
  calendarId: string,
  eventIds: readonly string[],
) {
  await transaction.query(sql.typeAlias('void')`
    delete from unreadable_events
    where calendar_id = ${calendarId} and provider_event_id = any(${sql.array([...eventIds], 'text')})
  `);
}

/** Deletes the records of events that a full sync did not see: they are gone or outside the window. */
export async function deleteUnseenUnreadableEvents(
  transaction: Transaction,
  calendarId: string,
  lastPageEventIds: readonly string[],
) {
  await transaction.query(sql.typeAlias('void')`
    delete from unreadable_events
    where calendar_id = ${calendarId} and provider_event_id <> all(${sql.array([...lastPageEventIds], 'text')})
      and not exists (
        select from full_sync_seen seen
        where seen.calendar_id = unreadable_events.calendar_id and seen.provider_event_id = unreadable_events.provider_event_id
      )
  `);
}
