import { route } from '#api/route.ts';
import { viewActivity } from '#api/views.ts';
import { getOverview as endpoint } from '#contract/admin.ts';
import { getOverview } from '#db/queries/overview.ts';

export const overviewRoute = route(endpoint, async ({ context }) => {
  const { recentActivity, ...counters } = await getOverview(context.pool);
  return { ...counters, recentActivity: recentActivity.map(viewActivity) };
});
