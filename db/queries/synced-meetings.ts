import * as z from 'zod';
import { briefingState, meetingDocument, meetingType, researchState, responseStatus } from '#contract/meetings.ts';
import { type Connection, type MeetingKey, sql, type Transaction } from '#db/sql.ts';
import { refundEnded } from './usage-entries.ts';

/** Returns the content hashes of known events, by event id. */
export async function listContentHashes(
  connection: Connection,
  calendarId: string,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const row = z.object({ eventId: z.string(), contentHash: z.string() });
  const rows = await connection.any(sql.type(row)`
    select provider_event_id as "eventId", encode(content_hash, 'hex') as "contentHash" from meetings
    where calendar_id = ${calendarId} and provider_event_id = any(${sql.array([...eventIds], 'text')})
  `);
  return new Map(rows.map(({ eventId, contentHash }) => [eventId, contentHash]));
}

/** The fields planning reads from every meeting. */
export const plannedMeeting = z.object({
  version: z.number(),
  isAskedFor: z.boolean(),
  start: z.date(),
  end: z.date(),
  isAllDay: z.boolean(),
  visibility: z.enum(['default', 'private']),
  userResponse: responseStatus,
  meetingType,
  researchState,
  briefingState,
  briefingDueAt: z.date().nullable(),
  briefingReason: z.string().nullable(),
  leadMinutes: z.number().nullable(),
});

/** Columns for `plannedMeeting`, from `meetings m`. */
export const plannedColumns = sql.fragment`
  m.version, m.research_requests > 0 as "isAskedFor", m.start_time as "start", m.end_time as "end", m.is_all_day as "isAllDay",
  m.visibility, m.user_response as "userResponse", m.meeting_type as "meetingType", m.research_state as "researchState",
  m.briefing_state as "briefingState", m.briefing_due_at as "briefingDueAt", m.briefing_reason as "briefingReason",
  m.lead_minutes as "leadMinutes"
`;

const knownMeetingRow = plannedMeeting.extend({
  eventId: z.string(),
  status: z.enum(['confirmed', 'cancelled']),
  isForgotten: z.boolean(),
  guests: z.array(z.object({ email: z.string(), responseStatus, isExternal: z.boolean() })),
});
export type KnownMeetingRow = z.infer<typeof knownMeetingRow>;

/** Returns and locks the meetings of these events. */
export async function lockMeetingsOfEvents(transaction: Transaction, calendarId: string, eventIds: readonly string[]) {
  // Locked first: a statement that waited for a lock still sees old guests.
  await transaction.query(sql.typeAlias('id')`
    select id from meetings
    where calendar_id = ${calendarId} and provider_event_id = any(${sql.array([...eventIds], 'text')})
    order by id for no key update
  `);
  return await transaction.any(sql.type(knownMeetingRow)`
    select
      m.provider_event_id as "eventId", m.status, m.content_hash = '' as "isForgotten", ${plannedColumns},
      coalesce((
        select jsonb_agg(jsonb_build_object('email', a.email, 'responseStatus', a.response_status, 'isExternal', a.is_external))
        from attendees a where a.meeting_id = m.id
      ), '[]') as "guests"
    from meetings m
    where m.calendar_id = ${calendarId} and m.provider_event_id = any(${sql.array([...eventIds], 'text')})
    order by m.id
  `);
}

export const attendeeRow = z.object({
  email: z.string(),
  name: z.string().nullable(),
  responseStatus,
  isOrganizer: z.boolean(),
  isSelf: z.boolean(),
  isExternal: z.boolean(),
});

