import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { getProfile } from '#api/contract/users.ts';
import { unauthorized } from '#api/errors.ts';
import { answer } from '#api/http.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { viewProfile } from '#api/views.ts';
import { findUser } from '#db/queries/users.ts';

export function profileRoute(context: ApiContext): Router {
  return Router().get(getProfile.path, requireUser(context), async (request, response) => {
    const user = await findUser(context.pool, currentUser(request).userId);
    if (!user) throw unauthorized();
    answer(response, getProfile, { user: viewProfile(user) });
  });
}
