import type { Request } from 'express';
import { auditOwn } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { keepBrowser } from '#api/known-browser.ts';
import { createRecoveryCodes, hashRecoveryCode } from '#api/recovery-codes.ts';
import { lockOpenSession } from '#api/sessions.ts';
import type { AccessRow } from '#db/queries/access.ts';
import { journalFactors, listFactorMethods } from '#db/queries/factors.ts';
import { replaceRecoveryCodes } from '#db/queries/recovery-codes.ts';
import { markFactorGiven } from '#db/queries/sessions.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';
import type { Transaction } from '#db/sql.ts';
import { type FactorKind, queueFactorMail } from './queue-account-mail.ts';

/**
 * Adds a verified factor. The first one ends all other sessions and unused emailed links, which were created without
 * it.
 *
 * @param insert Writes the factor; the user's row is locked.
 * @returns recovery codes for the first factor; empty for others
 */
export async function addFactor(
  context: ApiContext,
  request: Request,
  access: AccessRow,
  { kind, insert }: { kind: FactorKind; insert: (transaction: Transaction) => Promise<void> },
): Promise<string[]> {
  const { userId, sessionId } = access;
  const { accessVersion, recoveryCodes } = await context.pool.transaction(async (transaction) => {
    const user = await lockOpenSession(transaction, { userId, sessionId });
    const isFirst = (await listFactorMethods(transaction, userId)).length === 0;
    await insert(transaction);
    await markFactorGiven(transaction, sessionId);
    await queueFactorMail(transaction, user, { change: 'added', kind });
    await auditOwn(transaction, request, { userId, action: 'factor.added', details: { kind } });
    if (!isFirst) {
      await journalFactors(transaction, userId);
      return { accessVersion: null, recoveryCodes: [] };
    }
    const version = await endWaysIn(transaction, 'factor_added', { userId, sessionId });
    return { accessVersion: version, recoveryCodes: await issueRecoveryCodes(transaction, userId) };
  });
  if (accessVersion !== null) keepBrowser(context, request, access, accessVersion, { isFactorGiven: true });
  return recoveryCodes;
}

export async function issueRecoveryCodes(transaction: Transaction, userId: string): Promise<string[]> {
  const codes = createRecoveryCodes();
  await replaceRecoveryCodes(transaction, userId, codes.map(hashRecoveryCode));
  await journalFactors(transaction, userId);
  return codes;
}
