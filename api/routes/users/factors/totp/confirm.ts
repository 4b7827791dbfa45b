import { Router } from 'express';
import { countFactorTry } from '#api/account-cap.ts';
import { addFactor } from '#api/commands/add-factor.ts';
import type { ApiContext } from '#api/context.ts';
import { badRequest, conflict } from '#api/errors.ts';
import { answer, readBody } from '#api/http.ts';
import { checkFreshFactor } from '#api/middleware/require-fresh-factor.ts';
import { currentSession, requireUser } from '#api/middleware/require-user.ts';
import { totpPeriod } from '#api/totp.ts';
import { confirmTotp } from '#contract/factors.ts';
import { confirmTotpFactor, findTotpFactor, totpOwner } from '#db/queries/totp-factors.ts';

export function confirmTotpRoute(context: ApiContext): Router {
  return Router().post(confirmTotp.path, requireUser(context), async (request, response) => {
    const { code } = readBody(confirmTotp, request);
    const access = currentSession(request);
    const { userId } = access;
    await checkFreshFactor(context, access);
    const factor = await findTotpFactor(context.pool, userId);
    if (!factor) throw badRequest('The setup of your authenticator app has expired. Please start again.');
    if (factor.isConfirmed) throw alreadySetUp();
    const attempt = await countFactorTry(context, request, userId);
    if ('refusal' in attempt) throw attempt.refusal;
    const secret = context.encryption.decrypt(factor.secret, totpOwner(userId));
    const period = totpPeriod(secret, code.replace(/\s/g, ''));
    if (period === null) throw badRequest('This code is incorrect. Please enter the one your app shows now.');
    await attempt.undo();
    const recoveryCodes = await context.pool.transaction(
      async (transaction) =>
        await addFactor(transaction, request, access, {
          kind: 'totp',
          insert: async () => {
            if (!(await confirmTotpFactor(transaction, { userId, period }))) throw alreadySetUp();
          },
        }),
    );
    answer(response, confirmTotp, { recoveryCodes });
  });
}

const alreadySetUp = () => conflict('An authenticator app is already set up.');
