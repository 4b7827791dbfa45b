import { Router } from 'express';
import { removeFactor } from '#api/commands/remove-factor.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readParams } from '#api/http.ts';
import { requireFreshFactor } from '#api/middleware/require-fresh-factor.ts';
import { currentSession, requireUser } from '#api/middleware/require-user.ts';
import { removePasskey } from '#contract/factors.ts';
import { deletePasskey } from '#db/queries/passkeys.ts';

export function passkeyRoute(context: ApiContext): Router {
  const guards = [requireUser(context), requireFreshFactor(context)];
  return Router().delete(removePasskey.path, ...guards, async (request, response) => {
    const { id } = readParams(removePasskey, request);
    const access = currentSession(request);
    await removeFactor(context, request, access, {
      kind: 'passkey',
      remove: async (transaction) => await deletePasskey(transaction, { userId: access.userId, id }),
    });
    answer(response, removePasskey, { message: 'The passkey was removed.' });
  });
}
