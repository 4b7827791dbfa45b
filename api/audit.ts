import { createHmac } from 'node:crypto';
import type { Request } from 'express';
import { type AuditEntry, insertAuditEntry } from '#db/queries/audit-log.ts';
import type { Connection } from '#db/sql.ts';
import type { ApiContext } from './context.ts';

/** Records an action or a failed attempt. Pass the action's transaction, if it has one. */
export async function audit(connection: Connection, request: Request, entry: Omit<AuditEntry, 'ip'>): Promise<void> {
  await insertAuditEntry(connection, { ...entry, ip: request.ip ?? null });
}

/** Records what a user did with their own account. */
export async function auditOwn(
  connection: Connection,
  request: Request,
  { userId, ...entry }: Pick<AuditEntry, 'action' | 'details'> & { userId: string },
): Promise<void> {
  await audit(connection, request, { ...entry, actorUserId: userId, subject: userSubject(userId) });
}

export const userSubject = (userId: string) => `user:${userId}`;

/**
 * Returns the audit log's subject for an address, so that entries about the address can be linked without revealing it.
 * A keyed hash, so that guessed addresses cannot be matched against the log or a copy of it.
 */
export function addressSubject({ config }: Pick<ApiContext, 'config'>, email: string): string {
  const digest = createHmac('sha256', config.sessionSecret).update(`audit-log:${email}`).digest('hex');
  return `address:${digest.slice(0, 32)}`;
}
