import type { RequestHandler } from 'express';
import type { ApiContext } from '#api/context.ts';
import { forbidden, unauthorized } from '#api/errors.ts';
import { loadAccess } from '#api/sessions.ts';

/** Lets admins and superadmins through; the role is read anew for each request. */
export function requireAdmin(context: ApiContext): RequestHandler {
  return async (request, _response, next) => {
    const access = await loadAccess(context, request);
    if (!access) throw unauthorized();
    if (access.role === 'user') throw forbidden('You do not have permission to perform this action.');
    next();
  };
}
