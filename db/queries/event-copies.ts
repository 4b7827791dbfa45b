import * as z from 'zod';
import { provider } from '#contract/http.ts';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import { insertOutboxMessages } from './outbox.ts';

/** Identifies an event across calendars. `originalStart` (ISO 8601) distinguishes occurrences of a series. */
export type EventIdentity = { eventId: string; iCalUid: string | null; originalStart: string | null };

/** Condition: a meeting still represents its event, as it is not cancelled and its calendar is synced. */
const standing = sql.fragment`
  meetings.status = 'confirmed' and exists (
    select from calendars original join calendar_integrations account on account.id = original.integration_id
    where original.id = meetings.calendar_id and original.enabled and account.status <> 'disconnected'
  )
`;

/** Column for queries of `calendars`: whether the calendar has a copy whose meeting no longer represents the event. */
export const hasOrphanedCopies = sql.fragment`
  exists (
    select from event_copies join meetings on meetings.id = event_copies.meeting_id
    where event_copies.calendar_id = calendars.id and not (${standing})
  )
`;

/**
 * Makes syncs write a user's events one page at a time, so that two calendars with the same event are not written
 * concurrently. Take this lock before any row lock.
 */
export async function lockEventsOfUser(transaction: Transaction, userId: string) {
  await transaction.query(sql.type(z.object({ lock: z.unknown() }))`
    select pg_advisory_xact_lock(hashtextextended(${`events:${userId}`}, 0)) as lock
  `);
}

const originalRow = z.object({ eventId: z.string(), meetingId: z.uuid() });
export type OriginalRow = z.infer<typeof originalRow>;

/**
 * Returns the events that already have a meeting in another of the user's calendars, with that meeting. Leaves out
 * events that have a meeting in this calendar.
 */
export async function listOriginals(
  connection: Connection,
  { userId, calendarId }: { userId: string; calendarId: string },
  events: readonly EventIdentity[],
) {
  return await connection.any(sql.type(originalRow)`
    select distinct on (event."eventId") event."eventId", meetings.id as "meetingId"
    from jsonb_to_recordset(${sql.jsonb(events.map(({ eventId, iCalUid, originalStart }) => ({ eventId, iCalUid, originalStart })))})
      as event ("eventId" text, "iCalUid" text, "originalStart" timestamptz)
    join meetings on meetings.user_id = ${userId} and meetings.ical_uid = event."iCalUid"
      and meetings.original_start is not distinct from event."originalStart"
    where meetings.calendar_id <> ${calendarId} and ${standing}
      and not exists (
        select from meetings own
        where own.calendar_id = ${calendarId} and own.provider_event_id = event."eventId" and own.status = 'confirmed'
      )
    order by event."eventId", meetings.created_at, meetings.id
  `);
}

export async function upsertEventCopies(transaction: Transaction, calendarId: string, copies: readonly OriginalRow[]) {
  await transaction.query(sql.typeAlias('void')`
    insert into event_copies (calendar_id, provider_event_id, meeting_id)
    select ${calendarId}::uuid, "eventId", "meetingId"
    from jsonb_to_recordset(${sql.jsonb([...copies])}) as copy ("eventId" text, "meetingId" uuid)
    on conflict (calendar_id, provider_event_id) do update set meeting_id = excluded.meeting_id
    where event_copies.meeting_id <> excluded.meeting_id
  `);
}

/** Deletes a calendar's orphaned copies. Call after a full sync, when they have become meetings or are gone. */
export async function deleteOrphanedCopies(transaction: Transaction, calendarId: string) {
  await transaction.query(sql.typeAlias('void')`
    delete from event_copies using meetings
    where event_copies.calendar_id = ${calendarId} and meetings.id = event_copies.meeting_id and not (${standing})
  `);
}

/**
 * Requests a sync of the accounts that have copies of these meetings, which may no longer represent their events.
 * Accounts without automatic sync catch up later.
 */
export async function requestSyncsOfCopies(transaction: Transaction, userId: string, meetingIds: readonly string[]) {
  if (meetingIds.length === 0) return;
  const providers = await transaction.anyFirst(sql.type(z.object({ provider }))`
    select distinct account.provider
    from event_copies join calendars on calendars.id = event_copies.calendar_id
      join calendar_integrations account on account.id = calendars.integration_id
    where event_copies.meeting_id = any(${sql.array([...meetingIds], 'uuid')})
      and calendars.enabled and account.status = 'connected' and account.sync_enabled
  `);
  await insertOutboxMessages(
    transaction,
    providers.map((provider) => ({ workflow: 'calendar-sync', userId, provider, signal: 'sync' })),
  );
}
