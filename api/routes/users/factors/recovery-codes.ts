import { Router } from 'express';
import { audit, userSubject } from '#api/audit.ts';
import { issueRecoveryCodes } from '#api/commands/add-factor.ts';
import { queueFactorMail } from '#api/commands/queue-account-mail.ts';
import type { ApiContext } from '#api/context.ts';
import { conflict, unauthorized } from '#api/errors.ts';
import { answer, readBody } from '#api/http.ts';
import { requireFreshFactor } from '#api/middleware/require-fresh-factor.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { renewRecoveryCodes } from '#contract/factors.ts';
import { hasFactor } from '#db/queries/factors.ts';
import { lockAndFindUser } from '#db/queries/users.ts';

export function recoveryCodesRoute(context: ApiContext): Router {
  const guards = [requireUser(context), requireFreshFactor(context)];
  return Router().post(renewRecoveryCodes.path, ...guards, async (request, response) => {
    readBody(renewRecoveryCodes, request);
    const { userId } = currentUser(request);
    const recoveryCodes = await context.pool.transaction(async (transaction) => {
      const user = await lockAndFindUser(transaction, userId);
      if (!user) throw unauthorized();
      if (!(await hasFactor(transaction, userId))) throw conflict('Set up a second factor to get recovery codes.');
      await queueFactorMail(transaction, user, { change: 'codes-renewed' });
      const entry = { actorUserId: userId, action: 'recovery-codes.renewed', subject: userSubject(userId) };
      await audit(transaction, request, entry);
      return await issueRecoveryCodes(transaction, userId);
    });
    answer(response, renewRecoveryCodes, { recoveryCodes });
  });
}
