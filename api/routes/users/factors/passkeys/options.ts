import { requireFactorOrOwner } from '#api/commands/require-owner.ts';
import { passkeyCreationOptions } from '#api/passkeys.ts';
import { route } from '#api/route.ts';
import { beginPasskey } from '#contract/factors.ts';
import { listPasskeys } from '#db/queries/passkeys.ts';

export const passkeyOptionsRoute = route(beginPasskey, async ({ context, request, caller, body }) => {
  await requireFactorOrOwner(context, request, caller, { purpose: 'factor', ...body });
  const { userId, email } = caller;
  const known = await listPasskeys(context.pool, userId);
  return { options: await passkeyCreationOptions(context, { sessionKey: request.sessionID, userId, email, known }) };
});
