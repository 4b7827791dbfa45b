import * as z from 'zod';
import { type Connection, sql } from '#db/sql.ts';
import { auditEntries, auditRow } from './audit-log.ts';

const ACTIVE_WITHIN_DAYS = 30;
const ACTIVITY_SHOWN = 20;

const overviewRow = z.object({
  totalUsers: z.number(),
  whitelistedEmails: z.number(),
  activeUsers: z.number(),
  adminUsers: z.number(),
  recentActivity: z.array(auditRow),
});

/** Returns the admin overview: four counters, without disabled accounts and expired entries, and the latest actions. */
export async function getOverview(connection: Connection) {
  return await connection.one(sql.type(overviewRow)`
    select
      count(*) as "totalUsers",
      count(*) filter (where role <> 'user') as "adminUsers",
      count(*) filter (where last_seen_at > now() - make_interval(days => ${ACTIVE_WITHIN_DAYS})) as "activeUsers",
      (select count(*) from whitelist_entries where expires_at is null or expires_at > now()) as "whitelistedEmails",
      (select coalesce(json_agg(activity), '[]') from (${auditEntries({ limit: ACTIVITY_SHOWN })}) as activity) as "recentActivity"
    from users where disabled_at is null
  `);
}
