import { notFound } from '#api/errors.ts';
import { route } from '#api/route.ts';
import { viewResearchResult } from '#api/views.ts';
import { getMeetingResearch } from '#contract/research.ts';
import { rejectedSince } from '#db/queries/answered-research.ts';
import { findMeetingResearch } from '#db/queries/research-results.ts';
import { withoutPages } from '#db/redacted-research/without-pages.ts';
import { withoutWrongFacts } from '#domain/wrong-facts.ts';

export const meetingResearchRoute = route(getMeetingResearch, async ({ context, caller: { userId }, params }) => {
  const research = await findMeetingResearch(context.pool, { userId, meetingId: params.id });
  if (!research) throw notFound();
  const { results, answers, wrongFacts } = research;
  const told = results.map(({ answered, ...one }) => {
    const believed = withoutPages(one.report, rejectedSince(one.report, answered));
    return { ...one, report: withoutWrongFacts(believed, wrongFacts) };
  });
  return { results: told.map(viewResearchResult), answers };
});
