import type { RequestHandler } from 'express';
import { auditOwn } from '#api/audit.ts';
import { requireOwner } from '#api/commands/require-owner.ts';
import { updateProfile } from '#api/commands/update-profile.ts';
import type { ApiContext } from '#api/context.ts';
import { unauthorized } from '#api/errors.ts';
import { parse } from '#api/http.ts';
import { takeMailAllowance } from '#api/mail-allowance.ts';
import { limitMailsByUser } from '#api/middleware/rate-limit.ts';
import { checkFreshFactor } from '#api/middleware/require-fresh-factor.ts';
import { route } from '#api/route.ts';
import { viewProfile } from '#api/views.ts';
import { getProfile, updateProfile as updateEndpoint } from '#contract/users.ts';
import { findUser } from '#db/queries/users.ts';

export const profileRoutes = [
  route(getProfile, async ({ context, caller: { userId } }) => {
    const user = await findUser(context.pool, userId);
    if (!user) throw unauthorized();
    return { user: viewProfile(user) };
  }),
  route(
    updateEndpoint,
    async ({ context, request, caller: access, body: { currentPassword, email, ...fields } }) => {
      const isMove = email !== undefined && email !== access.email;
      if (isMove) await checkFreshFactor(context, access);
      if (isMove) await requireOwner(context, request, access, { purpose: 'address', currentPassword });
      const mayMail = !isMove || (await takeMailAllowance(context, request, email));
      // An unchanged address is not passed on: if the account has just moved, it would be a change without proof.
      const changes = isMove ? { ...fields, email } : fields;
      const { user, isAddressPending } = await updateProfile(context, { ...access, mayMail }, changes);
      if (isAddressPending) {
        await auditOwn(context.pool, request, { userId: access.userId, action: 'email.change_requested' });
      }
      return {
        user: viewProfile(user),
        message: isAddressPending
          ? 'Saved. Your new email address takes effect once you follow the link we sent to it.'
          : 'Saved.',
      };
    },
    (context) => [limitMails(context)],
  ),
];

/** Applies the strict limit of mail-sending calls to requests that contain an address. Invalid ones do not count. */
function limitMails(context: ApiContext): RequestHandler {
  const limited = limitMailsByUser(context, 'change-email');
  return (request, response, next) => {
    const { email } = parse(updateEndpoint.body, request.body ?? {});
    return email === undefined ? next() : limited(request, response, next);
  };
}
