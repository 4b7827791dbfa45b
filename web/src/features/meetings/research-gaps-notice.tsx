import type { ResearchResult } from '#contract/research.ts';
import { Notice } from '#web/ui/notice.tsx';
import { researchGaps } from './research-gaps.ts';

const list = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Names what research found nothing about, so that it does not look forgotten. Hidden if there are no gaps. */
export function ResearchGapsNotice({ research }: { research: ResearchResult }) {
  const gaps = researchGaps(research);
  if (gaps.length === 0) return null;
  return (
    <Notice tone="neutral" className="mt-5">
      The research found nothing about {list.format(gaps)}. We leave gaps rather than guess.
    </Notice>
  );
}
