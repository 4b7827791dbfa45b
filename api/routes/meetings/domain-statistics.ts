import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { answer } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { getMeetingStatistics as endpoint } from '#contract/meetings.ts';
import { getMeetingStatistics } from '#db/queries/meetings.ts';

export function domainStatisticsRoute(context: ApiContext): Router {
  return Router().get(endpoint.path, requireSubscription(context), async (request, response) => {
    const statistics = await getMeetingStatistics(context.pool, currentUser(request).userId);
    answer(response, endpoint, { statistics });
  });
}
