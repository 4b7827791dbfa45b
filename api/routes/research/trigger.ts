import { Router } from 'express';
import { triggerResearch } from '#api/commands/trigger-research.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { triggerResearch as endpoint } from '#contract/research.ts';

export function triggerRoute(context: ApiContext): Router {
  return Router().post(endpoint.path, requireSubscription(context), async (request, response) => {
    const outcome = await triggerResearch(context, currentUser(request), readBody(endpoint, request));
    answer(response, endpoint, outcome);
  });
}
