import * as z from 'zod';
import { type Connection, sql } from '#db/sql.ts';

const ACTIVE_WITHIN_DAYS = 30;

const activityRow = z.object({
  id: z.uuid(),
  at: z.coerce.date(),
  action: z.string(),
  actor: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
  subjectEmail: z.string().nullable(),
});
export type ActivityRow = z.infer<typeof activityRow>;

const overviewRow = z.object({
  totalUsers: z.number(),
  whitelistedEmails: z.number(),
  activeUsers: z.number(),
  adminUsers: z.number(),
  /** Newest first. */
  recentActivity: z.array(activityRow),
});

/**
 * The admin's first page in one read: four counters (disabled accounts are users no more), and the newest entries of the audit log. Addresses are
 * looked up where they still exist: the log holds none.
 */
export async function getOverview(
  connection: Connection,
  { activityLimit }: { activityLimit: number },
): Promise<z.infer<typeof overviewRow>> {
  return await connection.one(sql.type(overviewRow)`
    select
      count(*) as "totalUsers",
      count(*) filter (where role <> 'user') as "adminUsers",
      count(*) filter (where last_seen_at > now() - make_interval(days => ${ACTIVE_WITHIN_DAYS})) as "activeUsers",
      (select count(*) from whitelist_entries where expires_at is null or expires_at > now()) as "whitelistedEmails",
      (
        select coalesce(json_agg(activity order by activity.at desc, activity.id desc), '[]')
        from (
          select newest.id, newest.at, newest.action,
            case when actors.id is not null then
              json_build_object('firstName', actors.first_name, 'lastName', actors.last_name, 'email', actors.email)
            end as actor,
            coalesce(subjects.email, whitelist_entries.email) as "subjectEmail"
          from (select * from audit_log order by at desc, id desc limit ${activityLimit}) as newest
          left join users as actors on actors.id = newest.actor_user_id
          left join users as subjects on newest.subject = 'user:' || subjects.id
          left join whitelist_entries on newest.details ->> 'entryId' = whitelist_entries.id::text
        ) as activity
      ) as "recentActivity"
    from users where disabled_at is null
  `);
}
