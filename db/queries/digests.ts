import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import { isPrepared } from './prepared-meetings.ts';

const digestReader = z.object({
  userId: z.uuid(),
  timezone: z.string(),
  quietHours: z.object({ start: z.string(), end: z.string() }).nullable(),
});
export type DigestReader = z.infer<typeof digestReader>;

/** Returns a page of the users who get digests, by id. */
export async function listDigestReaders(connection: Connection, page: { after: string | null; limit: number }) {
  return await connection.any(sql.type(digestReader)`
    select id as "userId", timezone,
      case when quiet_hours_start is not null
        then jsonb_build_object('start', quiet_hours_start, 'end', quiet_hours_end) end as "quietHours"
    from users
    where briefing_digest and not briefings_paused and email_notifications and disabled_at is null
      and (${page.after}::uuid is null or id > ${page.after}::uuid)
    order by id limit ${page.limit}
  `);
}

/** Returns whether an email with this key was ever queued. */
export async function hasEmail(connection: Connection, mailKey: string) {
  return await connection.oneFirst(sql.type(z.object({ found: z.boolean() }))`
    select exists (select from emails where mail_key = ${mailKey}) as found
  `);
}

/** Locks the user's meetings in this period that may have a workflow, and returns their ids in order. */
export async function lockMeetingsBetween(
  transaction: Transaction,
  userId: string,
  { from, until }: { from: Date; until: Date },
) {
  return await transaction.anyFirst(sql.typeAlias('id')`
    select id from meetings
    where user_id = ${userId} and start_time >= ${sql.timestamp(from)} and start_time < ${sql.timestamp(until)}
      and status = 'confirmed' and ${isPrepared}
    order by id for no key update
  `);
}

const touchedMeeting = z.object({ userId: z.uuid(), meetingId: z.uuid(), version: z.number() });

/** Increments the version of these meetings and returns them; the caller must notify their workflows. */
export async function touchMeetings(transaction: Transaction, meetingIds: readonly string[]) {
  return await transaction.any(sql.type(touchedMeeting)`
    update meetings set version = version + 1, updated_at = now()
    where id = any(${sql.array([...meetingIds], 'uuid')})
    returning user_id as "userId", id as "meetingId", version
  `);
}
