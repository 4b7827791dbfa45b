import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { answer } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { getResearchStats as endpoint } from '#contract/research.ts';
import { getResearchStats } from '#db/queries/research-overview.ts';

export function researchStatsRoute(context: ApiContext): Router {
  return Router().get(endpoint.path, requireSubscription(context), async (request, response) => {
    answer(response, endpoint, { stats: await getResearchStats(context.pool, currentUser(request).userId) });
  });
}
