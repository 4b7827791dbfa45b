import { Router } from 'express';
import { requireFactorOrOwner } from '#api/commands/require-owner.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { currentSession, requireUser } from '#api/middleware/require-user.ts';
import { passkeyCreationOptions } from '#api/passkeys.ts';
import { beginPasskey } from '#contract/factors.ts';
import { listPasskeys } from '#db/queries/passkeys.ts';

export function passkeyOptionsRoute(context: ApiContext): Router {
  return Router().post(beginPasskey.path, requireUser(context), async (request, response) => {
    const { currentPassword } = readBody(beginPasskey, request);
    const access = currentSession(request);
    await requireFactorOrOwner(context, request, access, { purpose: 'factor', currentPassword });
    const known = await listPasskeys(context.pool, access.userId);
    const { email } = access;
    const options = await passkeyCreationOptions(context, { sessionKey: request.sessionID, email, known });
    answer(response, beginPasskey, { options });
  });
}
