import { Router } from 'express';
import { audit, userSubject } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { answer, readParams } from '#api/http.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { endSession } from '#contract/auth.ts';
import { isOwnSession } from '#db/queries/sessions.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';

export function sessionIdRoute(context: ApiContext): Router {
  return Router().delete(endSession.path, requireUser(context), async (request, response) => {
    const { id: sessionId } = readParams(endSession, request);
    const { userId } = currentUser(request);
    await context.pool.transaction(async (transaction) => {
      if (!(await isOwnSession(transaction, { userId, sessionId }))) throw notFound();
      await endWaysIn(transaction, 'session_revoked', { userId, sessionId });
      const action = 'sessions.one_revoked';
      await audit(transaction, request, { actorUserId: userId, action, subject: userSubject(userId) });
    });
    answer(response, endSession, { message: 'That browser is signed out.' });
  });
}
