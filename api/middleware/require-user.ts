import type { Request, RequestHandler } from 'express';
import type { ApiContext } from '#api/context.ts';
import { unauthorized } from '#api/errors.ts';
import { type Caller, loadSession } from '#api/sessions.ts';
import type { AccessRow } from '#db/queries/access.ts';

/** Lets signed-in users through, but not their tools. */
export function requireUser(context: ApiContext): RequestHandler {
  return async (request, _response, next) => {
    if (!(await loadSession(context, request))) throw unauthorized();
    next();
  };
}

/** Returns the caller that a guard let through. */
export function currentUser(request: Request): Caller {
  if (!request.access) throw unauthorized();
  return request.access;
}

/** Like `currentUser`, for calls that tools may not make. */
export function currentSession(request: Request): AccessRow {
  const caller = currentUser(request);
  if (!('sessionId' in caller)) throw unauthorized();
  return caller;
}
