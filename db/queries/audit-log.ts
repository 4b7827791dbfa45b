import * as z from 'zod';
import { type Connection, sql } from '#db/sql.ts';

export type AuditEntry = {
  /** Null for visitors, the command line and workers. */
  actorUserId: string | null;
  /** `noun.verb`, for example `role.granted`. */
  action: string;
  /**
   * Subject of the action: `user:{id}`, `address:{hash}` for any other address or domain, or `journal:{entry id}`.
   * Addresses are never in plain text, since these rows outlive their users.
   */
  subject: string;
  ip: string | null;
  details?: Record<string, string | number | boolean | null>;
};

export async function insertAuditEntry(connection: Connection, entry: AuditEntry) {
  await connection.query(sql.typeAlias('void')`
    insert into audit_log (actor_user_id, action, subject, ip, details)
    values (${entry.actorUserId}, ${entry.action}, ${entry.subject}, ${entry.ip}, ${sql.jsonb(entry.details ?? {})})
  `);
}

/** Counts the entries of the last `hours` hours for an action on a subject. */
export async function countAuditEntries(
  connection: Connection,
  { action, subject, hours }: Pick<AuditEntry, 'action' | 'subject'> & { hours: number },
) {
  return await connection.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from audit_log
    where subject = ${subject} and action = ${action} and at > now() - make_interval(hours => ${hours})
  `);
}

/** Columns of `auditEntries`. */
export const auditRow = z.object({
  id: z.uuid(),
  /** A Date from a column, a string from JSON. */
  at: z.coerce.date(),
  action: z.string(),
  actor: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
  subjectEmail: z.string().nullable(),
  ip: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type AuditRow = z.infer<typeof auditRow>;

/** Selects a page of entries, newest first. The log doesn't store addresses; existing ones are looked up. */
export function auditEntries({ limit, after }: { limit: number; after?: string | undefined }) {
  const isOlder =
    after === undefined
      ? sql.fragment`true`
      : sql.fragment`(at, id) < (select last.at, last.id from audit_log last where last.id = ${after})`;
  return sql.fragment`
    select entry.id, entry.at, entry.action, entry.ip, entry.details,
      case when actors.id is not null then
        json_build_object('firstName', actors.first_name, 'lastName', actors.last_name, 'email', actors.email)
      end as actor,
      coalesce(subjects.email, whitelist_entries.email) as "subjectEmail"
    from (select * from audit_log where ${isOlder} order by at desc, id desc limit ${limit}) as entry
    left join users as actors on actors.id = entry.actor_user_id
    left join users as subjects on entry.subject = 'user:' || subjects.id
    left join whitelist_entries on entry.details ->> 'entryId' = whitelist_entries.id::text
    order by entry.at desc, entry.id desc
  `;
}

/**
 * Returns a page of the audit log, newest first.
 *
 * @param page.after The last id of the previous page. An unknown id yields an empty page.
 */
export async function listAuditEntries(connection: Connection, page: { limit: number; after?: string | undefined }) {
  return await connection.any(sql.type(auditRow)`${auditEntries(page)}`);
}
