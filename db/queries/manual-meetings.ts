import type { FragmentSqlToken } from 'slonik';
import * as z from 'zod';
import type { MeetingType } from '#contract/meetings.ts';
import { type Connection, type MeetingKey, sql, type Transaction } from '#db/sql.ts';
import type { Participant } from '#domain/classify-meeting.ts';
import type { MeetingChange } from '#domain/meeting-change.ts';
import type { MeetingDocument } from '#domain/meeting-documents.ts';
import { attendeeRow, plannedColumns, plannedMeeting } from './synced-meetings.ts';
import { refundEnded } from './usage-entries.ts';

const meetingOwner = z.object({
  email: z.string(),
  companyDomain: z.string().nullable(),
  timezone: z.string(),
  leadMinutes: z.number(),
  /** The user's addresses: the verified one, and those of connected calendars and sign-ins. */
  ownAddresses: z.array(z.string()),
  excludedDomains: z.array(z.string()),
});

/** Returns what is needed to classify and plan a user's meetings. */
export async function getMeetingOwner(connection: Connection, userId: string) {
  return await connection.one(sql.type(meetingOwner)`
    select email, company_domain as "companyDomain", timezone, lead_minutes as "leadMinutes",
      array(
        select users.email where users.email_verified_at is not null
        union select account_email from calendar_integrations where user_id = users.id and status <> 'disconnected'
        union select identities.email from identities where user_id = users.id
      ) as "ownAddresses",
      array(select domain from domain_exclusions where user_id = users.id) as "excludedDomains"
    from users where id = ${userId}
  `);
}

export type ManualMeeting = {
  title: string;
  description: string | null;
  location: string | null;
  meetingUrl: string | null;
  documents: MeetingDocument[];
  start: Date;
  end: Date;
  timeZone: string;
  organizerEmail: string;
  meetingType: MeetingType;
  externalDomains: string[];
  externalAttendeeCount: number;
  participants: readonly Participant[];
  contentHash: Buffer;
  plan: MeetingChange;
};

/** Returns the meeting and locks it until the transaction ends. Null if the user has no such meeting. */
export async function lockMeeting(transaction: Transaction, { userId, meetingId }: MeetingKey) {
  const row = z.object({ isAddedByHand: z.boolean(), status: z.enum(['confirmed', 'cancelled']) });
  return await transaction.maybeOne(sql.type(row)`
    select calendar_id is null as "isAddedByHand", status from meetings
    where id = ${meetingId} and user_id = ${userId} for no key update
  `);
}

/** Returns the new meeting's id. */
export async function insertManualMeeting(transaction: Transaction, userId: string, meeting: ManualMeeting) {
  const { plan } = meeting;
  const { id } = await transaction.one(sql.typeAlias('id')`
    insert into meetings (
      user_id, title, description, location, meeting_url, documents, start_time, end_time, time_zone, organizer_email, meeting_type, external_domains,
      external_attendee_count, content_hash, version, research_state, briefing_state, briefing_due_at, briefing_reason
    ) values (
      ${userId}, ${meeting.title}, ${meeting.description}, ${meeting.location}, ${meeting.meetingUrl}, ${sql.jsonb(meeting.documents)}, ${sql.timestamp(meeting.start)},
      ${sql.timestamp(meeting.end)}, ${meeting.timeZone}, ${meeting.organizerEmail}, ${meeting.meetingType},
      ${sql.array(meeting.externalDomains, 'text')}, ${meeting.externalAttendeeCount}, ${sql.binary(meeting.contentHash)}, ${plan.version},
      ${plan.researchState}, ${plan.briefingState}, ${plan.briefingDueAt ? sql.timestamp(plan.briefingDueAt) : null}, ${plan.briefingReason}
    )
    returning id
  `);
  await insertParticipants(transaction, id, meeting.participants);
  return id;
}

/** Updates a manual meeting. Requested research that will not start is refunded. */
export async function updateManualMeeting(transaction: Transaction, meetingId: string, meeting: ManualMeeting) {
  const columns = sql.fragment`
    title = ${meeting.title}, description = ${meeting.description}, location = ${meeting.location},
    meeting_url = ${meeting.meetingUrl}, documents = ${sql.jsonb(meeting.documents)}, start_time = ${sql.timestamp(meeting.start)}, end_time = ${sql.timestamp(meeting.end)},
    time_zone = ${meeting.timeZone}, organizer_email = ${meeting.organizerEmail}, content_hash = ${sql.binary(meeting.contentHash)},
    meeting_type = ${meeting.meetingType}, external_domains = ${sql.array(meeting.externalDomains, 'text')},
    external_attendee_count = ${meeting.externalAttendeeCount}
  `;
  await updateAndRefund(transaction, meetingId, columns, meeting.plan);
  await transaction.query(sql.typeAlias('void')`delete from attendees where meeting_id = ${meetingId}`);
  await insertParticipants(transaction, meetingId, meeting.participants);
}

