import type { ResearchResult } from '#contract/research.ts';
import { Notice } from '#web/ui/notice.tsx';
import { missingParts } from './missing-parts.ts';

const list = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Says what the research could not bring, so that a part that is not there is not taken for one that was forgotten; nothing where all is there. */
export function PartialResearch({ research }: { research: ResearchResult }) {
  const missing = missingParts(research);
  if (missing.length === 0) return null;
  return (
    <Notice tone="neutral" className="mt-5">
      The research found nothing on {list.format(missing)}. What is missing was left out, not guessed.
    </Notice>
  );
}
