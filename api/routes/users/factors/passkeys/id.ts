import { removeFactor } from '#api/commands/remove-factor.ts';
import { requireFreshFactor } from '#api/middleware/require-fresh-factor.ts';
import { route } from '#api/route.ts';
import { removePasskey } from '#contract/factors.ts';
import { deletePasskey } from '#db/queries/passkeys.ts';

export const passkeyRoute = route(
  removePasskey,
  async ({ context, request, caller, params: { id } }) => {
    await removeFactor(context, request, caller, {
      kind: 'passkey',
      remove: async (transaction) => await deletePasskey(transaction, { userId: caller.userId, id }),
    });
    return { message: 'The passkey was removed.' };
  },
  (context) => [requireFreshFactor(context)],
);
