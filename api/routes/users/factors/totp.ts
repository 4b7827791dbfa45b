import { Router } from 'express';
import { removeFactor } from '#api/commands/remove-factor.ts';
import { requireFactorOrOwner } from '#api/commands/require-owner.ts';
import type { ApiContext } from '#api/context.ts';
import { conflict } from '#api/errors.ts';
import { answer, readBody } from '#api/http.ts';
import { requireFreshFactor } from '#api/middleware/require-fresh-factor.ts';
import { currentSession, requireUser } from '#api/middleware/require-user.ts';
import { createTotpSecret, totpUri } from '#api/totp.ts';
import { addTotp, removeTotp } from '#contract/factors.ts';
import { deleteTotpFactor, insertTotpFactor, totpOwner } from '#db/queries/totp-factors.ts';

export function totpRoute(context: ApiContext): Router {
  const signedIn = requireUser(context);
  return Router()
    .post(addTotp.path, signedIn, async (request, response) => {
      const { currentPassword } = readBody(addTotp, request);
      const access = currentSession(request);
      await requireFactorOrOwner(context, request, access, { purpose: 'factor', currentPassword });
      const { userId, email } = access;
      const secret = createTotpSecret();
      const envelope = context.encryption.encrypt(secret, totpOwner(userId));
      const isBegun = await context.pool.transaction(
        async (transaction) => await insertTotpFactor(transaction, { userId, secret: envelope }),
      );
      if (!isBegun) throw conflict('An authenticator app is already set up. Remove it before adding another.');
      answer(response, addTotp, { secret, uri: totpUri(secret, email) });
    })
    .delete(removeTotp.path, signedIn, requireFreshFactor(context), async (request, response) => {
      await removeFactor(context, request, currentSession(request), {
        kind: 'totp',
        remove: async (transaction) => await deleteTotpFactor(transaction, currentSession(request).userId),
      });
      answer(response, removeTotp, { message: 'The authenticator app was removed.' });
    });
}
