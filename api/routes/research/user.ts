import { route } from '#api/route.ts';
import { withIsoDates } from '#api/views.ts';
import { listResearch } from '#contract/research.ts';
import { getResearchPage } from '#db/queries/research-overview.ts';

export const userResearchRoute = route(listResearch, async ({ context, caller: { userId }, query }) => {
  const { research, total } = await getResearchPage(context.pool, { userId, ...query });
  return { research: context.readable('research', research).map(withIsoDates), total };
});
