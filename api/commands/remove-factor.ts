import type { Request } from 'express';
import { auditOwn } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { conflict, notFound } from '#api/errors.ts';
import { isFactorRequired } from '#api/factor-policy.ts';
import { lockOpenSession } from '#api/sessions.ts';
import type { AccessRow } from '#db/queries/access.ts';
import { hasFactor, journalFactors } from '#db/queries/factors.ts';
import { deleteRecoveryCodes } from '#db/queries/recovery-codes.ts';
import { forgetFactorGiven } from '#db/queries/sessions.ts';
import type { Transaction } from '#db/sql.ts';
import { type FactorKind, queueFactorMail } from './queue-account-mail.ts';

/**
 * Removes a factor, and the recovery codes with the last one.
 *
 * @param remove Deletes the factor; returns false if there is none.
 * @throws 401 if the session is no longer open, 404 if there is no such factor, 409 if it is the last one and the role
 *   requires one
 */
export async function removeFactor(
  context: ApiContext,
  request: Request,
  access: AccessRow,
  { kind, remove }: { kind: FactorKind; remove: (transaction: Transaction) => Promise<boolean> },
): Promise<void> {
  const { userId } = access;
  await context.pool.transaction(async (transaction) => {
    const user = await lockOpenSession(transaction, access);
    if (!(await remove(transaction))) throw notFound();
    if (!(await hasFactor(transaction, userId))) {
      if (isFactorRequired(context.config, user.role)) {
        throw conflict('Administrators need a second factor. Add another one before you remove this one.');
      }
      await deleteRecoveryCodes(transaction, userId);
      await forgetFactorGiven(transaction, userId);
    }
    await journalFactors(transaction, userId);
    await queueFactorMail(transaction, user, { change: 'removed', kind });
    await auditOwn(transaction, request, { userId, action: 'factor.removed', details: { kind } });
  });
}
