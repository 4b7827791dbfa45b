import { Router } from 'express';
import { audit, userSubject } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { answer, readParams } from '#api/http.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { revokeToken } from '#contract/tokens.ts';
import { deleteAccessToken } from '#db/queries/access-tokens.ts';

export function tokenRoute(context: ApiContext): Router {
  return Router().delete(revokeToken.path, requireUser(context), async (request, response) => {
    const { id } = readParams(revokeToken, request);
    const { userId } = currentUser(request);
    await context.pool.transaction(async (transaction) => {
      if (!(await deleteAccessToken(transaction, { userId, id }))) throw notFound();
      const entry = { actorUserId: userId, action: 'token.revoked', subject: userSubject(userId) };
      await audit(transaction, request, { ...entry, details: { tokenId: id } });
    });
    answer(response, revokeToken, {});
  });
}
