import type { Request, RequestHandler } from 'express';
import type { ApiContext } from '#api/context.ts';
import { unauthorized } from '#api/errors.ts';
import { loadAccess } from '#api/sessions.ts';
import type { AccessRow } from '#db/queries/access.ts';

/** Lets signed-in users through. */
export function requireUser(context: ApiContext): RequestHandler {
  return async (request, _response, next) => {
    if (!(await loadAccess(context, request))) throw unauthorized();
    next();
  };
}

/** The user whom one of the guards let through. */
export function currentUser(request: Request): AccessRow {
  if (!request.access) throw unauthorized();
  return request.access;
}
