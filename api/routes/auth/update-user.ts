import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { splitName } from '#api/person-name.ts';
import { viewSessionUser } from '#api/views.ts';
import { updateUser } from '#contract/auth.ts';
import { updateName } from '#db/queries/users.ts';

export function updateUserRoute(context: ApiContext): Router {
  return Router().post(updateUser.path, requireUser(context), async (request, response) => {
    const { name } = readBody(updateUser, request);
    const access = currentUser(request);
    const parts = splitName(name);
    await updateName(context.pool, access.userId, parts);
    answer(response, updateUser, { user: viewSessionUser({ ...access, ...parts, id: access.userId }) });
  });
}
