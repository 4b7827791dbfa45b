import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { conflict, notFound } from '#api/errors.ts';
import { answer, readBody } from '#api/http.ts';
import { passkeyRequestOptions } from '#api/passkeys.ts';
import { loadAccess } from '#api/sessions.ts';
import { pendingSignIn } from '#api/sign-in.ts';
import { getPasskeyOptions } from '#contract/factors.ts';
import { listPasskeys } from '#db/queries/passkeys.ts';

export function factorOptionsRoute(context: ApiContext): Router {
  return Router().post(getPasskeyOptions.path, async (request, response) => {
    readBody(getPasskeyOptions, request);
    const userId = pendingSignIn(request)?.userId ?? (await loadAccess(context, request))?.userId;
    if (userId === undefined) throw conflict('No sign-in is waiting for a second factor here. Please sign in again.');
    const known = await listPasskeys(context.pool, userId);
    if (known.length === 0) throw notFound();
    const options = await passkeyRequestOptions(context, { sessionKey: request.sessionID, known });
    answer(response, getPasskeyOptions, { options });
  });
}
