import * as z from 'zod';
import { MEETING_WINDOW_DAYS, TOP_DOMAINS_SHOWN } from '#contract/limits.ts';
import { meeting, meetingStatistics, meetingType, researchState } from '#contract/meetings.ts';
import { type Connection, type MeetingKey, orNull, sql, type Transaction } from '#db/sql.ts';
import { localDate, startOfDay } from '#domain/zoned-time.ts';
import type { UserAccess } from './access.ts';

/** A meeting in the API's format; `attendees` in display order. */
const meetingJson = sql.fragment`
  json_build_object(
    'id', meetings.id, 'title', meetings.title, 'description', meetings.description,
    'startTime', to_char(meetings.start_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'endTime', to_char(meetings.end_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'isAllDay', meetings.is_all_day, 'location', meetings.location, 'meetingUrl', meetings.meeting_url, 'documents', meetings.documents,
    'meetingType', meetings.meeting_type, 'status', meetings.status, 'externalDomains', meetings.external_domains,
    'isAddedByHand', meetings.calendar_id is null,
    'isResearchCompleted', meetings.researched_at is not null, 'isBriefingSent', meetings.briefing_sent_at is not null,
    'researchState', meetings.research_state, 'briefingState', meetings.briefing_state,
    'researchRefusal', case when meetings.research_state = 'failed' and meetings.research_error in ('quota_exceeded', 'daily_cap_reached')
      then meetings.research_error end,
    'briefingDueAt', to_char(meetings.briefing_due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'briefingReason', meetings.briefing_reason, 'goal', meetings.goal, 'outcome', meetings.outcome,
    'isOutcomeAsked', meetings.outcome_asked_at is not null or meetings.user_response = 'declined' or meetings.visibility = 'private',
    'attendees', coalesce((
      select json_agg(json_build_object('email', attendees.email, 'name', attendees.name, 'responseStatus', attendees.response_status)
        order by attendees.is_organizer desc, attendees.email)
      from attendees where attendees.meeting_id = meetings.id
    ), '[]')
  )
`;

type MeetingPage = {
  userId: string;
  limit: number;
  startDate?: Date | undefined;
  endDate?: Date | undefined;
  /** The last item of the previous page. */
  after?: { startTime: Date; id: string } | undefined;
};

const meetingRow = z.object({ meeting });
const listedMeeting = z.object({ id: z.uuid(), startTime: z.date(), item: orNull(meeting) });

/** Returns a user's meetings by start time, even unreadable ones. Leaves out cancelled meetings. */
export async function listMeetings(connection: Connection, { userId, limit, startDate, endDate, after }: MeetingPage) {
  const conditions = [
    sql.fragment`user_id = ${userId} and status = 'confirmed'`,
    ...(startDate ? [sql.fragment`start_time >= ${sql.timestamp(startDate)}`] : []),
    ...(endDate ? [sql.fragment`start_time <= ${sql.timestamp(endDate)}`] : []),
    ...(after ? [sql.fragment`(start_time, id) > (${sql.timestamp(after.startTime)}, ${after.id}::uuid)`] : []),
  ];
  // One prepared statement per combination of filters: planning takes as long as execution.
  const name = ['meetings', startDate && 'start', endDate && 'end', after && 'after'].filter(Boolean).join('-');
  return await connection.any(sql.prepared(name, listedMeeting)`
    select id, start_time as "startTime", ${meetingJson} as item from meetings
    where ${sql.join(conditions, sql.fragment` and `)}
    order by start_time, id
    limit ${limit}
  `);
}

/** Returns a meeting; null if the user has no such meeting. */
export async function findMeeting(connection: Connection, { userId, meetingId }: MeetingKey) {
  return await connection.maybeOneFirst(sql.type(meetingRow)`
    select ${meetingJson} as meeting from meetings where id = ${meetingId} and user_id = ${userId}
  `);
}

/**
 * Returns statistics on a user's meetings except cancelled ones; averages cover only those with external guests.
 *
 * @param user.timezone IANA name. Not passed to the database, which may lack names that browsers use, such as
 *   `Asia/Calcutta`.
 */
