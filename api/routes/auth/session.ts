import { type RequestHandler, Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { answer } from '#api/http.ts';
import { loadSession } from '#api/sessions.ts';
import { viewSessionUser } from '#api/views.ts';
import { getSession, getSessionAlias } from '#contract/auth.ts';

/** Serves both paths of the specification. Having no session is not an error, which the client would retry. */
export function sessionRoute(context: ApiContext): Router {
  const handler: RequestHandler = async (request, response) => {
    const access = await loadSession(context, request);
    answer(response, getSession, {
      user: access && viewSessionUser({ ...access, id: access.userId }),
      session: access && { expiresAt: access.sessionExpiresAt.toISOString() },
    });
  };
  return Router().get(getSession.path, handler).get(getSessionAlias.path, handler);
}
