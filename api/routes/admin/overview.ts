import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { getOverview } from '#api/contract/admin.ts';
import { answer } from '#api/http.ts';
import { requireAdmin } from '#api/middleware/require-admin.ts';
import { viewActivity } from '#api/views.ts';
import { listRecentActivity } from '#db/queries/audit-log.ts';
import { getOverviewCounters } from '#db/queries/overview.ts';

const ACTIVITY_SHOWN = 20;

export function overviewRoute(context: ApiContext): Router {
  return Router().get(getOverview.path, requireAdmin(context), async (_request, response) => {
    const [counters, recentActivity] = await Promise.all([
      getOverviewCounters(context.pool),
      listRecentActivity(context.pool, ACTIVITY_SHOWN),
    ]);
    answer(response, getOverview, { ...counters, recentActivity: recentActivity.map(viewActivity) });
  });
}
