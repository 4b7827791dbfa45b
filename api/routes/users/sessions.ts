import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { deviceName } from '#api/device-name.ts';
import { answer } from '#api/http.ts';
import { currentSession, requireUser } from '#api/middleware/require-user.ts';
import { listSessions } from '#contract/auth.ts';
import { listOpenSessions } from '#db/queries/sessions.ts';

export function sessionsRoute(context: ApiContext): Router {
  return Router().get(listSessions.path, requireUser(context), async (request, response) => {
    const { userId, sessionId } = currentSession(request);
    const sessions = await listOpenSessions(context.pool, userId);
    answer(response, listSessions, {
      sessions: sessions.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
        id,
        device: deviceName(userAgent),
        signedInAt: createdAt.toISOString(),
        lastUsedAt: lastSeenAt.toISOString(),
        isCurrent: id === sessionId,
      })),
    });
  });
}
