import type { ResearchResult } from '#contract/research.ts';

/** In words, what a research that is otherwise complete has nothing on; empty where it has something in every part. */
export function missingParts(research: ResearchResult): string[] {
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
