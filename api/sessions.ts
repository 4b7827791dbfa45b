import { promisify } from 'node:util';
import type { Request, Response } from 'express';
import { type AccessRow, findAccess } from '#db/queries/access.ts';
import { deleteSession, extendSession, insertSession } from '#db/queries/sessions.ts';
import type { ApiContext } from './context.ts';

const EXTEND_AFTER_MS = 10 * 60_000;

/** Signs a user in: a new session id, whatever the browser came with (a fixed one is worth nothing), and a row that makes it valid. */
export async function startSession(context: ApiContext, request: Request, userId: string): Promise<void> {
  const former = request.session.sessionId;
  await promisify(request.session.regenerate.bind(request.session))();
  request.session.userId = userId;
  request.session.sessionId = await insertSession(context.pool, {
    userId,
    userAgent: request.get('user-agent') ?? '',
  });
  await promisify(request.session.save.bind(request.session))();
  if (former) await deleteSession(context.pool, former);
}

/** Ends the session, if there is one. The row goes first: from then on the cookie is worth nothing, whatever Redis still holds. */
export async function endSession(context: ApiContext, request: Request, response: Response): Promise<void> {
  const { sessionId } = request.session;
  if (sessionId) await deleteSession(context.pool, sessionId);
  await promisify(request.session.destroy.bind(request.session))();
  const { sessionCookie, isHttps } = context.config;
  response.clearCookie(sessionCookie, { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' });
}

/** Who is calling, and what that user may do. Null for visitors and for sessions that were ended. One read per request. */
export async function loadAccess(context: ApiContext, request: Request): Promise<AccessRow | null> {
  if (request.access !== undefined) return request.access;
  const { sessionId } = request.session;
  const access = sessionId ? await findAccess(context.pool, sessionId) : null;
  if (access && Date.now() - access.sessionLastSeenAt.getTime() > EXTEND_AFTER_MS) {
    await extendSession(context.pool, access.sessionId);
  }
  request.access = access;
  return access;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Undefined until somebody asked; null for visitors. */
    access?: AccessRow | null;
  }
}
