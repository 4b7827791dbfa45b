import { use } from 'react';
import type { ResearchResult } from '#contract/research.ts';
import { CitedText } from './cited-text.tsx';
import { ReportLanguage } from './report-language.ts';

type Props = { research: Pick<ResearchResult, 'summary' | 'notFound' | 'sources'> };

/** A report's summary. If no statements remain, it consists of our own remarks about what could not be found. */
export function SummaryText({ research: { summary, notFound, sources } }: Props) {
  const language = use(ReportLanguage);
  const isRemark = notFound.join(' ').startsWith(summary);
  return (
    <ReportLanguage value={isRemark ? undefined : language}>
      <CitedText text={summary} sources={sources} />
    </ReportLanguage>
  );
}
