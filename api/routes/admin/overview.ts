import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { answer } from '#api/http.ts';
import { requireAdmin } from '#api/middleware/require-admin.ts';
import { viewActivity } from '#api/views.ts';
import { getOverview as endpoint } from '#contract/admin.ts';
import { getOverview } from '#db/queries/overview.ts';

export function overviewRoute(context: ApiContext): Router {
  return Router().get(endpoint.path, requireAdmin(context), async (_request, response) => {
    const { recentActivity, ...counters } = await getOverview(context.pool);
    answer(response, endpoint, { ...counters, recentActivity: recentActivity.map(viewActivity) });
  });
}
