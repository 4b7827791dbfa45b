import * as z from 'zod';
import {
  attendee,
  briefingState,
  meetingDocument,
  meetingType,
  researchState,
  responseStatus,
} from '#contract/meetings.ts';
import { suppressionReason } from '#contract/users.ts';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import { userAccess, userAccessColumns, userAccessTables } from './access.ts';
import { refundEnded } from './usage-entries.ts';

const participant = attendee.extend({ isExternal: z.boolean(), isSelf: z.boolean() });
export type Participant = z.infer<typeof participant>;

/** A meeting with everything its workflow's decisions depend on: event, settings, access, research and emails. */
const meetingPlanRow = userAccess.extend({
  meetingId: z.uuid(),
  version: z.number(),
  title: z.string(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  meetingUrl: z.string().nullable(),
  documents: z.array(meetingDocument),
  /** The user has set a goal. */
  hasGoal: z.boolean(),
  start: z.date(),
  end: z.date(),
  isAllDay: z.boolean(),
  visibility: z.enum(['default', 'private']),
  userResponse: responseStatus,
  meetingType,
  externalDomains: z.array(z.string()),
  status: z.enum(['confirmed', 'cancelled']),
  /** The calendar hides some guests. */
  guestsHidden: z.boolean(),
  participants: z.array(participant),
  researchState,
  researchError: z.string().nullable(),
  researchRequests: z.number(),
  hasResearch: z.boolean(),
  researchedAt: z.date().nullable(),
  researchFreshUntil: z.date().nullable(),
  briefingState,
  briefedStart: z.date().nullable(),
  briefedGuests: z.array(z.string()).nullable(),
  isInDigest: z.boolean(),
  isUpdateClaimed: z.boolean(),
  isCalendarConnected: z.boolean(),
  isCalendarSwitchedOff: z.boolean(),
  isManual: z.boolean(),
  seriesId: z.string().nullable(),
  isMuted: z.boolean(),
  companyDomain: z.string().nullable(),
  leadMinutes: z.number(),
  quietHours: z.object({ start: z.string(), end: z.string() }).nullable(),
  emailNotifications: z.boolean(),
  isPaused: z.boolean(),
  isDigest: z.boolean(),
  mailStopped: suppressionReason.nullable(),
  isDisabled: z.boolean(),
});
export type MeetingPlanRow = z.infer<typeof meetingPlanRow>;

const selectMeetingPlan = sql.fragment`
  select
    ${userAccessColumns}, m.id as "meetingId", m.version, m.title, m.description, m.location,
    m.meeting_url as "meetingUrl", m.documents, m.goal is not null as "hasGoal", m.start_time as "start", m.end_time as "end", m.is_all_day as "isAllDay",
    m.visibility, m.user_response as "userResponse", m.meeting_type as "meetingType",
    m.external_domains as "externalDomains", m.status, m.guests_hidden as "guestsHidden", m.research_state as "researchState",
    m.research_error as "researchError", m.research_requests as "researchRequests", m.briefing_state as "briefingState",
    exists (select from research_results r where r.meeting_id = m.id) as "hasResearch",
    (select max(r.created_at) from research_results r where r.meeting_id = m.id) as "researchedAt",
    (
      select r.fresh_until from research_results r where r.meeting_id = m.id order by r.created_at desc, r.id desc limit 1
    ) as "researchFreshUntil",
    (select b.meeting_start from briefings b where b.meeting_id = m.id and b.kind = 'briefing') as "briefedStart",
    (select b.external_guests from briefings b where b.meeting_id = m.id and b.kind = 'briefing') as "briefedGuests",
    exists (
      select from briefings b join emails on emails.id = b.email_id and emails.kind = 'digest'
      where b.meeting_id = m.id and b.kind = 'briefing'
    ) as "isInDigest",
    exists (select from briefings b where b.meeting_id = m.id and b.kind = 'update') as "isUpdateClaimed",
    coalesce((
      select jsonb_agg(jsonb_build_object('email', a.email, 'name', a.name, 'responseStatus', a.response_status,
        'isExternal', a.is_external, 'isSelf', a.is_self) order by a.is_organizer desc, a.email)
      from attendees a where a.meeting_id = m.id
    ), '[]') as "participants",
    -- A manual meeting has no calendar to lose.
    (m.calendar_id is null or exists (
      select from calendars c join calendar_integrations i on i.id = c.integration_id
      where c.id = m.calendar_id and c.enabled and i.status <> 'disconnected'
    )) as "isCalendarConnected",
    exists (select from calendars c where c.id = m.calendar_id and c.is_switched_off) as "isCalendarSwitchedOff",
    m.calendar_id is null as "isManual", m.series_id as "seriesId",
    exists (
      select from muted_meetings muted
      where muted.user_id = m.user_id
        and (muted.meeting_id = m.id or (muted.calendar_id = m.calendar_id and muted.series_id = m.series_id))
    ) as "isMuted",
    users.company_domain as "companyDomain",
    coalesce(m.lead_minutes, users.lead_minutes) as "leadMinutes",
    case when users.quiet_hours_start is not null
      then jsonb_build_object('start', users.quiet_hours_start, 'end', users.quiet_hours_end) end as "quietHours",
    users.email_notifications as "emailNotifications",
    users.briefings_paused as "isPaused", users.briefing_digest as "isDigest",
    (select reason from mail_suppressions where address = users.email and lifted_at is null) as "mailStopped", users.disabled_at is not null as "isDisabled"
  from meetings m
  join users on users.id = m.user_id ${userAccessTables}
`;

export async function findMeetingPlan(connection: Connection, meetingId: string) {
  return await connection.maybeOne(sql.type(meetingPlanRow)`${selectMeetingPlan} where m.id = ${meetingId}`);
}

/**
 * Like `findMeetingPlan`, but locks the meeting until the transaction ends. A second statement reads it, since the
 * one that waited for the lock would see old briefings and research.
 */
export async function lockMeetingPlan(transaction: Transaction, meetingId: string) {
  await lockMeeting(transaction, meetingId);
  return await findMeetingPlan(transaction, meetingId);
}

/** Locks the meeting until the transaction ends. */
export async function lockMeeting(transaction: Transaction, meetingId: string) {
  await transaction.query(sql.typeAlias('id')`select id from meetings where id = ${meetingId} for no key update`);
}

/** Returns the id of the user's researched meeting closest in time, upcoming ones first; null if there is none. */
export async function findNearestResearched(connection: Connection, userId: string) {
  return await connection.maybeOneFirst(sql.typeAlias('id')`
    select id from meetings
    where user_id = ${userId} and status = 'confirmed' and meeting_type <> 'internal' and visibility = 'default'
      and exists (select from research_results where meeting_id = meetings.id)
    order by start_time < now(), abs(extract(epoch from start_time - now())) limit 1
  `);
}

/** Records the plan for a meeting's briefing, or why there is none. Does nothing once the briefing is being sent. */
export async function updateBriefingPlan(
  connection: Connection,
  meetingId: string,
  plan: { state: 'none' | 'scheduled' | 'skipped'; dueAt: Date | null; reason: string | null },
) {
  const dueAt = plan.dueAt ? sql.timestamp(plan.dueAt) : null;
  await connection.query(sql.typeAlias('void')`
    update meetings
    set briefing_state = ${plan.state}, briefing_due_at = ${dueAt}, briefing_reason = ${plan.reason}, updated_at = now()
    where id = ${meetingId} and briefing_state in ('none', 'scheduled', 'skipped')
      and (briefing_state, briefing_due_at, briefing_reason)
        is distinct from (${plan.state}, ${dueAt}::timestamptz, ${plan.reason})
  `);
}

/** Reopens finished research, provided the meeting has not changed since it was read. */
export async function reopenResearch(
  connection: Connection,
  { meetingId, version }: { meetingId: string; version: number },
) {
  await connection.query(sql.typeAlias('void')`
    update meetings set research_state = 'pending', version = version + 1, updated_at = now()
    where id = ${meetingId} and version = ${version} and research_state = 'completed'
  `);
}

/** Drops and refunds research that will not start, provided the meeting has not changed since it was read. */
export async function dropPendingResearch(
  connection: Connection,
  { meetingId, version }: { meetingId: string; version: number },
) {
  await connection.query(sql.typeAlias('void')`
    with ended as (
      update meetings set research_state = 'none', updated_at = now()
      where id = ${meetingId} and version = ${version} and research_state = 'pending'
      returning id, user_id
    )
    ${refundEnded}
  `);
}

/** Sets the state of a claimed briefing. */
export async function updateBriefingState(
  connection: Connection,
  meetingId: string,
  state: 'sending' | 'sent' | 'unknown' | 'failed' | 'skipped',
  reason: string | null,
) {
  await connection.query(sql.typeAlias('void')`
    update meetings
    set briefing_state = ${state}, briefing_reason = ${reason}, updated_at = now(),
        briefing_sent_at = case when ${state} = 'sent' then now() else briefing_sent_at end
    where id = ${meetingId}
  `);
}