/** A meeting as the sync writes it. Instants are ISO 8601. */
export const syncedMeeting = z.object({
  eventId: z.string(),
  iCalUid: z.string().nullable(),
  seriesId: z.string().nullable(),
  originalStart: z.iso.datetime().nullable(),
  title: z.string(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  meetingUrl: z.string().nullable(),
  documents: z.array(meetingDocument),
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  isAllDay: z.boolean(),
  timeZone: z.string(),
  visibility: z.enum(['default', 'private']),
  organizerEmail: z.string().nullable(),
  userResponse: responseStatus,
  meetingType,
  externalDomains: z.array(z.string()),
  externalAttendeeCount: z.number(),
  /** Some guests are hidden. */
  guestsHidden: z.boolean(),
  attendees: z.array(attendeeRow),
  /** Hex. */
  contentHash: z.string(),
  version: z.number(),
  researchState,
  briefingState,
  briefingDueAt: z.iso.datetime().nullable(),
  briefingReason: z.string().nullable(),
});
export type SyncedMeeting = z.infer<typeof syncedMeeting>;

const writtenMeeting = z.object({ eventId: z.string(), meetingId: z.uuid(), version: z.number() });

/**
 * Writes one page of meetings with their attendees, in one statement whose parts all see the attendees as they were
 * before it. Unchanged attendees are not written.
 */
export async function upsertMeetings(
  transaction: Transaction,
  owner: { userId: string; calendarId: string },
  meetings: readonly SyncedMeeting[],
) {
  if (meetings.length === 0) return [];
  return await transaction.any(sql.type(writtenMeeting)`
    with input as materialized (
      select * from jsonb_to_recordset(${jsonb(meetings)}) as input (
        "eventId" text, "iCalUid" text, "seriesId" text, "originalStart" timestamptz, title text, description text, location text,
        "meetingUrl" text, documents jsonb, "start" timestamptz, "end" timestamptz, "isAllDay" boolean, "timeZone" text, visibility text,
        "organizerEmail" text, "userResponse" text, "meetingType" text, "externalDomains" text[], "externalAttendeeCount" integer,
        "guestsHidden" boolean, attendees jsonb, "contentHash" text, version integer, "researchState" text, "briefingState" text,
        "briefingDueAt" timestamptz, "briefingReason" text
      )
    ), written as (
      insert into meetings (
        user_id, calendar_id, provider_event_id, ical_uid, series_id, original_start, title, description, location, meeting_url,
        documents, start_time, end_time, is_all_day, time_zone, visibility, organizer_email, user_response, meeting_type, external_domains,
        external_attendee_count, guests_hidden, status, content_hash, version, research_state, briefing_state, briefing_due_at, briefing_reason
      )
      select
        ${owner.userId}::uuid, ${owner.calendarId}::uuid, "eventId", "iCalUid", "seriesId", "originalStart", title, description, location,
        "meetingUrl", documents, "start", "end", "isAllDay", "timeZone", visibility, "organizerEmail", "userResponse", "meetingType", "externalDomains",
        "externalAttendeeCount", "guestsHidden", 'confirmed', decode("contentHash", 'hex'), version, "researchState", "briefingState", "briefingDueAt",
        "briefingReason"
      from input
      on conflict (calendar_id, provider_event_id) do update
      set ical_uid = excluded.ical_uid, series_id = excluded.series_id, original_start = excluded.original_start, title = excluded.title,
          description = excluded.description, location = excluded.location, meeting_url = excluded.meeting_url, documents = excluded.documents,
          start_time = excluded.start_time, end_time = excluded.end_time, is_all_day = excluded.is_all_day, time_zone = excluded.time_zone,
          visibility = excluded.visibility, organizer_email = excluded.organizer_email, user_response = excluded.user_response,
          meeting_type = excluded.meeting_type, external_domains = excluded.external_domains,
          external_attendee_count = excluded.external_attendee_count, guests_hidden = excluded.guests_hidden, status = excluded.status, content_hash = excluded.content_hash,
          version = excluded.version, research_state = excluded.research_state, briefing_state = excluded.briefing_state,
          briefing_due_at = excluded.briefing_due_at, briefing_reason = excluded.briefing_reason, updated_at = now()
      returning provider_event_id as "eventId", id as "meetingId", version, id, user_id, meetings.research_state as research
    ), ended as (
      -- For example, declined before the requested research started.
      select id, user_id from written where research = 'none'
    ), refunded as (
      ${refundEnded}
    ), people as materialized (
      select written."meetingId", person.*
      from input join written using ("eventId"), jsonb_to_recordset(input.attendees) as person (
        email text, name text, "responseStatus" text, "isOrganizer" boolean, "isSelf" boolean, "isExternal" boolean
      )
    ), gone as (
      delete from attendees
      where meeting_id in (select "meetingId" from written)
        and not exists (select from people where people."meetingId" = attendees.meeting_id and people.email = attendees.email)
    ), came as (
      insert into attendees (meeting_id, email, name, response_status, is_organizer, is_self, is_external)
      select "meetingId", email, name, "responseStatus", "isOrganizer", "isSelf", "isExternal" from people
      on conflict (meeting_id, email) do update
      set name = excluded.name, response_status = excluded.response_status, is_organizer = excluded.is_organizer,
          is_self = excluded.is_self, is_external = excluded.is_external
      where (attendees.name, attendees.response_status, attendees.is_organizer, attendees.is_self, attendees.is_external)
        is distinct from (excluded.name, excluded.response_status, excluded.is_organizer, excluded.is_self, excluded.is_external)
    )
    select "eventId", "meetingId", version from written
  `);
}

/** Like `sql.jsonb`, but does not validate every value, so that a page of meetings takes a third of the time. */
function jsonb(rows: readonly object[]) {
  return sql.fragment`${JSON.stringify(rows)}::jsonb`;
}

const cancelledMeeting = z.object({ meetingId: z.uuid(), version: z.number(), hadWorkflow: z.boolean() });
export type CancelledMeeting = z.infer<typeof cancelledMeeting>;

/**
 * Returns a query that cancels and returns meetings. It clears their hash, so that a returning event is written again
 * even if unchanged, and drops and refunds research that has not started.
 *
 * @param reason Shown to the user.
 */
function cancelMeetings(reason: string, condition: ReturnType<typeof sql.fragment>) {
  return sql.type(cancelledMeeting)`
    with cancelled as (
      update meetings
      set status = 'cancelled', content_hash = '', version = version + 1, updated_at = now(),
          research_state = case research_state when 'pending' then 'none' else research_state end,
          briefing_state = case briefing_state when 'scheduled' then 'skipped' else briefing_state end,
          briefing_due_at = case when briefing_state in ('none', 'scheduled', 'skipped') then null else briefing_due_at end,
          -- A sent briefing needs no reason.
          briefing_reason = case when briefing_state in ('none', 'scheduled', 'skipped') then ${reason} else briefing_reason end
      where ${condition} and status = 'confirmed'
      returning id, user_id, version, old.research_state as researched,
        new.end_time > now() and (old.research_state <> 'none' or old.briefing_state not in ('none', 'skipped')) as "hadWorkflow"
    ), ended as (
      select id, user_id from cancelled where researched = 'pending'
    ), refunded as (
      ${refundEnded}
    )
    select id as "meetingId", version, "hadWorkflow" from cancelled
  `;
}

/**
 * Cancels and returns the meetings of events that are gone; for a series, those of all its occurrences.
 *
 * @param cancellation.eventIds Ids of events or series.
 * @param cancellation.reason Shown to the user.
 */
export async function cancelMeetingsOfEvents(
  transaction: Transaction,
  cancellation: { calendarId: string; eventIds: readonly string[]; reason: string },
) {
  const eventIds = sql.array([...cancellation.eventIds], 'text');
  const isGone = sql.fragment`
    calendar_id = ${cancellation.calendarId}
      and (provider_event_id = any(${eventIds}) or series_id = any(${eventIds}))
  `;
  return await transaction.any(cancelMeetings(cancellation.reason, isGone));
}

/** Cancels a user's manual meeting. Returns null if there is none, or it was already cancelled. */
export async function cancelManualMeeting(
  transaction: Transaction,
  { userId, meetingId, reason }: MeetingKey & { reason: string },
) {
  const isIt = sql.fragment`id = ${meetingId} and user_id = ${userId} and calendar_id is null`;
  return await transaction.maybeOne(cancelMeetings(reason, isIt));
}

type Window = { start: Date; end: Date };

/** Maximum time between a date's midnights in two zones: UTC+14 and UTC-12. */
const LONGEST_DAY_SHIFT_MS = 26 * 3_600_000;

/**
 * Condition on `meetings`: in this calendar, and overlapping the window; touching it is not enough. We have all-day
 * events start at midnight in the user's zone, but the vendor compares them with the window in a zone of its own, so
 * they must overlap in any zone.
 */
function confirmedWithin({ calendarId, window: { start, end } }: { calendarId: string; window: Window }) {
  const [surelyEndsAfter, surelyStartsBefore] = [
    new Date(start.getTime() + LONGEST_DAY_SHIFT_MS),
    new Date(end.getTime() - LONGEST_DAY_SHIFT_MS),
  ];
  return sql.fragment`
    calendar_id = ${calendarId}
      and end_time > ${sql.timestamp(start)} and start_time < ${sql.timestamp(end)}
      and (not is_all_day or end_time > ${sql.timestamp(surelyEndsAfter)} and start_time < ${sql.timestamp(surelyStartsBefore)})
  `;
}

/** Cancels and returns the occurrences of series in a window, except those listed. */
export async function cancelOtherOccurrences(
  transaction: Transaction,
  cancellation: {
    calendarId: string;
    window: Window;
    seriesIds: readonly string[];
    eventIds: readonly string[];
    reason: string;
  },
) {
  const isGone = sql.fragment`
    ${confirmedWithin(cancellation)}
      and series_id = any(${sql.array([...cancellation.seriesIds], 'text')})
      and provider_event_id <> all(${sql.array([...cancellation.eventIds], 'text')})
  `;
  return await transaction.any(cancelMeetings(cancellation.reason, isGone));
}

/**
 * Cancels and returns the meetings in a window that a completed full sync did not see, neither on an earlier page
 * (full_sync_seen) nor on the last.
 */
export async function cancelUnseenMeetings(
  transaction: Transaction,
  cancellation: {
    calendarId: string;
    window: Window;
    lastPageEventIds: readonly string[];
    reason: string;
  },
) {
  const isGone = sql.fragment`
    ${confirmedWithin(cancellation)}
      and provider_event_id <> all(${sql.array([...cancellation.lastPageEventIds], 'text')})
      and not exists (
        select from full_sync_seen
        where full_sync_seen.calendar_id = meetings.calendar_id and full_sync_seen.provider_event_id = meetings.provider_event_id
      )
  `;
  return await transaction.any(cancelMeetings(cancellation.reason, isGone));
}

/** Cancels and returns upcoming meetings of calendars no longer synced. */
export async function cancelMeetingsOfCalendars(
  transaction: Transaction,
  cancellation: { calendarIds: readonly string[]; reason: string },
) {
  if (cancellation.calendarIds.length === 0) return [];
  const isGone = sql.fragment`
    calendar_id = any(${sql.array([...cancellation.calendarIds], 'uuid')}) and start_time > now()
  `;
  return await transaction.any(cancelMeetings(cancellation.reason, isGone));
}
