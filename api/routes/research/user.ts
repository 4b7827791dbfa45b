import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { answer, readQuery } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { viewResearchItem } from '#api/views.ts';
import { listResearch } from '#contract/research.ts';
import { getResearchPage } from '#db/queries/research-overview.ts';

export function userResearchRoute(context: ApiContext): Router {
  return Router().get(listResearch.path, requireSubscription(context), async (request, response) => {
    const query = readQuery(listResearch, request);
    const { userId } = currentUser(request);
    const { research, total } = await getResearchPage(context.pool, { userId, ...query });
    answer(response, listResearch, { research: research.map(viewResearchItem), total });
  });
}
