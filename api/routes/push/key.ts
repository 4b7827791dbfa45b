import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { answer } from '#api/http.ts';
import { requireUser } from '#api/middleware/require-user.ts';
import { getPushKey } from '#contract/push.ts';

export function pushKeyRoute(context: ApiContext): Router {
  return Router().get(getPushKey.path, requireUser(context), (_request, response) => {
    answer(response, getPushKey, { key: context.config.pushKey });
  });
}
