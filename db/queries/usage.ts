import * as z from 'zod';
import { type Connection, sql } from '#db/sql.ts';

const usageCounts = z.object({ research: z.number(), meetings: z.number(), emails: z.number() });

/**
 * Counts usage in a period: research requested and not refunded, meetings with external guests, and briefings, updates
 * and digests sent.
 */
export async function getUsageCounts(
  connection: Connection,
  { userId, start, end }: { userId: string; start: Date; end: Date },
) {
  const inPeriod = (column: 'created_at' | 'start_time' | 'sent_at') => sql.fragment`
    ${sql.identifier([column])} >= ${sql.timestamp(start)} and ${sql.identifier([column])} < ${sql.timestamp(end)}
  `;
  return await connection.one(sql.type(usageCounts)`
    select
      (select count(*) from usage_entries
        where user_id = ${userId} and kind = 'research' and state <> 'refunded' and ${inPeriod('created_at')}) as research,
      (select count(*) from meetings
        where user_id = ${userId} and status = 'confirmed' and meeting_type <> 'internal' and ${inPeriod('start_time')}) as meetings,
      (select count(*) from emails
        where user_id = ${userId} and kind in ('briefing', 'briefing-update', 'digest') and ${inPeriod('sent_at')}) as emails
  `);
}
