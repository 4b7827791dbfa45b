import { conflict, notFound } from '#api/errors.ts';
import { passkeyRequestOptions } from '#api/passkeys.ts';
import { route } from '#api/route.ts';
import { loadAccess } from '#api/sessions.ts';
import { pendingSignIn } from '#api/sign-in.ts';
import { getPasskeyOptions } from '#contract/factors.ts';
import { listPasskeys } from '#db/queries/passkeys.ts';

export const factorOptionsRoute = route(getPasskeyOptions, async ({ context, request }) => {
  const userId = pendingSignIn(request)?.userId ?? (await loadAccess(context, request))?.userId;
  if (userId === undefined) throw conflict('No sign-in is waiting for a second factor here. Please sign in again.');
  const known = await listPasskeys(context.pool, userId);
  if (known.length === 0) throw notFound();
  return { options: await passkeyRequestOptions(context, { sessionKey: request.sessionID, known }) };
});
