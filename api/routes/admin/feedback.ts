import { route } from '#api/route.ts';
import { getFeedbackFigures as endpoint } from '#contract/admin.ts';
import { FIGURE_DAYS, getFeedbackFigures, listWorstBriefings } from '#db/queries/feedback-figures.ts';

export const feedbackFiguresRoute = route(endpoint, async ({ context: { pool } }) => {
  const figures = await getFeedbackFigures(pool);
  return { days: FIGURE_DAYS, ...figures, worst: await listWorstBriefings(pool) };
});