async function insertParticipants(transaction: Transaction, meetingId: string, participants: readonly Participant[]) {
  await transaction.query(sql.typeAlias('void')`
    insert into attendees (meeting_id, email, name, response_status, is_organizer, is_self, is_external)
    select ${meetingId}::uuid, email, name, "responseStatus", "isOrganizer", "isSelf", "isExternal"
    from jsonb_to_recordset(${sql.jsonb([...participants])}) as input (
      email text, name text, "responseStatus" text, "isOrganizer" boolean, "isSelf" boolean, "isExternal" boolean
    )
  `);
}

const comingMeeting = plannedMeeting.extend({
  meetingId: z.uuid(),
  status: z.literal('confirmed'),
  organizerEmail: z.string().nullable(),
  guests: z.array(attendeeRow),
  /** The calendar hides some guests. */
  guestsHidden: z.boolean(),
  /** End of its calendar's sync window; null for a manual meeting. */
  windowEnd: z.date().nullable(),
});
export type ComingMeeting = z.infer<typeof comingMeeting>;

/**
 * Returns and locks the user's upcoming meetings, manual or from enabled calendars. Leaves out those without a hash,
 * which a sync will plan again. Reads the rest in a second statement, since the locking one may still see old guests.
 */
export async function lockComingMeetings(transaction: Transaction, userId: string) {
  const ids = await transaction.anyFirst(sql.typeAlias('id')`
    select id from meetings
    where user_id = ${userId} and status = 'confirmed' and start_time > now()
      and (calendar_id is null or content_hash <> '' and exists (
        select from calendars c join calendar_integrations i on i.id = c.integration_id
        where c.id = meetings.calendar_id and c.enabled and i.status <> 'disconnected'
      ))
    order by id for no key update
  `);
  return await listPlannedMeetings(transaction, ids);
}

/** Returns these meetings, all of which must be confirmed, with the guests and fields that planning needs. */
export async function listPlannedMeetings(transaction: Transaction, ids: readonly string[]) {
  return await transaction.any(sql.type(comingMeeting)`
    select
      m.id as "meetingId", m.status, m.organizer_email as "organizerEmail", m.guests_hidden as "guestsHidden", ${plannedColumns},
      case when m.calendar_id is not null then coalesce(c.window_end, now() + interval '30 days') end as "windowEnd",
      coalesce((
        select jsonb_agg(jsonb_build_object('email', a.email, 'name', a.name, 'responseStatus', a.response_status,
          'isOrganizer', a.is_organizer, 'isSelf', a.is_self, 'isExternal', a.is_external))
        from attendees a where a.meeting_id = m.id
      ), '[]') as "guests"
    from meetings m left join calendars c on c.id = m.calendar_id
    where m.id = any(${sql.array([...ids], 'uuid')})
    order by m.id
  `);
}

/** Writes which guests are external, and the resulting plan. Requested research that will not start is refunded. */
export async function updateClassification(
  transaction: Transaction,
  meetingId: string,
  meeting: Pick<ManualMeeting, 'meetingType' | 'externalDomains' | 'externalAttendeeCount' | 'participants' | 'plan'>,
) {
  const columns = sql.fragment`
    meeting_type = ${meeting.meetingType}, external_domains = ${sql.array(meeting.externalDomains, 'text')},
    external_attendee_count = ${meeting.externalAttendeeCount}
  `;
  await updateAndRefund(transaction, meetingId, columns, meeting.plan);
  const external = meeting.participants.filter(({ isExternal }) => isExternal).map(({ email }) => email);
  await transaction.query(sql.typeAlias('void')`
    update attendees set is_external = email = any(${sql.array(external, 'text')}) where meeting_id = ${meetingId}
  `);
}

async function updateAndRefund(
  transaction: Transaction,
  meetingId: string,
  columns: FragmentSqlToken,
  plan: ManualMeeting['plan'],
) {
  await transaction.query(sql.typeAlias('void')`
    with written as (
      update meetings
      set ${columns}, version = ${plan.version}, research_state = ${plan.researchState},
          briefing_state = ${plan.briefingState}, briefing_reason = ${plan.briefingReason},
          briefing_due_at = ${plan.briefingDueAt ? sql.timestamp(plan.briefingDueAt) : null}, updated_at = now()
      where id = ${meetingId}
      returning id, user_id, research_state
    ), ended as (
      select id, user_id from written where research_state = 'none'
    )
    ${refundEnded}
  `);
}
