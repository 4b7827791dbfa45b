import { answerDisambiguation } from '#api/commands/answer-disambiguation.ts';
import { route } from '#api/route.ts';
import { answerDisambiguation as endpoint } from '#contract/research.ts';

export const disambiguationRoute = route(endpoint, async ({ context, caller: { userId }, body }) => ({
  researchState: await answerDisambiguation(context, { userId, ...body }),
}));
