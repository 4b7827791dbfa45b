import { createHmac } from 'node:crypto';
import type { Request } from 'express';
import { type AuditEntry, insertAuditEntry } from '#db/queries/audit-log.ts';
import type { Connection } from '#db/sql.ts';
import type { ApiContext } from './context.ts';

/** Records what somebody did or tried. Takes the transaction of the deed where there is one. */
export async function audit(connection: Connection, request: Request, entry: Omit<AuditEntry, 'ip'>): Promise<void> {
  await insertAuditEntry(connection, { ...entry, ip: request.ip ?? null });
}

export const userSubject = (userId: string) => `user:${userId}`;

/**
 * An address that belongs to no account: the log tells repeated tries on it apart without naming it. Under a secret, without which nobody finds out by
 * trying addresses whom the log, or a copy of it, speaks of.
 */
export function addressSubject({ config }: Pick<ApiContext, 'config'>, email: string): string {
  const digest = createHmac('sha256', config.sessionSecret).update(`audit-log:${email}`).digest('hex');
  return `address:${digest.slice(0, 32)}`;
}
