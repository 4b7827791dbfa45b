import type { ResearchResult } from '#contract/research.ts';
import { Notice } from '#web/ui/notice.tsx';

const list = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Lists what research found nothing about, so that it does not look forgotten. Hidden if there are no gaps. */
export function ResearchGapsNotice({ research }: { research: ResearchResult }) {
  const gaps = researchGaps(research);
  if (gaps.length === 0) return null;
  return (
    <Notice tone="neutral" className="mt-5">
      The research found nothing about {list.format(gaps)}. We leave gaps rather than guess.
    </Notice>
  );
}

/** Returns what finished research found nothing about; empty if there are no gaps. */
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
