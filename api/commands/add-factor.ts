import type { Request } from 'express';
import { audit, userSubject } from '#api/audit.ts';
import { unauthorized } from '#api/errors.ts';
import { createRecoveryCodes, hashRecoveryCode } from '#api/recovery-codes.ts';
import type { AccessRow } from '#db/queries/access.ts';
import { journalFactors, listFactorMethods } from '#db/queries/factors.ts';
import { replaceRecoveryCodes } from '#db/queries/recovery-codes.ts';
import { isSessionOpen, markFactorGiven } from '#db/queries/sessions.ts';
import { lockAndFindUser } from '#db/queries/users.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';
import type { Transaction } from '#db/sql.ts';
import { type FactorKind, queueFactorMail } from './queue-account-mail.ts';

/**
 * Adds a verified factor. The first one ends all other sessions and unused mailed links, which were created without it.
 *
 * @param insert Writes the factor; the user's row is locked.
 * @returns recovery codes for the first factor; empty for others
 */
export async function addFactor(
  transaction: Transaction,
  request: Request,
  { userId, sessionId }: AccessRow,
  { kind, insert }: { kind: FactorKind; insert: () => Promise<void> },
): Promise<string[]> {
  const user = await lockAndFindUser(transaction, userId);
  // A reset or a sign-out everywhere may have overtaken this request.
  if (!user || !(await isSessionOpen(transaction, sessionId))) throw unauthorized();
  const isFirst = (await listFactorMethods(transaction, userId)).length === 0;
  await insert();
  await markFactorGiven(transaction, sessionId);
  await queueFactorMail(transaction, user, { change: 'added', kind });
  const entry = { actorUserId: userId, action: 'factor.added', subject: userSubject(userId) };
  await audit(transaction, request, { ...entry, details: { kind } });
  if (!isFirst) {
    await journalFactors(transaction, userId);
    return [];
  }
  await endWaysIn(transaction, 'factor_added', { userId, sessionId });
  return await issueRecoveryCodes(transaction, userId);
}

export async function issueRecoveryCodes(transaction: Transaction, userId: string): Promise<string[]> {
  const codes = createRecoveryCodes();
  await replaceRecoveryCodes(transaction, userId, codes.map(hashRecoveryCode));
  await journalFactors(transaction, userId);
  return codes;
}
