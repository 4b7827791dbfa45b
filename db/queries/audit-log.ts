import * as z from 'zod';
import { type Connection, sql } from '#db/sql.ts';

export type AuditEntry = {
  /** Null for visitors and for the command line. */
  actorUserId: string | null;
  /** `noun.verb`, for example `role.granted`. */
  action: string;
  /** What it was done to: `user:{id}`, or `address:{hash}` where there is no such user. Never an address itself: these rows outlive their users. */
  subject: string;
  ip: string | null;
  details?: Record<string, string | number | boolean | null>;
};

export async function insertAuditEntry(connection: Connection, entry: AuditEntry): Promise<void> {
  await connection.query(sql.typeAlias('void')`
    insert into audit_log (actor_user_id, action, subject, ip, details)
    values (${entry.actorUserId}, ${entry.action}, ${entry.subject}, ${entry.ip}, ${sql.jsonb(entry.details ?? {})})
  `);
}

const activityRow = z.object({
  id: z.uuid(),
  at: z.date(),
  action: z.string(),
  actor: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
  subjectEmail: z.string().nullable(),
});
export type ActivityRow = z.infer<typeof activityRow>;

/** The newest entries. Addresses are looked up where they still exist: the log holds none. */
export async function listRecentActivity(connection: Connection, limit: number): Promise<readonly ActivityRow[]> {
  return await connection.any(sql.type(activityRow)`
    select audit_log.id, audit_log.at, audit_log.action,
      case when actors.id is not null then
        json_build_object('firstName', actors.first_name, 'lastName', actors.last_name, 'email', actors.email)
      end as actor,
      coalesce(subjects.email, whitelist_entries.email) as "subjectEmail"
    from (select * from audit_log order by at desc, id desc limit ${limit}) as audit_log
    left join users as actors on actors.id = audit_log.actor_user_id
    left join users as subjects on audit_log.subject = 'user:' || subjects.id
    left join whitelist_entries on audit_log.details ->> 'entryId' = whitelist_entries.id::text
    order by audit_log.at desc, audit_log.id desc
  `);
}
