import type { RequestHandler } from 'express';
import type { ApiContext } from '#api/context.ts';
import { emailNotVerified, subscriptionRequired, unauthorized } from '#api/errors.ts';
import { loadAccess } from '#api/sessions.ts';
import { decideAccess } from '#domain/access.ts';

/** Lets verified users through who have a valid subscription or are on the whitelist. */
export function requireSubscription(context: ApiContext): RequestHandler {
  return async (request, _response, next) => {
    const access = await loadAccess(context, request);
    if (!access) throw unauthorized();
    const decision = decideAccess(access, new Date());
    if (!decision.allowed) {
      throw decision.reason === 'email_not_verified' ? emailNotVerified() : subscriptionRequired(decision);
    }
    next();
  };
}
