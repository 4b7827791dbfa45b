import { route } from '#api/route.ts';
import { getResearchStats as endpoint } from '#contract/research.ts';
import { getResearchStats } from '#db/queries/research-overview.ts';

export const researchStatsRoute = route(endpoint, async ({ context, caller: { userId } }) => ({
  stats: await getResearchStats(context.pool, userId),
}));
