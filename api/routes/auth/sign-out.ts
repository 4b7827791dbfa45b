import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { answer } from '#api/http.ts';
import { endSession } from '#api/sessions.ts';
import { signOut } from '#contract/auth.ts';

export function signOutRoute(context: ApiContext): Router {
  return Router().post(signOut.path, async (request, response) => {
    await endSession(context, request, response);
    answer(response, signOut, {});
  });
}
