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
