import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { answer } from '#api/http.ts';
import { requireAdmin } from '#api/middleware/require-admin.ts';
import { getFeedbackFigures as endpoint } from '#contract/admin.ts';
import { FIGURE_DAYS, getFeedbackFigures, listWorstBriefings } from '#db/queries/feedback-figures.ts';

export function feedbackFiguresRoute(context: ApiContext): Router {
  return Router().get(endpoint.path, requireAdmin(context), async (_request, response) => {
    const figures = await getFeedbackFigures(context.pool);
    answer(response, endpoint, { days: FIGURE_DAYS, ...figures, worst: await listWorstBriefings(context.pool) });
  });
}
