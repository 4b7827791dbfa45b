import { type RequestHandler, Router } from 'express';
import { audit, userSubject } from '#api/audit.ts';
import { requireOwner } from '#api/commands/require-owner.ts';
import { updateProfile } from '#api/commands/update-profile.ts';
import type { ApiContext } from '#api/context.ts';
import { unauthorized } from '#api/errors.ts';
import { answer, readBody } from '#api/http.ts';
import { takeMailAllowance } from '#api/mail-allowance.ts';
import { createRateLimit } from '#api/middleware/rate-limit.ts';
import { checkFreshFactor } from '#api/middleware/require-fresh-factor.ts';
import { currentSession, requireUser } from '#api/middleware/require-user.ts';
import { viewProfile } from '#api/views.ts';
import { getProfile, updateProfile as updateEndpoint } from '#contract/users.ts';
import { findUser } from '#db/queries/users.ts';

export function profileRoute(context: ApiContext): Router {
  const signedIn = requireUser(context);
  return Router()
    .get(getProfile.path, signedIn, async (request, response) => {
      const user = await findUser(context.pool, currentSession(request).userId);
      if (!user) throw unauthorized();
      answer(response, getProfile, { user: viewProfile(user) });
    })
    .put(updateEndpoint.path, signedIn, limitMails(context), async (request, response) => {
      const { currentPassword, ...changes } = readBody(updateEndpoint, request);
      const access = currentSession(request);
      const { userId } = access;
      const isMove = changes.email !== undefined && changes.email !== access.email;
      if (isMove) await checkFreshFactor(context, access);
      if (isMove) await requireOwner(context, request, access, { purpose: 'address', currentPassword });
      const mayMail = !isMove || (await takeMailAllowance(context, request, changes.email ?? ''));
      const { user, isAddressPending } = await updateProfile(context, { ...access, mayMail }, changes);
      if (isAddressPending) {
        const action = 'email.change_requested';
        await audit(context.pool, request, { actorUserId: userId, action, subject: userSubject(userId) });
      }
      answer(response, updateEndpoint, {
        user: viewProfile(user),
        message: isAddressPending
          ? 'Saved. Your new email address applies once you follow the link that we sent to it.'
          : 'Saved.',
      });
    });
}

/** Applies the strict limit of mail-sending calls to address changes. Invalid requests do not count. */
function limitMails({ redis, config }: ApiContext): RequestHandler {
  const limited = createRateLimit(redis, { name: 'change-email', limit: config.limits.mail, by: 'user' });
  return (request, response, next) => {
    const { email } = readBody(updateEndpoint, request);
    return email === undefined ? next() : limited(request, response, next);
  };
}
