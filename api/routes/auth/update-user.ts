import { route } from '#api/route.ts';
import { viewSessionUser } from '#api/views.ts';
import { updateUser } from '#contract/auth.ts';
import { updateName } from '#db/queries/users.ts';
import { splitName } from '#domain/user-name.ts';

export const updateUserRoute = route(updateUser, async ({ context, caller, body: { name } }) => {
  const parts = splitName(name);
  await updateName(context.pool, caller.userId, parts);
  return { user: viewSessionUser({ ...caller, ...parts, id: caller.userId }) };
});