export async function getMeetingStatistics(
  connection: Connection,
  { userId, timezone }: Pick<UserAccess, 'userId' | 'timezone'>,
) {
  const today = sql.timestamp(startOfDay(localDate(new Date(), timezone), timezone));
  return await connection.one(sql.prepared('meeting-statistics', meetingStatistics)`
    with mine as materialized (
      select meeting_type, external_domains, external_attendee_count,
        case
          when start_time >= ${today} and start_time < ${today} + make_interval(days => ${MEETING_WINDOW_DAYS}) then 'coming'
          when start_time < ${today} and start_time >= ${today} - make_interval(days => ${MEETING_WINDOW_DAYS}) then 'past'
        end as period
      from meetings
      where user_id = ${userId} and status = 'confirmed'
    )
    select
      count(*) as "totalMeetings",
      count(*) filter (where meeting_type = 'internal') as "internalMeetings",
      count(*) filter (where meeting_type = 'external') as "externalMeetings",
      count(*) filter (where meeting_type = 'mixed') as "mixedMeetings",
      coalesce(avg(external_attendee_count) filter (where meeting_type <> 'internal'), 0) as "averageExternalAttendeesPerMeeting",
      coalesce((
        select json_agg(json_build_object('domain', domain, 'count', count))
        from (
          select domain, count(*) as count from mine, unnest(external_domains) as domain
          group by domain order by count desc, domain limit ${TOP_DOMAINS_SHOWN}
        ) as top
      ), '[]') as "topExternalDomains",
      json_build_object(
        'totalPercent', round(100.0 * count(*) filter (where period = 'coming') / nullif(count(*) filter (where period = 'past'), 0) - 100),
        'averageExternalAttendees',
          round(
            avg(external_attendee_count) filter (where period = 'coming' and meeting_type <> 'internal')
            - avg(external_attendee_count) filter (where period = 'past' and meeting_type <> 'internal'), 1
          )
      ) as change
    from mine
  `);
}

const researchTarget = z.object({
  id: z.uuid(),
  version: z.number(),
  startTime: z.date(),
  status: z.enum(['confirmed', 'cancelled']),
  meetingType,
  isAllDay: z.boolean(),
  visibility: z.enum(['default', 'private']),
  userResponse: z.enum(['accepted', 'declined', 'tentative', 'needsAction']),
  externalDomains: z.array(z.string()),
  externalResponses: z.array(z.enum(['accepted', 'declined', 'tentative', 'needsAction'])),
  hasGuests: z.boolean(),
  isCalendarConnected: z.boolean(),
  isCalendarSwitchedOff: z.boolean(),
  researchState,
  researchRequests: z.number(),
  hasResearch: z.boolean(),
  /** The current request has reserved a unit of quota, and its run has not ended. */
  isReserved: z.boolean(),
});
export type ResearchTarget = z.infer<typeof researchTarget>;

/**
 * Returns what a request for research depends on, and locks the meeting until the transaction ends. A second statement
 * reads, since the one that waited for the lock still sees the other tables as they were.
 */
export async function lockResearchTarget(transaction: Transaction, { userId, meetingId }: MeetingKey) {
  await transaction.query(sql.typeAlias('id')`
    select id from meetings where id = ${meetingId} and user_id = ${userId} for no key update
  `);
  return await transaction.maybeOne(sql.type(researchTarget)`
    select id, version, start_time as "startTime", status, meeting_type as "meetingType", is_all_day as "isAllDay", visibility,
      user_response as "userResponse", external_domains as "externalDomains", research_state as "researchState",
      research_requests as "researchRequests",
      array(select response_status from attendees where meeting_id = meetings.id and is_external) as "externalResponses",
      exists (select from attendees where meeting_id = meetings.id and not is_self) as "hasGuests",
      (calendar_id is null or exists (
        select from calendars join calendar_integrations on calendar_integrations.id = calendars.integration_id
        where calendars.id = meetings.calendar_id and calendars.enabled and calendar_integrations.status <> 'disconnected'
      )) as "isCalendarConnected",
      exists (select from calendars where id = meetings.calendar_id and is_switched_off) as "isCalendarSwitchedOff",
      exists (select from research_results where meeting_id = meetings.id) as "hasResearch",
      exists (
        select from usage_entries
        where user_id = meetings.user_id and kind = 'research' and state = 'reserved'
          and reference = meetings.id || ':' || meetings.research_requests
      ) as "isReserved"
    from meetings where id = ${meetingId} and user_id = ${userId}
  `);
}

const requestedResearch = z.object({ version: z.number(), request: z.number() });

/** Counts another request for research. The caller must notify the workflow. */
export async function requestResearch(connection: Connection, meetingId: string) {
  return await connection.one(sql.type(requestedResearch)`
    update meetings
    set research_requests = research_requests + 1, research_state = 'pending', research_error = null,
        version = version + 1, updated_at = now()
    where id = ${meetingId}
    returning version, research_requests as request
  `);
}

/**
 * Increments the version of the user's upcoming meetings that have something planned, and returns them; the caller must
 * notify their workflows. Locks in order of id, like the sync, so that the two cannot deadlock.
 */
export async function touchComingMeetings(transaction: Transaction, userId: string) {
  return await transaction.any(sql.typeAlias('meetingVersion')`
    with coming as (
      select id from meetings
      where user_id = ${userId} and start_time > now() and status = 'confirmed'
        and (research_state <> 'none' or briefing_state not in ('none', 'skipped'))
      order by id
      for no key update
    )
    update meetings set version = version + 1, updated_at = now()
    where id in (select id from coming)
    returning id as "meetingId", version
  `);
}
