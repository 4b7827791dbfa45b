import { addFactor } from '#api/commands/add-factor.ts';
import { deviceName } from '#api/device-name.ts';
import { badRequest, conflict } from '#api/errors.ts';
import { checkFreshFactor } from '#api/middleware/require-fresh-factor.ts';
import { checkNewPasskey } from '#api/passkeys.ts';
import { route } from '#api/route.ts';
import { addPasskey } from '#contract/factors.ts';
import { insertPasskey } from '#db/queries/passkeys.ts';

export const verifyPasskeyRoute = route(addPasskey, async ({ context, request, caller, body }) => {
  await checkFreshFactor(context, caller);
  const key = await checkNewPasskey(context, request.sessionID, body.response);
  if (!key) throw badRequest('This passkey could not be added. Please try again.');
  const name = body.name ?? deviceName(request.get('user-agent') ?? '');
  const recoveryCodes = await addFactor(context, request, caller, {
    kind: 'passkey',
    insert: async (transaction) => {
      const isNew = await insertPasskey(transaction, { ...key, userId: caller.userId, name });
      if (!isNew) throw conflict('This passkey has already been added.');
    },
  });
  return { recoveryCodes };
});
