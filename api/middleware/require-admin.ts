import type { RequestHandler } from 'express';
import type { ApiContext } from '#api/context.ts';
import { factorRequired, factorSetupRequired, forbidden, unauthorized } from '#api/errors.ts';
import { isFactorRequired } from '#api/factor-policy.ts';
import { loadSession } from '#api/sessions.ts';
import type { AccessRow } from '#db/queries/access.ts';
import { listFactorMethods } from '#db/queries/factors.ts';
import { checkFreshFactor } from './require-fresh-factor.ts';

/**
 * Lets admins and superadmins through, reading the role on each request. If the role requires a second factor, it must
 * have been verified in this session; for changes, accounts that have one must have verified it within ten minutes.
 */
export function requireAdmin(context: ApiContext): RequestHandler {
  return async (request, _response, next) => {
    const access = await loadSession(context, request);
    if (!access) throw unauthorized();
    if (access.role === 'user') throw forbidden('You do not have permission to perform this action.');
    if (isFactorRequired(context.config, access.role)) await requireFactor(context, access);
    if (request.method !== 'GET') await checkFreshFactor(context, access);
    next();
  };
}

async function requireFactor({ pool }: ApiContext, { userId, sessionFactorAt }: AccessRow): Promise<void> {
  if (sessionFactorAt) return;
  const methods = await listFactorMethods(pool, userId);
  throw methods.length > 0 ? factorRequired(methods) : factorSetupRequired();
}
