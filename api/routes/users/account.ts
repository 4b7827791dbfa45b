import { type RequestHandler, Router } from 'express';
import { audit, userSubject } from '#api/audit.ts';
import { deleteAccount } from '#api/commands/delete-account.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { forgetBrowser } from '#api/known-browser.ts';
import { requireFreshFactor } from '#api/middleware/require-fresh-factor.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { endSession } from '#api/sessions.ts';
import { deleteUser, deleteAccount as endpoint } from '#contract/account.ts';

/** Serves both paths of the specification. */
export function accountRoute(context: ApiContext): Router {
  const guards = [requireUser(context), requireFreshFactor(context)];
  const handler: RequestHandler = async (request, response) => {
    readBody(endpoint, request);
    const { userId } = currentUser(request);
    await deleteAccount(context, userId, async (transaction) => {
      const action = 'account.deletion_requested';
      await audit(transaction, request, { actorUserId: userId, action, subject: userSubject(userId) });
    });
    await endSession(context, request, response);
    forgetBrowser(context, response);
    answer(response, endpoint, { message: 'Your account is closed, and everything in it is being deleted.' });
  };
  return Router()
    .delete(endpoint.path, ...guards, handler)
    .post(deleteUser.path, ...guards, handler);
}
