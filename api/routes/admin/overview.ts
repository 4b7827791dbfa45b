import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { getOverview as endpoint } from '#api/contract/admin.ts';
import { answer } from '#api/http.ts';
import { requireAdmin } from '#api/middleware/require-admin.ts';
import { viewActivity } from '#api/views.ts';
import { listAuditEntries } from '#db/queries/audit-log.ts';
import { getOverview } from '#db/queries/overview.ts';

const ACTIVITY_SHOWN = 20;

export function overviewRoute(context: ApiContext): Router {
  return Router().get(endpoint.path, requireAdmin(context), async (_request, response) => {
    const [counters, recentActivity] = await Promise.all([
      getOverview(context.pool),
      listAuditEntries(context.pool, { limit: ACTIVITY_SHOWN }),
    ]);
    answer(response, endpoint, { ...counters, recentActivity: recentActivity.map(viewActivity) });
  });
}
