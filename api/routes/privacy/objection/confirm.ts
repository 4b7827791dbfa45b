import { confirmObjection } from '#api/commands/confirm-objection.ts';
import { badRequest } from '#api/errors.ts';
import { route } from '#api/route.ts';
import { confirmObjection as confirmEndpoint, getObjectionRequest } from '#contract/objections.ts';
import { hashToken } from '#db/link-token.ts';
import { findObjectionByToken } from '#db/queries/objections.ts';

const INVALID_LINK = 'Invalid confirmation link. It may have expired.';

export const objectionConfirmRoutes = [
  route(getObjectionRequest, async ({ context: { pool, encryption }, query: { token } }) => {
    const objection = await findObjectionByToken(pool, hashToken(token));
    if (!objection) throw badRequest(INVALID_LINK);
    const { id, listed, confirmedAt } = objection;
    return { email: encryption.decrypt(listed, `objection:${id}`), isConfirmed: confirmedAt !== null };
  }),
  route(confirmEndpoint, async ({ context, request, body: { token } }) => {
    if (!(await confirmObjection(context, request, token))) throw badRequest(INVALID_LINK);
    return { message: 'You will no longer be researched. We’re erasing what we found about you.' };
  }),
];
