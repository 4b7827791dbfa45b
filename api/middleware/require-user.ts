import type { Request, RequestHandler } from 'express';
import type { ApiContext } from '#api/context.ts';
import { unauthorized } from '#api/errors.ts';
import { type Caller, loadSession } from '#api/sessions.ts';
import type { AccessRow } from '#db/queries/access.ts';

/** Lets signed-in users through, and no tool of theirs. */
export function requireUser(context: ApiContext): RequestHandler {
  return async (request, _response, next) => {
    if (!(await loadSession(context, request))) throw unauthorized();
    next();
  };
}

/** The user whom one of the guards let through. */
export function currentUser(request: Request): Caller {
  if (!request.access) throw unauthorized();
  return request.access;
}

/** As `currentUser`, for what takes the user in person. */
export function currentSession(request: Request): AccessRow {
  const caller = currentUser(request);
  if (!('sessionId' in caller)) throw unauthorized();
  return caller;
}
