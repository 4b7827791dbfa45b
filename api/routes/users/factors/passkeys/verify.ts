import { Router } from 'express';
import { addFactor } from '#api/commands/add-factor.ts';
import type { ApiContext } from '#api/context.ts';
import { deviceName } from '#api/device-name.ts';
import { badRequest, conflict } from '#api/errors.ts';
import { answer, readBody } from '#api/http.ts';
import { checkFreshFactor } from '#api/middleware/require-fresh-factor.ts';
import { currentSession, requireUser } from '#api/middleware/require-user.ts';
import { checkNewPasskey } from '#api/passkeys.ts';
import { addPasskey } from '#contract/factors.ts';
import { insertPasskey } from '#db/queries/passkeys.ts';

export function verifyPasskeyRoute(context: ApiContext): Router {
  return Router().post(addPasskey.path, requireUser(context), async (request, response) => {
    const given = readBody(addPasskey, request);
    const access = currentSession(request);
    await checkFreshFactor(context, access);
    const key = await checkNewPasskey(context, request.sessionID, given.response);
    if (!key) throw badRequest('This passkey could not be added. Please try again.');
    const name = given.name ?? deviceName(request.get('user-agent') ?? '');
    const recoveryCodes = await context.pool.transaction(
      async (transaction) =>
        await addFactor(transaction, request, access, {
          kind: 'passkey',
          insert: async () => {
            const isNew = await insertPasskey(transaction, { ...key, userId: access.userId, name });
            if (!isNew) throw conflict('This passkey has already been added.');
          },
        }),
    );
    answer(response, addPasskey, { recoveryCodes });
  });
}
