import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { getMeetingResearch } from '#api/contract/research.ts';
import { notFound } from '#api/errors.ts';
import { answer, readParams } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { viewResearchResult } from '#api/views.ts';
import { findMeeting } from '#db/queries/meetings.ts';
import { listPersonAnswers } from '#db/queries/person-answers.ts';
import { listResearchResults } from '#db/queries/research-results.ts';

export function meetingResearchRoute(context: ApiContext): Router {
  return Router().get(getMeetingResearch.path, requireSubscription(context), async (request, response) => {
    const meeting = { userId: currentUser(request).userId, meetingId: readParams(getMeetingResearch, request).id };
    const results = await listResearchResults(context.pool, meeting);
    // Nothing found yet and no such meeting look alike to that query.
    if (results.length === 0 && !(await findMeeting(context.pool, meeting))) throw notFound();
    const answers = await listPersonAnswers(context.pool, meeting);
    answer(response, getMeetingResearch, {
      results: results.map(viewResearchResult),
      answers: answers.map(({ email, chosenUrl }) => ({ email, url: chosenUrl })),
    });
  });
}
