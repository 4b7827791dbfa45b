import { Router } from 'express';
import { confirmObjection } from '#api/commands/confirm-objection.ts';
import type { ApiContext } from '#api/context.ts';
import { badRequest } from '#api/errors.ts';
import { answer, readBody, readQuery } from '#api/http.ts';
import { confirmObjection as confirmEndpoint, getObjectionRequest } from '#contract/objections.ts';
import { hashToken } from '#db/link-token.ts';
import { findObjectionByToken } from '#db/queries/objections.ts';

const INVALID_LINK = 'Invalid confirmation link. It may have expired.';

export function objectionConfirmRoute(context: ApiContext): Router {
  const { pool, encryption } = context;
  return Router()
    .get(getObjectionRequest.path, async (request, response) => {
      const { token } = readQuery(getObjectionRequest, request);
      const objection = await findObjectionByToken(pool, hashToken(token));
      if (!objection) throw badRequest(INVALID_LINK);
      const { id, listed, confirmedAt } = objection;
      answer(response, getObjectionRequest, {
        email: encryption.decrypt(listed, `objection:${id}`),
        isConfirmed: confirmedAt !== null,
      });
    })
    .post(confirmEndpoint.path, async (request, response) => {
      const { token } = readBody(confirmEndpoint, request);
      if (!(await confirmObjection(context, request, token))) throw badRequest(INVALID_LINK);
      answer(response, confirmEndpoint, {
        message: 'You will no longer be researched. What was found about you is being erased.',
      });
    });
}
