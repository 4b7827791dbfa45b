import { route } from '#api/route.ts';
import { endSession } from '#api/sessions.ts';
import { signOut } from '#contract/auth.ts';

export const signOutRoute = route(signOut, async ({ context, request, response }) => {
  await endSession(context, request, response);
  return {};
});
