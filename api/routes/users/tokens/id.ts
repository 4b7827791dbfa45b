import { auditOwn } from '#api/audit.ts';
import { notFound } from '#api/errors.ts';
import { route } from '#api/route.ts';
import { revokeToken } from '#contract/tokens.ts';
import { deleteAccessToken } from '#db/queries/access-tokens.ts';

export const tokenRoute = route(revokeToken, async ({ context, request, caller: { userId }, params: { id } }) => {
  await context.pool.transaction(async (transaction) => {
    if (!(await deleteAccessToken(transaction, { userId, id }))) throw notFound();
    await auditOwn(transaction, request, { userId, action: 'token.revoked', details: { tokenId: id } });
  });
  return {};
});
