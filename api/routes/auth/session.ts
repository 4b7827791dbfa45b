import { type Call, route } from '#api/route.ts';
import { loadSession } from '#api/sessions.ts';
import { viewSessionUser } from '#api/views.ts';
import { getSession, getSessionAlias } from '#contract/auth.ts';

/** Serves both paths of the specification. A missing session is not an error, which the client would retry. */
export const sessionRoutes = [route(getSession, readSession), route(getSessionAlias, readSession)];

async function readSession({ context, request }: Pick<Call<typeof getSession>, 'context' | 'request'>) {
  const access = await loadSession(context, request);
  return {
    user: access && viewSessionUser({ ...access, id: access.userId }),
    session: access && { expiresAt: access.sessionExpiresAt.toISOString() },
  };
}
