import { removeFactor } from '#api/commands/remove-factor.ts';
import { requireFactorOrOwner } from '#api/commands/require-owner.ts';
import { conflict } from '#api/errors.ts';
import { requireFreshFactor } from '#api/middleware/require-fresh-factor.ts';
import { route } from '#api/route.ts';
import { lockOpenSession } from '#api/sessions.ts';
import { createTotpSecret, totpUri } from '#api/totp.ts';
import { addTotp, removeTotp } from '#contract/factors.ts';
import { deleteTotpFactor, insertTotpFactor, totpOwner } from '#db/queries/totp-factors.ts';

export const totpRoutes = [
  route(addTotp, async ({ context, request, caller, body }) => {
    await requireFactorOrOwner(context, request, caller, { purpose: 'factor', ...body });
    const { userId, email } = caller;
    const secret = createTotpSecret();
    const envelope = context.encryption.encrypt(secret, totpOwner(userId));
    const isBegun = await context.pool.transaction(async (transaction) => {
      await lockOpenSession(transaction, caller);
      return await insertTotpFactor(transaction, { userId, secret: envelope });
    });
    if (!isBegun) throw conflict('An authenticator app is already set up. Remove it before adding another.');
    return { secret, uri: totpUri(secret, email) };
  }),
  route(
    removeTotp,
    async ({ context, request, caller }) => {
      await removeFactor(context, request, caller, {
        kind: 'totp',
        remove: async (transaction) => await deleteTotpFactor(transaction, caller.userId),
      });
      return { message: 'The authenticator app was removed.' };
    },
    (context) => [requireFreshFactor(context)],
  ),
];
