import { route } from '#api/route.ts';
import { getMeetingStatistics as endpoint } from '#contract/meetings.ts';
import { getMeetingStatistics } from '#db/queries/meetings.ts';

export const domainStatisticsRoute = route(endpoint, async ({ context, caller }) => ({
  statistics: await getMeetingStatistics(context.pool, caller),
}));
