import type { Request, RequestHandler } from 'express';
import type { ApiContext } from '#api/context.ts';
import { factorRequired } from '#api/errors.ts';
import type { AccessRow } from '#db/queries/access.ts';
import { listFactorMethods } from '#db/queries/factors.ts';
import { currentSession } from './require-user.ts';

const FRESH_MS = 10 * 60_000;

/**
 * Protects against stolen sessions: accounts with a second factor must have verified it within the last ten minutes.
 * Runs after `requireUser`.
 */
export function requireFreshFactor(context: ApiContext): RequestHandler {
  return async (request: Request, _response, next) => {
    await checkFreshFactor(context, currentSession(request));
    next();
  };
}

/**
 * @returns whether the account has a second factor
 * @throws 403 if it was not verified recently
 */
export async function checkFreshFactor({ pool }: ApiContext, { userId, sessionFactorAt }: AccessRow): Promise<boolean> {
  if (sessionFactorAt && Date.now() - sessionFactorAt.getTime() <= FRESH_MS) return true;
  const methods = await listFactorMethods(pool, userId);
  if (methods.length > 0) throw factorRequired(methods);
  return false;
}
