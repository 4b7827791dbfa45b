import * as z from 'zod';
import { TOP_DOMAINS_SHOWN } from '#api/contract/limits.ts';
import { attendee, briefingState, type MeetingStatistics, meetingType, researchState } from '#api/contract/meetings.ts';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

const meetingRow = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string().nullable(),
  startTime: z.date(),
  endTime: z.date(),
  isAllDay: z.boolean(),
  location: z.string().nullable(),
  meetingUrl: z.string().nullable(),
  meetingType,
  status: z.enum(['confirmed', 'cancelled']),
  externalDomains: z.array(z.string()),
  attendees: z.array(attendee),
  isResearchCompleted: z.boolean(),
  isBriefingSent: z.boolean(),
  researchState,
  briefingState,
  briefingDueAt: z.date().nullable(),
  briefingReason: z.string().nullable(),
});
export type MeetingRow = z.infer<typeof meetingRow>;

const columns = sql.fragment`
  meetings.id, meetings.title, meetings.description, meetings.start_time as "startTime", meetings.end_time as "endTime",
  meetings.is_all_day as "isAllDay", meetings.location, meetings.meeting_url as "meetingUrl", meetings.meeting_type as "meetingType",
  meetings.status, meetings.external_domains as "externalDomains", meetings.research_state as "researchState",
  meetings.researched_at is not null as "isResearchCompleted", meetings.briefing_sent_at is not null as "isBriefingSent",
  meetings.briefing_state as "briefingState", meetings.briefing_due_at as "briefingDueAt", meetings.briefing_reason as "briefingReason",
  coalesce((
    select json_agg(json_build_object('email', attendees.email, 'name', attendees.name, 'responseStatus', attendees.response_status)
      order by attendees.is_organizer desc, attendees.email)
    from attendees where attendees.meeting_id = meetings.id
  ), '[]') as attendees
`;

export type MeetingPage = {
  limit: number;
  startDate?: Date | undefined;
  endDate?: Date | undefined;
  /** Where the page before ended. */
  after?: { startTime: Date; id: string } | undefined;
};

/** By start time. Cancelled meetings are left out: for the user they are gone. */
export async function listMeetings(
  connection: Connection,
  userId: string,
  page: MeetingPage,
): Promise<readonly MeetingRow[]> {
  const conditions = [
    sql.fragment`meetings.user_id = ${userId}`,
    sql.fragment`meetings.status = 'confirmed'`,
    ...(page.startDate ? [sql.fragment`meetings.start_time >= ${sql.timestamp(page.startDate)}`] : []),
    ...(page.endDate ? [sql.fragment`meetings.start_time <= ${sql.timestamp(page.endDate)}`] : []),
    ...(page.after
      ? [
          sql.fragment`(meetings.start_time, meetings.id) > (${sql.timestamp(page.after.startTime)}, ${page.after.id}::uuid)`,
        ]
      : []),
  ];
  return await connection.any(sql.type(meetingRow)`
    select ${columns} from meetings
    where ${sql.join(conditions, sql.fragment` and `)}
    order by meetings.start_time, meetings.id
    limit ${page.limit}
  `);
}

/** Null when there is no such meeting, or it is somebody else's. */
export async function findMeeting(
  connection: Connection,
  { userId, meetingId }: { userId: string; meetingId: string },
): Promise<MeetingRow | null> {
  return await connection.maybeOne(sql.type(meetingRow)`
    select ${columns} from meetings where id = ${meetingId} and user_id = ${userId}
  `);
}

const statisticsRow = z.object({
  totalMeetings: z.number(),
  internalMeetings: z.number(),
  externalMeetings: z.number(),
  mixedMeetings: z.number(),
  averageExternalAttendeesPerMeeting: z.number(),
  topExternalDomains: z.array(z.object({ domain: z.string(), count: z.number() })),
});

/** Over everything known and not cancelled. The average is over meetings that have somebody from outside. */
export async function getMeetingStatistics(connection: Connection, userId: string): Promise<MeetingStatistics> {
  return await connection.one(sql.type(statisticsRow)`
    with mine as materialized (
      select meeting_type, external_domains, external_attendee_count from meetings where user_id = ${userId} and status = 'confirmed'
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
      ), '[]') as "topExternalDomains"
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
  isCalendarConnected: z.boolean(),
  researchState,
  researchRequests: z.number(),
  hasResearch: z.boolean(),
  /** The current request has taken a unit of quota and its run has not ended. */
  isReserved: z.boolean(),
});
export type ResearchTarget = z.infer<typeof researchTarget>;

/**
 * What a request for research is judged by. Nobody else changes the meeting before the transaction ends. Locked first and read by a statement of its
 * own: a statement that waited for a lock still sees the other tables as they were before it waited.
 */
export async function lockResearchTarget(
  transaction: Transaction,
  { userId, meetingId }: { userId: string; meetingId: string },
): Promise<ResearchTarget | null> {
  await transaction.query(sql.typeAlias('id')`
    select id from meetings where id = ${meetingId} and user_id = ${userId} for no key update
  `);
  return await transaction.maybeOne(sql.type(researchTarget)`
    select id, version, start_time as "startTime", status, meeting_type as "meetingType", is_all_day as "isAllDay", visibility,
      user_response as "userResponse", external_domains as "externalDomains", research_state as "researchState",
      research_requests as "researchRequests",
      array(select response_status from attendees where meeting_id = meetings.id and is_external) as "externalResponses",
      (calendar_id is null or exists (
        select from calendars join calendar_integrations on calendar_integrations.id = calendars.integration_id
        where calendars.id = meetings.calendar_id and calendars.enabled and calendar_integrations.status <> 'disconnected'
      )) as "isCalendarConnected",
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

/** Counts one more explicit request and makes the workflow look again. */
export async function requestResearch(
  transaction: Transaction,
  meetingId: string,
): Promise<z.infer<typeof requestedResearch>> {
  return await transaction.one(sql.type(requestedResearch)`
    update meetings
    set research_requests = research_requests + 1, research_state = 'pending', research_error = null,
        version = version + 1, updated_at = now()
    where id = ${meetingId}
    returning version, research_requests as request
  `);
}

const touchedMeeting = z.object({ meetingId: z.uuid(), version: z.number() });

/**
 * Makes the workflow of every coming meeting of the user look again, and returns those meetings. Locked by id, as the sync does, so that the two
 * cannot wait for each other in a ring.
 */
export async function touchComingMeetings(
  transaction: Transaction,
  userId: string,
): Promise<readonly z.infer<typeof touchedMeeting>[]> {
  return await transaction.any(sql.type(touchedMeeting)`
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
