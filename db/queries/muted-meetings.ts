import * as z from 'zod';
import { type Connection, type MeetingKey, type OwnKey, sql, type Transaction } from '#db/sql.ts';
import { NO_BRIEFING } from '#domain/briefable.ts';
import { isPrepared } from './prepared-meetings.ts';

/** One meeting, or all occurrences of a series in one calendar. */
export type MuteScope = MeetingKey | { userId: string; calendarId: string; seriesId: string };

/** Stores a mute. Safe to repeat. */
export async function insertMutedMeeting(transaction: Transaction, scope: MuteScope) {
  const series = 'seriesId' in scope ? scope : null;
  const meetingId = 'meetingId' in scope ? scope.meetingId : null;
  await transaction.query(sql.typeAlias('void')`
    insert into muted_meetings (user_id, calendar_id, series_id, meeting_id)
    values (${scope.userId}, ${series?.calendarId ?? null}, ${series?.seriesId ?? null}, ${meetingId})
    on conflict do nothing
  `);
}

/** Deletes the mute of exactly this meeting or series. Returns false if there is none. */
export async function deleteMute(transaction: Transaction, scope: MuteScope) {
  const isMeant =
    'seriesId' in scope
      ? sql.fragment`calendar_id = ${scope.calendarId} and series_id = ${scope.seriesId}`
      : sql.fragment`meeting_id = ${scope.meetingId}`;
  const { rowCount } = await transaction.query(sql.typeAlias('void')`
    delete from muted_meetings where user_id = ${scope.userId} and ${isMeant}
  `);
  return rowCount === 1;
}

/** Returns whether the database has the meeting, or the calendar of the series. */
export async function hasMuteSubject(connection: Connection, scope: MuteScope) {
  return await connection.exists(
    'seriesId' in scope
      ? sql.typeAlias('id')`
          select c.id from calendars c join calendar_integrations i on i.id = c.integration_id
          where c.id = ${scope.calendarId} and i.user_id = ${scope.userId}
        `
      : sql.typeAlias('id')`select id from meetings where id = ${scope.meetingId} and user_id = ${scope.userId}`,
  );
}

/**
 * Increments the version of the upcoming meetings that a mute covers and that may have a workflow, and returns them.
 * Research that the mute had prevented becomes pending again. Needs `lockPlanning`.
 */
export async function touchMutedMeetings(transaction: Transaction, scope: MuteScope) {
  const isMeant =
    'seriesId' in scope
      ? sql.fragment`calendar_id = ${scope.calendarId} and series_id = ${scope.seriesId}`
      : sql.fragment`id = ${scope.meetingId}`;
  return await transaction.any(sql.typeAlias('meetingVersion')`
    update meetings
    set version = version + 1, updated_at = now(),
        research_state = case when research_state = 'none' and briefing_reason = ${NO_BRIEFING.muted} then 'pending' else research_state end
    where user_id = ${scope.userId} and ${isMeant}
      and start_time > now() and status = 'confirmed' and ${isPrepared}
    returning id as "meetingId", version
  `);
}

const mutedMeetingRow = z.object({
  id: z.uuid(),
  scope: z.enum(['meeting', 'series']),
  title: z.string(),
  mutedAt: z.date(),
});

/**
 * Returns a page of mutes, newest first. A series without meetings has an empty title.
 *
 * @param page.after The last id of the previous page.
 */
export async function listMutedMeetings(
  connection: Connection,
  page: { userId: string; limit: number; after?: string | undefined },
) {
  return await connection.any(sql.type(mutedMeetingRow)`
    select muted.id, case when series_id is null then 'meeting' else 'series' end as scope, created_at as "mutedAt",
      coalesce((
        select title from meetings
        where meetings.id = muted.meeting_id
          or (meetings.calendar_id = muted.calendar_id and meetings.series_id = muted.series_id)
        order by start_time desc, meetings.id desc limit 1
      ), '') as title
    from muted_meetings muted
    where user_id = ${page.userId} ${page.after === undefined ? sql.fragment`` : sql.fragment`and id < ${page.after}`}
    order by id desc
    limit ${page.limit}
  `);
}

const deletedMute = z.object({
  calendarId: z.uuid().nullable(),
  seriesId: z.string().nullable(),
  meetingId: z.uuid().nullable(),
});

/** Deletes a mute and returns its scope; null if the user has no such mute. */
export async function deleteMutedMeeting(transaction: Transaction, { userId, id }: OwnKey): Promise<MuteScope | null> {
  const row = await transaction.maybeOne(sql.type(deletedMute)`
    delete from muted_meetings where id = ${id} and user_id = ${userId}
    returning calendar_id as "calendarId", series_id as "seriesId", meeting_id as "meetingId"
  `);
  return row && toScope(userId, row);
}

function toScope(userId: string, { calendarId, seriesId, meetingId }: z.infer<typeof deletedMute>): MuteScope | null {
  if (meetingId) return { userId, meetingId };
  return calendarId && seriesId ? { userId, calendarId, seriesId } : null;
}

/** Deletes every mute covering the meeting, on its own or with its series. Returns their scopes. */
export async function deleteMutesOfMeeting(
  transaction: Transaction,
  { userId, meetingId }: MeetingKey,
): Promise<readonly MuteScope[]> {
  const rows = await transaction.any(sql.type(deletedMute)`
    delete from muted_meetings muted using meetings
    where meetings.id = ${meetingId} and meetings.user_id = ${userId} and muted.user_id = ${userId}
      and (muted.meeting_id = meetings.id or (muted.calendar_id = meetings.calendar_id and muted.series_id = meetings.series_id))
    returning muted.calendar_id as "calendarId", muted.series_id as "seriesId", muted.meeting_id as "meetingId"
  `);
  return rows.flatMap((row) => toScope(userId, row) ?? []);
}
