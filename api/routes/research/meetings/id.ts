import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { answer, readParams } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { viewResearchResult } from '#api/views.ts';
import { getMeetingResearch } from '#contract/research.ts';
import { rejectedSince } from '#db/queries/answered-research.ts';
import { findMeetingResearch } from '#db/queries/research-results.ts';
import { withoutPages } from '#db/redacted-research/without-pages.ts';
import { withoutWrongFacts } from '#domain/wrong-facts.ts';

export function meetingResearchRoute(context: ApiContext): Router {
  return Router().get(getMeetingResearch.path, requireSubscription(context), async (request, response) => {
    const meeting = { userId: currentUser(request).userId, meetingId: readParams(getMeetingResearch, request).id };
    const research = await findMeetingResearch(context.pool, meeting);
    if (!research) throw notFound();
    const { results, answers, wrongFacts } = research;
    const told = results.map(({ answered, ...one }) => {
      const believed = withoutPages(one.report, rejectedSince(one.report, answered));
      return { ...one, report: withoutWrongFacts(believed, wrongFacts) };
    });
    answer(response, getMeetingResearch, { results: told.map(viewResearchResult), answers });
  });
}
