import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { type AuditEntry, insertAuditEntry } from '#db/queries/audit-log.ts';
import type { Connection } from '#db/sql.ts';

/** Records what somebody did or tried. Takes the transaction of the deed where there is one. */
export async function audit(connection: Connection, request: Request, entry: Omit<AuditEntry, 'ip'>): Promise<void> {
  await insertAuditEntry(connection, { ...entry, ip: request.ip ?? null });
}

export const userSubject = (userId: string) => `user:${userId}`;

/** An address that belongs to no account: the log tells repeated tries on it apart without naming it. */
export function addressSubject(email: string): string {
  return `address:${createHash('sha256').update(email).digest('hex').slice(0, 32)}`;
}
