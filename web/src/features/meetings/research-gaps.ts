import type { ResearchResult } from '#contract/research.ts';

/** Names what finished research found nothing about; empty if there are no gaps. */
export function researchGaps(research: ResearchResult): string[] {
  const { guests, companies, talkingPoints, questions, keyInsights } = research;
  const sought = guests.filter(({ hasObjected }) => !hasObjected);
  const isWanted = sought.length > 0 || guests.length === 0;
  const isFound = sought.some(({ facts, role }) => facts.length > 0 || role !== null);
  return [
    ...(isFound || !isWanted ? [] : ['your guests']),
    ...(companies.some(({ line, news }) => line !== '' || news.length > 0) ? [] : ['their companies']),
    ...(keyInsights.length > 0 || talkingPoints.length + questions.length > 0 ? [] : ['what to talk about']),
  ];
}
