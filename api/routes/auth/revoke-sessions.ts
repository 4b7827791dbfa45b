import { Router } from 'express';
import { audit, userSubject } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { forgetBrowser } from '#api/known-browser.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { endSession } from '#api/sessions.ts';
import { revokeSessions } from '#contract/auth.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';

export function revokeSessionsRoute(context: ApiContext): Router {
  return Router().post(revokeSessions.path, requireUser(context), async (request, response) => {
    readBody(revokeSessions, request);
    const { userId } = currentUser(request);
    await context.pool.transaction(async (transaction) => {
      await endWaysIn(transaction, 'sessions_revoked', { userId });
      const action = 'sessions.revoked';
      await audit(transaction, request, { actorUserId: userId, action, subject: userSubject(userId) });
    });
    await endSession(context, request, response);
    forgetBrowser(context, response);
    answer(response, revokeSessions, { message: 'You are signed out everywhere.' });
  });
}
