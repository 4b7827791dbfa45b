import * as z from 'zod';
import { type Connection, sql } from '#db/sql.ts';

const meetingHistory = z.object({
  /** Id of the most recent past meeting. */
  meetingId: z.uuid(),
  title: z.string(),
  start: z.date(),
  /** The user's note on how it went. */
  outcome: z.string().nullable(),
  /** Addresses of external guests in both meetings. */
  guests: z.array(z.string()),
  /** Number of past meetings with any of this meeting's external guests. */
  count: z.number(),
});
export type MeetingHistory = z.infer<typeof meetingHistory>;

/** Returns the user's most recent past meeting with any of this meeting's external guests; null if there is none. */
export async function findMeetingHistory(connection: Connection, meetingId: string) {
  return await connection.maybeOne(sql.type(meetingHistory)`
    select p.id as "meetingId", p.title, p.start_time as "start", p.outcome, array_agg(distinct b.email order by b.email) as guests,
      (count(*) over ())::int as count
    from meetings m
    join attendees a on a.meeting_id = m.id and a.is_external
    join attendees b on b.email = a.email and b.is_external and b.response_status <> 'declined'
    join meetings p on p.id = b.meeting_id and p.user_id = m.user_id and p.id <> m.id
    where m.id = ${meetingId} and p.end_time <= least(m.start_time, now()) and p.status = 'confirmed'
      and p.user_response <> 'declined' and p.visibility = 'default'
    group by p.id
    order by p.start_time desc limit 1
  `);
}
