import { Router } from 'express';
import { audit, userSubject } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { currentSession, requireUser } from '#api/middleware/require-user.ts';
import { revokeOtherSessions } from '#contract/auth.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';

export function revokeOtherSessionsRoute(context: ApiContext): Router {
  return Router().post(revokeOtherSessions.path, requireUser(context), async (request, response) => {
    readBody(revokeOtherSessions, request);
    const { userId, sessionId } = currentSession(request);
    await context.pool.transaction(async (transaction) => {
      await endWaysIn(transaction, 'other_sessions_revoked', { userId, sessionId });
      const action = 'sessions.others_revoked';
      await audit(transaction, request, { actorUserId: userId, action, subject: userSubject(userId) });
    });
    answer(response, revokeOtherSessions, { message: 'You are signed out everywhere else.' });
  });
}
