import { Router } from 'express';
import { answerDisambiguation } from '#api/commands/answer-disambiguation.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { answerDisambiguation as endpoint } from '#contract/research.ts';

export function disambiguationRoute(context: ApiContext): Router {
  return Router().post(endpoint.path, requireSubscription(context), async (request, response) => {
    const { userId } = currentUser(request);
    const researchState = await answerDisambiguation(context, { userId, ...readBody(endpoint, request) });
    answer(response, endpoint, { researchState });
  });
}
