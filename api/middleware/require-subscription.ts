import type { RequestHandler } from 'express';
import type { ApiContext } from '#api/context.ts';
import { emailNotVerified, subscriptionRequired, unauthorized } from '#api/errors.ts';
import { loadAccess } from '#api/sessions.ts';
import type { UserAccess } from '#db/queries/access.ts';
import { decideAccess } from '#domain/access.ts';

/** Lets verified users with a valid subscription or whitelist entry through. */
export function requireSubscription(context: ApiContext): RequestHandler {
  return async (request, _response, next) => {
    assertSubscriber(await loadAccess(context, request));
    next();
  };
}

/** @throws 401 for visitors, 403 for unverified users and those without a valid subscription */
export function assertSubscriber<Row extends UserAccess>(access: Row | null): asserts access is Row {
  if (!access) throw unauthorized();
  const decision = decideAccess(access, new Date());
  if (decision.allowed) return;
  throw decision.reason === 'email_not_verified' ? emailNotVerified() : subscriptionRequired(decision);
}
